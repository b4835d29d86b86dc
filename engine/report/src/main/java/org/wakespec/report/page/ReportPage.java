// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.report.page;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.wakespec.results.ResultFile;

/**
 * One HTML page of the results of one or more runs: features as prose, a matrix of scenarios and policies, and behind each cell the
 * decisions, the machine, run queues over time and latencies. Self-contained; equal results give equal bytes.
 */
public final class ReportPage {

    private static final String DATA = "/*DATA*/";
    private static final String SCRIPT = "/*SCRIPT*/";
    private static final String STYLE = "/*STYLE*/";

    private final Map<String, ResultFile> files = new LinkedHashMap<>();
    private String title = "Wakespec report";
    private String sourceLink = "";

    /** An empty page. */
    public ReportPage() {}

    /**
     * Adds the results of a run.
     *
     * @param name what to call the file in messages
     */
    public ReportPage add(String name, ResultFile file) {
        files.put(name, file);
        return this;
    }

    /** The heading. */
    public ReportPage title(String text) {
        title = text;
        return this;
    }

    /**
     * Where lines of feature files can be seen; without it they are shown in the page.
     *
     * @param template an http, https or file address with {@code {path}} and {@code {line}} in it
     * @throws PageException if it is something else
     */
    public ReportPage sourceLink(String template) {
        if (!template.matches("(?s)(https?|file)://\\S+") || !template.contains("{path}")) {
            throw new PageException("'" + template + "' is no address of feature files; expected something like"
                    + " https://example.org/tree/{path}#L{line}");
        }
        sourceLink = template;
        return this;
    }

    /**
     * The page.
     *
     * @throws PageException if there are no results, or two different ones for the same scenario and policy
     */
    public String html() {
        ObjectNode data = new PageData(files).json();
        data.put("title", title).put("link", sourceLink);
        // no < can then begin a tag or a comment, and both line separators are legal in scripts of any age
        String json = data.toString()
                .replace("<", "\\u003c")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
        String script = resource("page.js");
        String style = resource("page.css");
        StringBuilder html = new StringBuilder(json.length() + 100_000);
        String template = resource("page.html")
                .replace("{{title}}", escape(title))
                .replace("{{script-hash}}", hash(script))
                .replace("{{style-hash}}", hash(style));
        int style1 = template.indexOf(STYLE);
        int data1 = template.indexOf(DATA);
        int script1 = template.indexOf(SCRIPT);
        html.append(template, 0, style1).append(style);
        html.append(template, style1 + STYLE.length(), data1).append(json);
        html.append(template, data1 + DATA.length(), script1).append(script);
        html.append(template, script1 + SCRIPT.length(), template.length());
        return html.toString();
    }

    /** The browser runs this script, and no other. */
    private static String hash(String content) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static String resource(String name) {
        try (InputStream in = ReportPage.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("resource " + name + " is missing beside " + ReportPage.class);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
