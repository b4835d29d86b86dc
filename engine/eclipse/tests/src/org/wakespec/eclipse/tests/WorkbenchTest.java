// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.wakespec.eclipse.tests.Bench.get;
import static org.wakespec.eclipse.tests.Bench.markers;
import static org.wakespec.eclipse.tests.Bench.page;
import static org.wakespec.eclipse.tests.Bench.session;
import static org.wakespec.eclipse.tests.Bench.shot;
import static org.wakespec.eclipse.tests.Bench.ui;
import static org.wakespec.eclipse.tests.Bench.until;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.IMarker;
import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.IPath;
import org.eclipse.core.runtime.Platform;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.ILaunchManager;
import org.eclipse.debug.ui.DebugUITools;
import org.eclipse.jdt.core.JavaCore;
import org.eclipse.jdt.junit.model.ITestCaseElement;
import org.eclipse.jdt.junit.model.ITestElement;
import org.eclipse.jdt.junit.model.ITestElementContainer;
import org.eclipse.jdt.junit.model.ITestRunSession;
import org.eclipse.jdt.launching.IJavaLaunchConfigurationConstants;
import org.eclipse.jface.text.IDocument;
import org.eclipse.jface.text.ITextOperationTarget;
import org.eclipse.jface.text.ITextSelection;
import org.eclipse.jface.text.ITextViewer;
import org.eclipse.jface.text.Region;
import org.eclipse.jface.text.contentassist.ICompletionProposal;
import org.eclipse.jface.text.hyperlink.IHyperlink;
import org.eclipse.jface.text.source.ISourceViewer;
import org.eclipse.jface.text.source.projection.ProjectionViewer;
import org.eclipse.jface.viewers.StructuredSelection;
import org.eclipse.jface.wizard.WizardDialog;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.StyleRange;
import org.eclipse.swt.custom.StyledText;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Text;
import org.eclipse.ui.INewWizard;
import org.eclipse.ui.IViewPart;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.dialogs.PreferencesUtil;
import org.eclipse.ui.ide.IDE;
import org.eclipse.ui.texteditor.ITextEditor;
import org.eclipse.ui.views.contentoutline.IContentOutlinePage;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.wakespec.eclipse.WakespecPlugin;
import org.wakespec.eclipse.core.LadderRow;
import org.wakespec.eclipse.core.RunModel;
import org.wakespec.eclipse.core.RunSelection;
import org.wakespec.eclipse.editor.FeatureAssist;
import org.wakespec.eclipse.editor.FeatureHover;
import org.wakespec.eclipse.editor.FormatTables;
import org.wakespec.eclipse.editor.StepLinks;
import org.wakespec.eclipse.launch.Launches;
import org.wakespec.eclipse.launch.SpecificationShortcut;
import org.wakespec.eclipse.launch.SpecificationTab;
import org.wakespec.eclipse.view.PlacementView;
import org.wakespec.eclipse.wizards.NewFeatureWizard;
import org.wakespec.eclipse.wizards.NewPolicyWizard;
import org.wakespec.eclipse.wizards.NewProjectWizard;
import org.wakespec.results.Verdict;

/** What a user does, in a real workbench. Later tests build on what earlier ones left. */
@TestMethodOrder(OrderAnnotation.class)
class WorkbenchTest {

    private static final String FOLDER = "src/test/resources/org/example/";

    private static final String PAIRS = """
            @demo
            Feature: Reciprocal pairs

              Background:
                Given the machine "cluster-8"
                And A runs on CPU 0
                And B sleeps, last on CPU 1
                And A and B wake each other

              @policy:linux-7.2 @policy:sync-pair-v4
              Scenario: A sync wakeup of a pair
                When A wakes B with WF_SYNC
                Then CPU selection was asked

              @policy:linux-7.2
              Scenario: A wakeup that is not sync
                When A wakes B
                Then B is placed on its previous CPU
            """;

    private static final String BROKEN = """
            Feature: Deliberately wrong

              Scenario: The wrong CPU is expected
                Given the machine "smp-8"
                And A runs on CPU 0
                And B sleeps, last on CPU 1
                When A wakes B
                Then B is placed on CPU 7

              Scenario: This one is right
                Given the machine "smp-8"
                And A runs on CPU 0
                And B sleeps, last on CPU 1
                When A wakes B
                Then B is placed on CPU 1
            """;

    private static final String TIMED = """
            Feature: Time passes

              @policy:linux-7.2
              Scenario: A task sleeps beside a hog
                Given an 8-core machine
                And hog computes for ever
                And hog is pinned to CPU 0
                And B computes 1 ms every 5 ms
                And B is pinned to CPU 0
                When the machine runs for 100 ms
                Then B has had 20 % of the time, give or take 5
            """;

    private static IProject project;
    private static IFile pairs;

    @BeforeAll
    static void workspace() throws Exception {
        ui(() -> {
            IViewPart welcome = page().findView("org.eclipse.ui.internal.introview");
            if (welcome != null) {
                page().hideView(welcome);
            }
            PlatformUI.getWorkbench()
                    .showPerspective("org.eclipse.jdt.ui.JavaPerspective", page().getWorkbenchWindow());
            page().getWorkbenchWindow().getShell().setMaximized(true);
        });
        project = Bench.project("spec");
        pairs = Bench.file(project, FOLDER + "pairs.feature", PAIRS);
        Bench.build(project);
    }

    private static ITextEditor open(IFile file) throws Exception {
        return get(() -> (ITextEditor) IDE.openEditor(page(), file));
    }

    private static IDocument document(ITextEditor editor) {
        return editor.getDocumentProvider().getDocument(editor.getEditorInput());
    }

    private static ITextViewer viewer(ITextEditor editor) {
        return editor.getAdapter(ITextViewer.class);
    }

    private static PlacementView view() throws Exception {
        return get(() -> (PlacementView) page().showView(PlacementView.ID));
    }

    private static ITestRunSession run(RunSelection selection) throws Exception {
        ILaunchConfiguration configuration = Launches.configuration(project, selection);
        ITestRunSession session = session(() -> DebugUITools.launch(configuration, ILaunchManager.RUN_MODE));
        until("the results are read", 20, () -> WakespecPlugin.runs().current().isComplete());
        return session;
    }

    private static List<ITestCaseElement> leaves(ITestElement element) {
        List<ITestCaseElement> leaves = new ArrayList<>();
        if (element instanceof ITestCaseElement leaf) {
            leaves.add(leaf);
        } else if (element instanceof ITestElementContainer container) {
            for (ITestElement child : container.getChildren()) {
                leaves.addAll(leaves(child));
            }
        }
        return leaves;
    }

    // ------------------------------------------------------------------ editor

    @Test
    @Order(1)
    void aFeatureOpensInTheGenericEditorWithColours() throws Exception {
        ITextEditor editor = open(pairs);
        assertEquals(
                "org.eclipse.ui.genericeditor.GenericEditor", editor.getSite().getId());
        assertEquals(
                "Gherkin feature",
                pairs.getContentDescription().getContentType().getName());
        StyleRange heading = style(editor, PAIRS.indexOf("Feature:") + 1);
        StyleRange step = style(editor, PAIRS.indexOf("Given") + 1);
        StyleRange text = style(editor, PAIRS.indexOf("runs on"));
        assertEquals(SWT.BOLD, heading.fontStyle);
        assertEquals(SWT.BOLD, step.fontStyle);
        assertFalse(heading.foreground.equals(step.foreground), "headings and steps differ");
        assertTrue(text == null || text.fontStyle == SWT.NORMAL);
        IFile german = Bench.file(
                project,
                FOLDER + "deutsch.feature",
                "# language: de\nFunktionalität: Paare\n\n  Szenario: Eins\n    Angenommen the machine \"smp-8\"\n");
        assertEquals(SWT.BOLD, style(open(german), 17).fontStyle);
        shot("01-editor");
        ui(() -> page().closeEditor(page().getActiveEditor(), false));
        german.delete(true, null);
    }

    private static StyleRange style(ITextEditor editor, int offset) throws Exception {
        return get(() -> ((StyledText) editor.getAdapter(Control.class)).getStyleRangeAtOffset(offset));
    }

    @Test
    @Order(2)
    void completionOffersStepsPoliciesAndMachines() throws Exception {
        Bench.wordsOf(project);
        IFile file = Bench.file(project, FOLDER + "complete.feature", """
                Feature: Completion

                  @policy:
                  Scenario: Half
                    Given the machine "smp-"
                    When A wakes B wi
                """);
        ITextEditor editor = open(file);
        String text = document(editor).get();
        assertTrue(labels(editor, text.indexOf("@policy:") + 8).contains("linux-7.2"));
        assertTrue(labels(editor, text.indexOf("smp-") + 4).contains("smp-8"));
        int end = text.indexOf("B wi") + 4;
        List<String> steps = labels(editor, end);
        assertTrue(steps.stream().anyMatch(s -> s.startsWith("A wakes B with WF_SYNC")), steps.toString());
        ui(() -> {
            editor.setFocus();
            editor.selectAndReveal(end, 0);
            editor.getAdapter(ITextOperationTarget.class).doOperation(ISourceViewer.CONTENTASSIST_PROPOSALS);
        });
        shot("02-completion");
        ui(() -> {
            for (Shell shell : PlatformUI.getWorkbench().getDisplay().getShells()) {
                if (shell.getText().isEmpty() && shell.isVisible() && shell.getParent() != null) {
                    shell.close();
                }
            }
            ICompletionProposal[] proposals = new FeatureAssist().computeCompletionProposals(viewer(editor), end);
            Arrays.stream(proposals)
                    .filter(p -> p.getDisplayString().startsWith("A wakes B with WF_SYNC "))
                    .findFirst()
                    .orElseThrow()
                    .apply(document(editor));
        });
        assertTrue(
                document(editor).get().contains("    When A wakes B with WF_SYNC\n"),
                document(editor).get());
        ui(() -> page().closeEditor(editor, false));
        file.delete(true, null);
    }

    private static List<String> labels(ITextEditor editor, int offset) throws Exception {
        return get(() -> Arrays.stream(new FeatureAssist().computeCompletionProposals(viewer(editor), offset))
                .map(ICompletionProposal::getDisplayString)
                .map(label -> label.replaceFirst("  -  .*", ""))
                .toList());
    }

    @Test
    @Order(3)
    void hoverAndHyperlinkLeadToTheStepMethod() throws Exception {
        ITextEditor editor = open(pairs);
        int offset = PAIRS.indexOf("A wakes B with") + 3;
        String hover = get(() -> new FeatureHover().getHoverInfo(viewer(editor), new Region(offset, 0)));
        assertTrue(hover.contains("{task} wakes {task} with {flags}"), hover);
        String policy = get(
                () -> new FeatureHover().getHoverInfo(viewer(editor), new Region(PAIRS.indexOf("linux-7.2") + 2, 0)));
        assertTrue(policy.contains("mainline 7.2"), policy);
        ui(() -> {
            IHyperlink[] links = new StepLinks().detectHyperlinks(viewer(editor), new Region(offset, 0), false);
            assertNotNull(links);
            links[0].open();
        });
        String title = get(() -> page().getActiveEditor().getTitle());
        assertTrue(title.startsWith("ActionSteps"), title);
        ui(() -> page().closeEditor(page().getActiveEditor(), false));
    }

    @Test
    @Order(4)
    void problemsAreMarkedWhileTyping() throws Exception {
        IFile file = Bench.file(project, FOLDER + "typing.feature", "Feature: Typing\n\n  Scenario: One\n");
        ITextEditor editor = open(file);
        ui(() -> document(editor).set("""
                Feature: Typing

                  Scenario: One
                    Given the machine "smp-9"
                    And A hums a tune
                    When A wakes B
                """));
        until("the undefined step is marked", 20, () -> markers(file, WakespecPlugin.PROBLEM).stream()
                .anyMatch(m -> m.startsWith("5: no step definition matches 'A hums a tune'")));
        List<String> found = markers(file, WakespecPlugin.PROBLEM);
        assertTrue(
                found.stream().anyMatch(m -> m.startsWith("4: no machine is called 'smp-9'. Did you mean 'smp-2'?")),
                found.toString());
        ui(() -> page().activate(editor));
        ui(() -> page().showView("org.eclipse.ui.views.ProblemView"));
        shot("03-markers");
        ui(() -> document(editor)
                .set("Feature: Typing\n\n  Scenario: One\n    Given the machine \"smp-8\"\n  nonsense\n"));
        until("the syntax error is marked", 20, () -> markers(file, WakespecPlugin.PROBLEM).stream()
                .anyMatch(m -> m.startsWith("5: expected:")));
        ui(() -> document(editor).set("Feature: Typing\n\n  Scenario: One\n    Given the machine \"smp-8\"\n"));
        until("nothing is marked any more", 20, () -> markers(file, WakespecPlugin.PROBLEM)
                .isEmpty());
        ui(() -> page().closeEditor(editor, false));
        file.delete(true, null);
    }

    @Test
    @Order(5)
    void aQuickFixCreatesTheStepMethod() throws Exception {
        IFile file = Bench.file(project, FOLDER + "fix.feature", """
                Feature: Fix

                  Scenario: One
                    Given the machine "smp-8"
                    And the fan of CPU 3 turns 1200 times
                """);
        ITextEditor editor = open(file);
        until("the step is marked", 20, () -> !markers(file, WakespecPlugin.PROBLEM)
                .isEmpty());
        IMarker marker = file.findMarkers(WakespecPlugin.PROBLEM, false, IResource.DEPTH_ZERO)[0];
        assertTrue(IDE.getMarkerHelpRegistry().hasResolutions(marker));
        ui(() -> IDE.getMarkerHelpRegistry().getResolutions(marker)[0].run(marker));
        IFile steps = project.getFile(IPath.fromPortableString("src/test/java/org/example/OwnSteps.java"));
        assertTrue(steps.exists());
        String source = new String(steps.getContents().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertTrue(source.contains("@Given(\"the fan of {cpu} turns {int} times\")"), source);
        assertTrue(source.contains("import org.wakespec.steps.CpuNumber;"), source);
        Bench.build(project);
        assertEquals(List.of(), markers(steps, IMarker.PROBLEM));
        shot("04-quick-fix");
        until("the step is defined", 30, () -> markers(file, WakespecPlugin.PROBLEM)
                .isEmpty());
        // a second method of the same expression: now the step is ambiguous
        Bench.file(
                project,
                "src/test/java/org/example/MoreSteps.java",
                source.replace("class OwnSteps", "class MoreSteps"));
        until("the step is ambiguous", 30, () -> markers(file, WakespecPlugin.PROBLEM).stream()
                .anyMatch(m -> m.startsWith("5: several step definitions match") && m.contains("MoreSteps.")));
        project.getFile(IPath.fromPortableString("src/test/java/org/example/MoreSteps.java"))
                .delete(true, null);
        steps.delete(true, null);
        until("the step is undefined again", 30, () -> markers(file, WakespecPlugin.PROBLEM).stream()
                .anyMatch(m -> m.startsWith("5: no step definition")));
        ui(() -> page().closeAllEditors(false));
        file.delete(true, null);
        Bench.build(project);
    }

    @Test
    @Order(6)
    void outlineFoldingAndTables() throws Exception {
        IFile file = Bench.file(project, FOLDER + "table.feature", """
                Feature: Tables

                  Scenario Outline: Row <n>
                    Given the machine "smp-8"

                    Examples:
                      | n | name |
                      | 1 | a long name |
                      | 10 | b |
                """);
        ITextEditor editor = open(file);
        IContentOutlinePage outline = get(() -> editor.getAdapter(IContentOutlinePage.class));
        assertNotNull(outline);
        ui(() -> page().showView("org.eclipse.ui.views.ContentOutline"));
        until("the file can be folded", 20, () -> {
            var model = ((ProjectionViewer) viewer(editor)).getProjectionAnnotationModel();
            return model != null && model.getAnnotationIterator().hasNext();
        });
        ui(() -> FormatTables.format(editor));
        assertTrue(
                document(editor).get().contains("""
                      |  n | name        |
                      |  1 | a long name |
                      | 10 | b           |
                """.indent(0)), document(editor).get());
        shot("05-outline");
        ui(() -> page().closeEditor(editor, false));
        file.delete(true, null);
    }

    // ------------------------------------------------------------------ running

    @Test
    @Order(10)
    void aFeatureRunsInTheJUnitViewAndTheViewShowsThePlacement() throws Exception {
        ITestRunSession session = run(RunSelection.file(FOLDER + "pairs.feature"));
        shot("06-run");
        assertEquals(ITestElement.Result.OK, session.getTestResult(true), String.valueOf(leaves(session)));
        assertEquals(3, leaves(session).size());
        PlacementView view = view();
        until("the view shows a placement", 20, () -> {
            try {
                return get(() -> view.scenario() != null && view.marked(0).containsKey("chosen"));
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        ui(() -> {
            assertEquals("A sync wakeup of a pair", view.scenario().title());
            assertEquals(0, view.marked(0).get("waker"));
            assertEquals(1, view.marked(0).get("previous"));
            List<LadderRow> ladder = view.ladder(0);
            assertEquals(1, ladder.stream().filter(LadderRow::isDeciding).count(), ladder.toString());
            double before = view.zoomOf(0);
            view.zoomBy(1.5);
            assertEquals(before * 1.5, view.zoomOf(0), 0.01);
            view.fit();
            assertEquals(before, view.zoomOf(0), 0.01);
            page().setPartState(page().getReference(view), org.eclipse.ui.IWorkbenchPage.STATE_MAXIMIZED);
        });
        shot("07-placement");
    }

    @Test
    @Order(11)
    void twoPoliciesAreCompared() throws Exception {
        PlacementView view = view();
        ui(() -> {
            view.compare(true);
            assertEquals(List.of("linux-7.2", "sync-pair-v4"), view.policies());
            assertEquals(1, view.marked(0).get("chosen"));
            assertEquals(0, view.marked(1).get("chosen"), "the patch keeps a pair together");
            view.choose(1, "linux-7.2");
            assertEquals(List.of("linux-7.2", "linux-7.2"), view.policies());
            assertEquals(view.marked(0), view.marked(1));
            view.choose(1, "sync-pair-v4");
        });
        shot("08-compare");
        ui(() -> {
            view.compare(false);
            page().setPartState(page().getReference(view), org.eclipse.ui.IWorkbenchPage.STATE_RESTORED);
        });
    }

    @Test
    @Order(12)
    void navigationLeadsFromTheViewToTheFileAndFromEditorAndJUnitToTheView() throws Exception {
        PlacementView view = view();
        ui(() -> {
            RunModel.Scenario second =
                    WakespecPlugin.runs().current().scenarios().get(1);
            view.tree().setSelection(new StructuredSelection(second));
            assertEquals("A wakeup that is not sync", view.scenario().title());
            doubleClick(view);
        });
        ITextEditor editor = get(() -> (ITextEditor) page().getActiveEditor());
        assertEquals("pairs.feature", get(editor::getTitle));
        int line = get(() -> ((ITextSelection) editor.getSelectionProvider().getSelection()).getStartLine() + 1);
        assertEquals(line(PAIRS, "A wakeup that is not sync"), line);
        ui(() -> {
            page().activate(editor);
            editor.selectAndReveal(PAIRS.indexOf("When A wakes B with"), 0);
        });
        until("the view follows the editor", 10, () -> shows(view, "A sync wakeup of a pair"));
        IViewPart junit = get(() -> page().showView("org.eclipse.jdt.junit.ResultView"));
        ui(() -> junit.getSite()
                .getSelectionProvider()
                .setSelection(new StructuredSelection(leaves(lastSession).get(2))));
        until("the view follows the JUnit view", 10, () -> shows(view, "A wakeup that is not sync"));
    }

    private static ITestRunSession lastSession;

    @Test
    @Order(9)
    void rememberTheSession() throws Exception {
        org.eclipse.jdt.junit.JUnitCore.addTestRunListener(new org.eclipse.jdt.junit.TestRunListener() {
            @Override
            public void sessionFinished(ITestRunSession session) {
                lastSession = session;
            }
        });
    }

    private static boolean shows(PlacementView view, String title) {
        try {
            return get(() -> view.scenario() != null && view.scenario().title().equals(title));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static int line(String text, String part) {
        return (int) text.substring(0, text.indexOf(part))
                        .chars()
                        .filter(c -> c == '\n')
                        .count()
                + 1;
    }

    private static void doubleClick(PlacementView view) {
        var event = new org.eclipse.swt.widgets.Event();
        event.type = SWT.DefaultSelection;
        event.item = view.tree().getTree().getSelection()[0];
        event.widget = view.tree().getTree();
        view.tree().getTree().notifyListeners(SWT.DefaultSelection, event);
        view.tree().getTree().notifyListeners(SWT.MouseDoubleClick, event);
    }

    @Test
    @Order(13)
    void aBrokenFeatureFailsVisiblyAndOnlyFailuresAreRerun() throws Exception {
        IFile broken = Bench.file(project, FOLDER + "broken.feature", BROKEN);
        Bench.build(project);
        ITestRunSession session = run(RunSelection.file(FOLDER + "broken.feature"));
        assertEquals(ITestElement.Result.FAILURE, session.getTestResult(true));
        PlacementView view = view();
        until("the view shows the failure", 10, () -> shows(view, "The wrong CPU is expected"));
        assertEquals(Verdict.FAILED, get(() -> view.scenario().verdict()));
        until("the failure is marked", 10, () -> !markers(broken, WakespecPlugin.FAILURE)
                .isEmpty());
        String marker = markers(broken, WakespecPlugin.FAILURE).get(0);
        assertTrue(marker.startsWith("8: [linux-7.2] "), marker);
        open(broken);
        shot("09-failure");
        ITestRunSession again = session(() -> assertTrue(Launches.rerunFailed()));
        assertEquals(1, leaves(again).size());
        until(
                "the second run is read",
                20,
                () -> WakespecPlugin.runs().current().isComplete()
                        && WakespecPlugin.runs().current().scenarios().size() == 1);
        Bench.file(project, FOLDER + "broken.feature", BROKEN.replace("CPU 7", "CPU 1"));
        Bench.build(project);
        ITestRunSession mended = run(RunSelection.file(FOLDER + "broken.feature"));
        assertEquals(ITestElement.Result.OK, mended.getTestResult(true));
        until("nothing is marked any more", 10, () -> markers(broken, WakespecPlugin.FAILURE)
                .isEmpty());
    }

    @Test
    @Order(14)
    void aScenarioLineAFolderAndAProjectRun() throws Exception {
        ITextEditor editor = open(pairs);
        RunSelection one = get(() -> {
            editor.selectAndReveal(PAIRS.indexOf("its previous CPU"), 0);
            return SpecificationShortcut.selection(editor, pairs);
        });
        assertEquals(List.of("linux-7.2"), names(run(one)));
        assertEquals(
                5,
                leaves(run(Launches.selection(project.getFolder(IPath.fromPortableString(FOLDER)))))
                        .size());
        assertEquals(5, leaves(run(Launches.selection(project))).size());
    }

    private static List<String> names(ITestRunSession session) {
        return leaves(session).stream()
                .map(leaf -> leaf.toString().replaceFirst("^TestCase: ", ""))
                .map(name -> name.contains("linux-7.2") ? "linux-7.2" : name)
                .toList();
    }

    @Test
    @Order(15)
    void theLaunchTabKeepsPoliciesTagsAndSeed() throws Exception {
        ILaunchConfiguration configuration =
                Launches.configuration(project, RunSelection.file(FOLDER + "pairs.feature"));
        ILaunchConfigurationWorkingCopy copy = configuration.getWorkingCopy();
        copy.setAttribute(IJavaLaunchConfigurationConstants.ATTR_VM_ARGUMENTS, "-Xmx200m -Dwakespec.policies=all");
        ui(() -> {
            Shell shell = new Shell(PlatformUI.getWorkbench().getDisplay());
            shell.setLayout(new org.eclipse.swt.layout.FillLayout());
            SpecificationTab tab = new SpecificationTab();
            tab.createControl(shell);
            tab.initializeFrom(copy);
            List<Text> texts = texts(shell);
            assertEquals("all", texts.get(0).getText());
            texts.get(0).setText("linux-7.2, no-sync");
            texts.get(1).setText("@demo and not @slow");
            texts.get(3).setText("17");
            assertTrue(tab.isValid(copy));
            tab.performApply(copy);
            texts.get(3).setText("many");
            assertFalse(tab.isValid(copy));
            shell.dispose();
        });
        assertEquals(
                "-Xmx200m \"-Dwakespec.policies=linux-7.2, no-sync\" \"-Dwakespec.tags=@demo and not @slow\""
                        + " -Dwakespec.execution.order.seed=17 -Dwakespec.execution.order=random",
                copy.getAttribute(IJavaLaunchConfigurationConstants.ATTR_VM_ARGUMENTS, ""));
        dialog(
                () -> DebugUITools.openLaunchConfigurationDialogOnGroup(
                        page().getWorkbenchWindow().getShell(),
                        new StructuredSelection(configuration),
                        "org.eclipse.debug.ui.launchGroup.run"),
                "Wakespec",
                "10-launch-tab");
    }

    /** Opens a modal dialog, selects a tab if one is named, takes a picture, and closes it. */
    private static void dialog(Bench.Action open, String tab, String name) throws Exception {
        var display = PlatformUI.getWorkbench().getDisplay();
        int before = get(() -> display.getShells().length);
        display.asyncExec(() -> {
            try {
                open.run();
            } catch (Exception e) {
                e.printStackTrace();
            }
        });
        until("the dialog is open", 20, () -> {
            try {
                return get(() -> display.getShells().length > before);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        if (!tab.isEmpty()) {
            until("the dialog shows the tab " + tab, 30, () -> {
                try {
                    return get(() -> Arrays.stream(display.getShells()).anyMatch(one -> select(one, tab)));
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
        }
        // a window of JDT's own may come over it while it looks for tests: 30 looks in a row without one
        int[] looks = {0};
        until("nothing is over the dialog", 60, () -> {
            try {
                boolean covered = get(() -> Arrays.stream(display.getShells()).anyMatch(WorkbenchTest::showsProgress));
                looks[0] = covered ? 0 : looks[0] + 1;
                return looks[0] >= 30;
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        shot(name);
        ui(() -> {
            for (Shell shell : display.getShells()) {
                if (shell.getParent() != null && !shell.isDisposed()) {
                    shell.close();
                }
            }
        });
    }

    /** Whether a shell is a visible dialog of progress: one with a bar that is not hidden within it. */
    private static boolean showsProgress(Shell shell) {
        return shell.isVisible() && shell.getParent() != null && hasVisibleBar(shell);
    }

    private static boolean hasVisibleBar(Composite composite) {
        for (Control child : composite.getChildren()) {
            if (child instanceof org.eclipse.swt.widgets.ProgressBar && child.isVisible()) {
                return true;
            }
            if (child instanceof Composite inner && hasVisibleBar(inner)) {
                return true;
            }
        }
        return false;
    }

    /** Selects a tab of this name somewhere in a dialog; whether there is one. */
    private static boolean select(Composite composite, String tab) {
        for (Control child : composite.getChildren()) {
            if (child instanceof org.eclipse.swt.custom.CTabFolder folder) {
                for (var item : folder.getItems()) {
                    if (item.getText().equals(tab)) {
                        folder.setSelection(item);
                        folder.notifyListeners(SWT.Selection, new org.eclipse.swt.widgets.Event());
                        return true;
                    }
                }
            }
            if (child instanceof Composite inner && select(inner, tab)) {
                return true;
            }
        }
        return false;
    }

    private static List<Text> texts(Composite composite) {
        List<Text> texts = new ArrayList<>();
        for (Control child : composite.getChildren()) {
            if (child instanceof Text text) {
                // the title of a dialog is a text nobody can write into
                if ((text.getStyle() & SWT.READ_ONLY) == 0) {
                    texts.add(text);
                }
            } else if (child instanceof Composite inner) {
                texts.addAll(texts(inner));
            }
        }
        return texts;
    }

    // ------------------------------------------------------------------ time

    @Test
    @Order(16)
    void aScenarioInWhichTimePassesShowsTimelineAndHistogram() throws Exception {
        Bench.file(project, FOLDER + "timed.feature", TIMED);
        Bench.build(project);
        ITestRunSession session = run(RunSelection.file(FOLDER + "timed.feature"));
        assertEquals(ITestElement.Result.OK, session.getTestResult(true), String.valueOf(leaves(session)));
        PlacementView view = view();
        until("the view shows the scenario", 10, () -> shows(view, "A task sleeps beside a hog"));
        var evidence = org.wakespec.eclipse.core.RunEvidence.of(
                        get(() -> view.scenario()).results().get("linux-7.2"))
                .orElseThrow();
        assertTrue(evidence.runs().stream().anyMatch(r -> r.task().equals("hog") && r.cpu() == 0), evidence.toString());
        assertFalse(evidence.spreads().isEmpty());
        ui(() -> {
            // the console comes to the front of its own when a run prints something
            page().activate(view);
            page().setPartState(page().getReference(view), org.eclipse.ui.IWorkbenchPage.STATE_MAXIMIZED);
            view.tabs().setSelection(1);
        });
        shot("11-histogram");
        ui(() -> view.tabs().setSelection(2));
        shot("12-timeline");
        ui(() -> {
            view.tabs().setSelection(0);
            page().setPartState(page().getReference(view), org.eclipse.ui.IWorkbenchPage.STATE_RESTORED);
        });
    }

    // ------------------------------------------------------------------ wizards, preferences, help

    private static void wizard(INewWizard wizard, IResource selected, Bench.Action fill, String shot) throws Exception {
        WizardDialog dialog = get(() -> {
            wizard.init(
                    PlatformUI.getWorkbench(),
                    selected == null ? StructuredSelection.EMPTY : new StructuredSelection(selected));
            WizardDialog made = new WizardDialog(page().getWorkbenchWindow().getShell(), wizard);
            made.setBlockOnOpen(false);
            made.open();
            return made;
        });
        try {
            shell = get(dialog::getShell);
            ui(fill);
            shot(shot);
            assertTrue(get(wizard::canFinish), "the wizard can finish");
            ui(() -> {
                for (Button button : buttons(dialog.getShell())) {
                    if (button.getText().replace("&", "").equals("Finish")) {
                        button.notifyListeners(SWT.Selection, new org.eclipse.swt.widgets.Event());
                        return;
                    }
                }
            });
            until("the wizard is closed", 60, () -> shell.isDisposed());
        } finally {
            ui(() -> {
                if (dialog.getShell() != null && !dialog.getShell().isDisposed()) {
                    dialog.close();
                }
            });
        }
    }

    private static Shell shell;

    private static List<Button> buttons(Composite composite) {
        List<Button> buttons = new ArrayList<>();
        for (Control child : composite.getChildren()) {
            if (child instanceof Button button) {
                buttons.add(button);
            } else if (child instanceof Composite inner) {
                buttons.addAll(buttons(inner));
            }
        }
        return buttons;
    }

    @Test
    @Order(20)
    void theProjectWizardMakesAProjectThatRuns() throws Exception {
        wizard(
                new NewProjectWizard(),
                null,
                () -> {
                    List<Text> texts = texts(shell);
                    texts.get(0).setText("wizard-made");
                    texts.get(1).setText("org.example.made");
                    texts.get(2).setText("/no/such/folder");
                    texts.get(2).setText(Bench.libraries().getPath());
                },
                "13-project-wizard");
        IProject made = ResourcesPlugin.getWorkspace().getRoot().getProject("wizard-made");
        assertTrue(made.exists());
        assertTrue(made.getFile("pom.xml").exists());
        assertEquals("first.feature", get(() -> page().getActiveEditor().getTitle()));
        Bench.build(made);
        assertEquals(List.of(), markers(made, IMarker.PROBLEM));
        Bench.wordsOf(made);
        ILaunchConfiguration configuration = Launches.configuration(made, Launches.selection(made));
        ITestRunSession session = session(() -> DebugUITools.launch(configuration, ILaunchManager.RUN_MODE));
        assertEquals(ITestElement.Result.OK, session.getTestResult(true), String.valueOf(leaves(session)));
    }

    @Test
    @Order(21)
    void thePolicyWizardMakesAPolicyThatCompilesAndIsKnown() throws Exception {
        IProject made = ResourcesPlugin.getWorkspace().getRoot().getProject("wizard-made");
        wizard(
                new NewPolicyWizard(),
                made,
                () -> {
                    List<Text> texts = texts(shell);
                    texts.get(0).setText("org.example.made");
                    texts.get(1).setText("stay-put");
                    assertEquals("StayPut", texts.get(2).getText());
                },
                "14-policy-wizard");
        Bench.build(made);
        assertEquals(List.of(), markers(made, IMarker.PROBLEM));
        assertNotNull(JavaCore.create(made).findType("org.example.made.StayPut"));
        until(
                "the policy is known",
                30,
                () -> WakespecPlugin.words().of(made).policy("stay-put").isPresent());
    }

    @Test
    @Order(22)
    void theFeatureWizardMakesAFeature() throws Exception {
        wizard(
                new NewFeatureWizard(),
                project.getFolder(IPath.fromPortableString(FOLDER)),
                () -> {
                    List<Text> texts = texts(shell);
                    texts.get(texts.size() - 1).setText("warm-cache.feature");
                },
                "15-feature-wizard");
        IFile made = project.getFile(IPath.fromPortableString(FOLDER + "warm-cache.feature"));
        assertTrue(made.exists());
        assertTrue(new String(made.getContents().readAllBytes()).startsWith("Feature: Warm cache\n"));
        made.delete(true, null);
    }

    @Test
    @Order(23)
    void preferencesAndHelpAreThere() throws Exception {
        dialog(
                () -> PreferencesUtil.createPreferenceDialogOn(
                                page().getWorkbenchWindow().getShell(), "org.wakespec.eclipse.preferences", null, null)
                        .open(),
                "",
                "16-preferences");
        var tocs = Platform.getExtensionRegistry().getConfigurationElementsFor("org.eclipse.help.toc");
        assertTrue(
                Arrays.stream(tocs).anyMatch(e -> e.getContributor().getName().equals("org.wakespec.eclipse")));
        for (String page : new String[] {"index", "first-steps", "editor", "running", "placement"}) {
            assertNotNull(Platform.getBundle("org.wakespec.eclipse").getEntry("help/" + page + ".html"), page);
        }
    }

    @Test
    @Order(99)
    void nothingOfOursIsInTheErrorLog() throws Exception {
        java.io.File log = Platform.getLogFileLocation().toFile();
        String text = log.exists() ? java.nio.file.Files.readString(log.toPath()) : "";
        List<String> ours = text.lines()
                .filter(line -> line.startsWith("!ENTRY org.wakespec.eclipse")
                        || line.contains("at org.wakespec.eclipse.") && !line.contains(".tests."))
                .toList();
        assertEquals(List.of(), ours);
    }
}
