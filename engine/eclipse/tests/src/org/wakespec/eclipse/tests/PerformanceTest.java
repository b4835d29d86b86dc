// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.tests;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.wakespec.eclipse.tests.Bench.get;
import static org.wakespec.eclipse.tests.Bench.page;
import static org.wakespec.eclipse.tests.Bench.ui;
import static org.wakespec.eclipse.tests.Bench.until;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.jface.text.IDocument;
import org.eclipse.jface.text.ITextViewer;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.ide.IDE;
import org.eclipse.ui.texteditor.ITextEditor;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.wakespec.eclipse.WakespecPlugin;
import org.wakespec.eclipse.editor.FeatureAssist;

/** How long a user waits in a workspace with 500 feature files. Medians of several tries; everything is reported. */
class PerformanceTest {

    private static final int FILES = 500;
    private static final long OPEN_MS = 500;
    private static final long COMPLETE_MS = 100;
    private static final long UI_MS = 100;

    private static IProject project;
    private static final List<IFile> FEATURES = new ArrayList<>();

    @BeforeAll
    static void manyFeatures() throws Exception {
        project = Bench.project("many");
        ResourcesPlugin.getWorkspace().run(monitor -> {
            for (int i = 0; i < FILES; i++) {
                FEATURES.add(Bench.file(project, "src/test/resources/many/f" + i % 20 + "/case" + i + ".feature", feature(i)));
            }
        }, null);
        Bench.build(project);
        Bench.wordsOf(project);
    }

    private static String feature(int number) {
        StringBuilder text = new StringBuilder("Feature: Case " + number + "\n");
        for (int i = 0; i < 20; i++) {
            text.append("\n  @policy:linux-7.2\n  Scenario: Number ").append(i).append("""

                    Given the machine "smp-8"
                    And A runs on CPU 0
                    And B sleeps, last on CPU 1
                    When A wakes B with WF_SYNC
                    Then B is placed on its previous CPU
                """);
        }
        return text.toString();
    }

    private static long median(List<Long> values) {
        List<Long> sorted = values.stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
    }

    private static void report(String text) {
        RunInWorkbench.REPORT.add("measured: " + text);
    }

    @Test
    void theEditorOpensAndCompletesAndTheUserInterfaceNeverWaits() throws Exception {
        Thread uiThread = get(Thread::currentThread);
        try (Watchdog watchdog = new Watchdog(uiThread)) {
            List<Long> opening = new ArrayList<>();
            for (int i = 0; i < 15; i++) {
                IFile file = FEATURES.get(i * 31 % FILES);
                long start = System.nanoTime();
                ui(() -> {
                    IDE.openEditor(page(), file);
                    while (PlatformUI.getWorkbench().getDisplay().readAndDispatch()) {}
                });
                opening.add((System.nanoTime() - start) / 1_000_000);
            }
            report("opening a feature among " + FILES + ": median " + median(opening) + " ms, all " + opening);
            IFile file = FEATURES.get(7);
            ITextEditor editor = get(() -> (ITextEditor) IDE.openEditor(page(), file));
            IDocument document = editor.getDocumentProvider().getDocument(editor.getEditorInput());
            List<Long> completing = new ArrayList<>();
            for (String typed : List.of("", "A", "A wakes B ", "placed", "CPU 3 is ", "the machine", "x", "the LLC of", "B is placed on ", "no")) {
                for (int round = 0; round < 3; round++) {
                    int[] found = new int[1];
                    completing.add(get(() -> {
                        int end = document.getLength();
                        document.replace(end, 0, "    And " + typed);
                        long start = System.nanoTime();
                        found[0] = new FeatureAssist()
                                .computeCompletionProposals(editor.getAdapter(ITextViewer.class), document.getLength())
                                .length;
                        long took = (System.nanoTime() - start) / 1_000_000;
                        document.replace(end, document.getLength() - end, "");
                        return took;
                    }));
                    assertTrue(typed.equals("x") || found[0] > 0, "nothing offered for '" + typed + "'");
                }
            }
            report("completing a step: median " + median(completing) + " ms, longest "
                    + completing.stream().mapToLong(Long::longValue).max().orElse(0) + " ms");
            for (int i = 0; i < 40; i++) {
                int at = i;
                ui(() -> document.replace(document.getLength(), 0, at % 10 == 9 ? "\n" : "x"));
                Thread.sleep(30);
            }
            until("what was typed is checked", 20, () -> !Bench.markers(file, WakespecPlugin.PROBLEM).isEmpty());
            Watchdog.Stretch longest = watchdog.longest();
            report("longest stretch of our code on the UI thread: " + longest.ms() + " ms in " + longest.where());
            ui(() -> page().closeAllEditors(false));
            assertTrue(median(opening) < OPEN_MS, "opening takes too long: " + opening);
            assertTrue(median(completing) < COMPLETE_MS, "completing takes too long: " + completing);
            assertTrue(longest.ms() <= UI_MS, "the UI thread was held up: " + longest);
        }
    }

    /** The negative control of the watchdog: code that blocks is found. */
    @Test
    void theWatchdogBites() throws Exception {
        Thread uiThread = get(Thread::currentThread);
        try (Watchdog watchdog = new Watchdog(uiThread)) {
            ui(() -> org.wakespec.eclipse.core.Charts.histogram(new SlowList()));
            Watchdog.Stretch longest = watchdog.longest();
            assertTrue(longest.ms() > UI_MS && longest.where().contains("Charts"), longest.toString());
        }
    }

    /** A list that takes its time. */
    private static final class SlowList extends java.util.AbstractList<org.wakespec.eclipse.core.RunEvidence.Spread> {

        @Override
        public org.wakespec.eclipse.core.RunEvidence.Spread get(int index) {
            return Arrays.<org.wakespec.eclipse.core.RunEvidence.Spread>asList().get(index);
        }

        @Override
        public int size() {
            long end = System.nanoTime() + 300_000_000;
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            return 0;
        }
    }
}
