// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.gate;

import java.io.StringWriter;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** The verdict as a JUnit report: a case for each scenario, and one for each claim that is not kept. */
final class VerdictJUnit {

    private VerdictJUnit() {}

    static String of(GateVerdict verdict) {
        StringWriter text = new StringWriter(4096);
        try {
            XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeCharacters("\n");
            xml.writeStartElement("testsuite");
            xml.writeAttribute(
                    "name",
                    "gate: " + verdict.request().candidate() + " against "
                            + verdict.request().base());
            long failures =
                    verdict.changes().stream().filter(c -> c.kind().fails()).count();
            long open = verdict.changes().stream()
                    .filter(c -> c.kind() == Kind.UNDECIDED)
                    .count();
            int claims = verdict.objections().size();
            int problems = verdict.problems().size();
            xml.writeAttribute("tests", Integer.toString(verdict.changes().size() + claims + problems));
            xml.writeAttribute("failures", Long.toString(failures + claims));
            xml.writeAttribute("errors", Integer.toString(problems));
            xml.writeAttribute("skipped", Long.toString(open));
            for (Problem problem : verdict.problems()) {
                testCase(xml, problem.feature().isEmpty() ? "suite" : problem.feature(), problem.place());
                trouble(xml, "error", "could not be run", problem.message());
                xml.writeEndElement();
            }
            for (ScenarioChange change : verdict.changes()) {
                testCase(xml, change);
            }
            for (String objection : verdict.objections()) {
                testCase(xml, "claims", objection);
                trouble(xml, "failure", "claim not kept", objection);
                xml.writeEndElement();
            }
            xml.writeCharacters("\n");
            xml.writeEndElement();
            xml.writeEndDocument();
            xml.flush();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("writing XML to memory failed", e);
        }
        return text.append('\n').toString();
    }

    private static void testCase(XMLStreamWriter xml, String className, String name) throws XMLStreamException {
        xml.writeCharacters("\n  ");
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", clean(className));
        xml.writeAttribute("name", clean(name));
    }

    private static void testCase(XMLStreamWriter xml, ScenarioChange change) throws XMLStreamException {
        testCase(xml, change.any().feature(), change.title());
        if (change.kind().fails()) {
            trouble(
                    xml,
                    "failure",
                    change.kind().words(),
                    change.place() + "\n" + VerdictText.detail(change)
                            + change.candidate()
                                    .message()
                                    .filter(m -> change.kind() == Kind.BROKEN)
                                    .map(m -> "\n" + m)
                                    .orElse(""));
        } else if (change.kind() == Kind.UNDECIDED) {
            xml.writeEmptyElement("skipped");
            xml.writeAttribute("message", clean(VerdictText.detail(change)));
        } else if (change.kind() != Kind.SAME) {
            xml.writeStartElement("system-out");
            xml.writeCharacters(clean(change.kind().words() + " " + VerdictText.figures(change)));
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }

    private static void trouble(XMLStreamWriter xml, String element, String message, String text)
            throws XMLStreamException {
        xml.writeStartElement(element);
        xml.writeAttribute("message", message);
        xml.writeCharacters(clean(text));
        xml.writeEndElement();
    }

    /** Characters that XML 1.0 does not have become question marks. */
    private static String clean(String text) {
        StringBuilder clean = new StringBuilder(text.length());
        text.codePoints()
                .forEach(c -> clean.appendCodePoint(
                        c == '\t' || c == '\n' || c >= 0x20 && c < 0xd800 || c >= 0xe000 && c < 0xfffe || c >= 0x10000
                                ? c
                                : '?'));
        return clean.toString();
    }
}
