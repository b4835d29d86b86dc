// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.gate;

/** The verdict as workflow commands that GitHub and others show beside the feature's line. */
final class Annotations {

    private Annotations() {}

    static String of(GateVerdict verdict) {
        StringBuilder text = new StringBuilder();
        for (Problem problem : verdict.problems()) {
            text.append("::error ");
            if (!problem.feature().isEmpty()) {
                text.append("file=")
                        .append(property(problem.feature()))
                        .append(",line=")
                        .append(Math.max(1, problem.line()))
                        .append(',');
            }
            text.append("title=could not be run::")
                    .append(data(problem.message()))
                    .append('\n');
        }
        for (ScenarioChange change : verdict.changes()) {
            String level = change.kind().fails() ? "error" : change.kind() == Kind.UNDECIDED ? "warning" : null;
            if (level == null) {
                continue;
            }
            text.append("::")
                    .append(level)
                    .append(" file=")
                    .append(property(change.any().feature()))
                    .append(",line=")
                    .append(Math.max(1, change.any().line()))
                    .append(",title=")
                    .append(property(change.kind().words()))
                    .append("::")
                    .append(data(change.title() + "\n" + VerdictText.detail(change)))
                    .append('\n');
        }
        verdict.objections().forEach(objection -> text.append("::error title=claim not kept::")
                .append(data(objection))
                .append('\n'));
        return text.toString();
    }

    private static String data(String text) {
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
    }

    private static String property(String text) {
        return data(text).replace(":", "%3A").replace(",", "%2C");
    }
}
