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
            xml.writeAttribute("tests", Integer.toString(verdict.changes().size() + claims));
            xml.writeAttribute("failures", Long.toString(failures + claims));
            xml.writeAttribute("errors", "0");
            xml.writeAttribute("skipped", Long.toString(open));
            for (ScenarioChange change : verdict.changes()) {
                testCase(xml, change);
            }
            for (String objection : verdict.objections()) {
                xml.writeCharacters("\n  ");
                xml.writeStartElement("testcase");
                xml.writeAttribute("classname", "claims");
                xml.writeAttribute("name", clean(objection));
                failure(xml, "claim not kept", objection);
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

    private static void testCase(XMLStreamWriter xml, ScenarioChange change) throws XMLStreamException {
        xml.writeCharacters("\n  ");
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", clean(change.any().feature()));
        xml.writeAttribute("name", clean(change.title()));
        if (change.kind().fails()) {
            failure(
                    xml,
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

    private static void failure(XMLStreamWriter xml, String message, String text) throws XMLStreamException {
        xml.writeStartElement("failure");
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
