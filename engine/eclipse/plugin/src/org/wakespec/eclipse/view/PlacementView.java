// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.view;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.runtime.Adapters;
import org.eclipse.jface.action.Action;
import org.eclipse.jface.action.IAction;
import org.eclipse.jface.action.IToolBarManager;
import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.jface.resource.ImageDescriptor;
import org.eclipse.jface.text.BadLocationException;
import org.eclipse.jface.text.IDocument;
import org.eclipse.jface.text.IRegion;
import org.eclipse.jface.text.ITextSelection;
import org.eclipse.jface.viewers.ISelection;
import org.eclipse.jface.viewers.IStructuredSelection;
import org.eclipse.jface.viewers.StructuredSelection;
import org.eclipse.jface.viewers.TreeViewer;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.SashForm;
import org.eclipse.swt.widgets.Combo;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.TabFolder;
import org.eclipse.swt.widgets.TabItem;
import org.eclipse.swt.widgets.Text;
import org.eclipse.ui.IEditorPart;
import org.eclipse.ui.ISelectionListener;
import org.eclipse.ui.IWorkbenchPart;
import org.eclipse.ui.PartInitException;
import org.eclipse.ui.ide.IDE;
import org.eclipse.ui.part.ViewPart;
import org.eclipse.ui.texteditor.ITextEditor;
import org.wakespec.eclipse.WakespecPlugin;
import org.wakespec.eclipse.core.FeatureText;
import org.wakespec.eclipse.core.Outline;
import org.wakespec.eclipse.core.RunEvidence;
import org.wakespec.eclipse.core.RunModel;
import org.wakespec.eclipse.launch.Launches;
import org.wakespec.eclipse.runs.Runs;
import org.wakespec.results.ScenarioResult;

/** The last run: its scenarios, and for the selected one the machine, the ladder, and what was measured. */
public final class PlacementView extends ViewPart implements Runs.Listener, ISelectionListener {

    /** Its id. */
    public static final String ID = "org.wakespec.eclipse.placement";

    private Label summary;
    private TreeViewer tree;
    private TabFolder tabs;
    private SashForm sides;
    private PolicyPane left;
    private PolicyPane right;
    private Combo spreads;
    private ChartCanvas histogram;
    private ChartCanvas timeline;
    private Text details;
    private IAction compare;
    private IAction link;
    private RunModel run = RunModel.NONE;
    private RunModel.Scenario scenario;
    private boolean updating;
    private volatile boolean pending;

    @Override
    public void createPartControl(Composite parent) {
        GridLayoutFactory.fillDefaults().spacing(0, 2).applyTo(parent);
        summary = new Label(parent, SWT.NONE);
        GridDataFactory.fillDefaults().grab(true, false).indent(4, 0).applyTo(summary);
        SashForm sash = new SashForm(parent, SWT.HORIZONTAL);
        GridDataFactory.fillDefaults().grab(true, true).applyTo(sash);
        tree = new TreeViewer(sash, SWT.SINGLE | SWT.H_SCROLL | SWT.V_SCROLL | SWT.BORDER);
        tree.setUseHashlookup(true);
        tree.setContentProvider(new RunTree());
        tree.setLabelProvider(new RunLabels());
        tree.addSelectionChangedListener(event -> selected(event.getStructuredSelection()));
        tree.addDoubleClickListener(event -> open(((IStructuredSelection) event.getSelection()).getFirstElement()));
        tabs = new TabFolder(sash, SWT.TOP);
        sides = new SashForm(tabs, SWT.HORIZONTAL);
        left = new PolicyPane(sides, pane -> charts());
        right = new PolicyPane(sides, pane -> charts());
        sides.setMaximizedControl(left);
        tab("Placement", sides);
        Composite measured = new Composite(tabs, SWT.NONE);
        GridLayoutFactory.fillDefaults().applyTo(measured);
        spreads = new Combo(measured, SWT.READ_ONLY);
        spreads.setToolTipText("What was sampled");
        spreads.addListener(SWT.Selection, event -> charts());
        histogram = new ChartCanvas(measured, ChartCanvas.Kind.HISTOGRAM);
        GridDataFactory.fillDefaults().grab(true, true).applyTo(histogram);
        tab("Measured", measured);
        timeline = new ChartCanvas(tabs, ChartCanvas.Kind.TIMELINE);
        tab("Timeline", timeline);
        details = new Text(tabs, SWT.MULTI | SWT.READ_ONLY | SWT.H_SCROLL | SWT.V_SCROLL);
        details.setFont(org.eclipse.jface.resource.JFaceResources.getTextFont());
        tab("Details", details);
        sash.setWeights(28, 72);
        actions(getViewSite().getActionBars().getToolBarManager());
        getSite().setSelectionProvider(tree);
        getSite().getPage().addPostSelectionListener(this);
        WakespecPlugin.runs().addListener(this);
        update(WakespecPlugin.runs().current());
    }

    private void tab(String title, org.eclipse.swt.widgets.Control control) {
        TabItem item = new TabItem(tabs, SWT.NONE);
        item.setText(title);
        item.setControl(control);
    }

    private static Action action(String text, String icon, int style, Runnable body) {
        Action action = new Action(text, style) {
            @Override
            public void run() {
                body.run();
            }
        };
        ImageDescriptor image = WakespecPlugin.get().descriptor(icon);
        action.setImageDescriptor(image);
        return action;
    }

    private void actions(IToolBarManager bar) {
        compare = action(
                "Compare two policies side by side",
                "compare",
                IAction.AS_CHECK_BOX,
                () -> compare(compare.isChecked()));
        link = action("Follow the JUnit view and the editor", "link", IAction.AS_CHECK_BOX, () -> {});
        link.setChecked(true);
        bar.add(action("Zoom in", "zoomin", IAction.AS_PUSH_BUTTON, () -> zoom(1.25)));
        bar.add(action("Zoom out", "zoomout", IAction.AS_PUSH_BUTTON, () -> zoom(0.8)));
        bar.add(action("Fit", "fit", IAction.AS_PUSH_BUTTON, this::fit));
        bar.add(compare);
        bar.add(link);
        bar.add(action("Rerun failed scenarios", "rerun", IAction.AS_PUSH_BUTTON, Launches::rerunFailed));
    }

    /** Draws the machines as large as the view allows. */
    public void fit() {
        left.machine().fit();
        right.machine().fit();
    }

    private void zoom(double factor) {
        left.machine().zoom(factor);
        right.machine().zoom(factor);
    }

    // ------------------------------------------------------------------ results

    @Override
    public void changed(RunModel now) {
        // many results in a short time are one update
        if (!pending && !summary.isDisposed()) {
            pending = true;
            summary.getDisplay().asyncExec(() -> {
                pending = false;
                if (!summary.isDisposed()) {
                    update(WakespecPlugin.runs().current());
                }
            });
        }
    }

    private void update(RunModel now) {
        run = now;
        summary.setText(now.summary());
        summary.setToolTipText(now.summary());
        Optional<RunModel.Scenario> again = scenario == null ? Optional.empty() : now.again(scenario);
        Object[] expanded = tree.getExpandedElements();
        updating = true;
        tree.getControl().setRedraw(false);
        try {
            tree.setInput(now);
            if (now.features().size() == 1) {
                tree.expandToLevel(2);
            } else {
                for (Object element : expanded) {
                    if (element instanceof RunModel.Feature former) {
                        now.features().stream()
                                .filter(f -> f.path().equals(former.path()))
                                .forEach(f -> tree.setExpandedState(f, true));
                    }
                }
            }
            again.ifPresent(s -> tree.setSelection(new StructuredSelection(s), true));
        } finally {
            tree.getControl().setRedraw(true);
            updating = false;
        }
        if (again.isPresent()) {
            show(again.get(), "");
        } else if (scenario == null || now.features().isEmpty()) {
            Optional<RunModel.Scenario> first = now.scenarios().stream().findFirst();
            show(first.orElse(null), "");
            first.ifPresent(s -> {
                updating = true;
                tree.setSelection(new StructuredSelection(s));
                updating = false;
            });
        }
    }

    private void selected(IStructuredSelection selection) {
        if (!updating) {
            Object element = selection.getFirstElement();
            if (element instanceof RunModel.Scenario chosen) {
                show(chosen, "");
            } else if (element instanceof RunTree.Leaf leaf) {
                show(leaf.scenario(), leaf.policy());
            }
        }
    }

    private void show(RunModel.Scenario its, String policy) {
        scenario = its;
        left.show(its, policy);
        if (its == null) {
            right.show(null, "");
        } else if (compare.isChecked()) {
            showRight();
        }
        charts();
    }

    /** The other policy: the one shown before, else the first that is not on the left. */
    private void showRight() {
        String other = right.policy();
        if (other.isEmpty()
                || other.equals(left.policy())
                || !scenario.results().containsKey(other)) {
            other = scenario.results().keySet().stream()
                    .filter(policy -> !policy.equals(left.policy()))
                    .findFirst()
                    .orElse(left.policy());
        }
        right.show(scenario, other);
    }

    private void charts() {
        Map<String, RunEvidence> byPolicy = new LinkedHashMap<>();
        StringBuilder text = new StringBuilder();
        if (scenario != null) {
            List<String> policies =
                    compare.isChecked() ? List.of(left.policy(), right.policy()) : List.of(left.policy());
            for (String policy : policies) {
                ScenarioResult result = scenario.results().get(policy);
                if (result != null) {
                    RunEvidence.of(result).ifPresent(evidence -> byPolicy.put(policy, evidence));
                    text.append(Details.of(result));
                }
            }
        }
        List<String> names = byPolicy.values().stream()
                .flatMap(evidence -> evidence.spreads().stream())
                .map(RunEvidence.Spread::name)
                .distinct()
                .toList();
        String before = spreads.getText();
        if (!List.of(spreads.getItems()).equals(names)) {
            spreads.setItems(names.toArray(String[]::new));
            spreads.select(Math.max(0, names.indexOf(before)));
            spreads.getParent().layout();
        }
        histogram.show(byPolicy, spreads.getText());
        timeline.show(byPolicy, "");
        if (!details.getText().contentEquals(text)) {
            details.setText(text.toString());
        }
    }

    /** Shows one policy or two. */
    public void compare(boolean two) {
        compare.setChecked(two);
        sides.setMaximizedControl(two ? null : left);
        if (two && scenario != null) {
            showRight();
        }
        charts();
    }

    // ------------------------------------------------------------------ links

    @Override
    public void selectionChanged(IWorkbenchPart part, ISelection selection) {
        if (part == this || !link.isChecked()) {
            return;
        }
        if (selection instanceof IStructuredSelection structured
                && part.getSite().getId().equals("org.eclipse.jdt.junit.ResultView")) {
            JUnitSelection.uniqueId(structured.getFirstElement())
                    .flatMap(run::byId)
                    .ifPresent(found -> reveal(found.getKey(), found.getValue()));
        } else if (part instanceof IEditorPart editor && selection instanceof ITextSelection text) {
            IFile file = Adapters.adapt(editor.getEditorInput(), IFile.class);
            if (file != null && "feature".equals(file.getFileExtension())) {
                at(editor, file, text.getStartLine() + 1).ifPresent(found -> {
                    if (!found.equals(scenario)) {
                        reveal(found, "");
                    }
                });
            }
        }
    }

    private Optional<RunModel.Scenario> at(IEditorPart editor, IFile file, int line) {
        if (!file.getProject().equals(WakespecPlugin.runs().project())
                || !(editor instanceof ITextEditor text)) {
            return Optional.empty();
        }
        var document = text.getDocumentProvider().getDocument(text.getEditorInput());
        return Outline.scenarioAt(Outline.of(FeatureText.of(document.get())), line)
                .flatMap(outline -> {
                    String path = file.getProjectRelativePath().toString();
                    Optional<RunModel.Scenario> row = run.at(path, line, line);
                    return row.isPresent() ? row : run.at(path, outline.firstLine(), outline.lastLine());
                });
    }

    private void reveal(RunModel.Scenario its, String policy) {
        updating = true;
        tree.setSelection(new StructuredSelection(its), true);
        updating = false;
        show(its, policy);
    }

    /** Opens the feature an element of the tree comes from, at its line. */
    void open(Object element) {
        String path;
        int line;
        if (element instanceof RunModel.Feature feature) {
            path = feature.path();
            line = 1;
        } else if (element instanceof RunModel.Scenario one) {
            path = one.feature();
            line = one.line();
        } else if (element instanceof RunTree.Leaf leaf) {
            path = leaf.scenario().feature();
            ScenarioResult result = leaf.scenario().results().get(leaf.policy());
            line = org.wakespec.eclipse.core.Failures.line(result);
        } else {
            return;
        }
        Optional<IFile> file = WakespecPlugin.runs().file(path);
        if (file.isEmpty()) {
            summary.setText(path + " is not in the workspace");
            return;
        }
        try {
            IEditorPart editor = IDE.openEditor(getSite().getPage(), file.get(), true);
            if (line > 1) {
                reveal(editor, line);
            }
        } catch (PartInitException e) {
            WakespecPlugin.log(path + " cannot be opened", e);
        }
    }

    /** Without a marker: to make one takes the lock of the workspace, which a build may hold, on this thread. */
    private static void reveal(IEditorPart editor, int line) {
        ITextEditor text = Adapters.adapt(editor, ITextEditor.class);
        IDocument document = text == null ? null : text.getDocumentProvider().getDocument(text.getEditorInput());
        if (document != null) {
            try {
                IRegion region = document.getLineInformation(Math.min(line, document.getNumberOfLines()) - 1);
                text.selectAndReveal(region.getOffset(), region.getLength());
            } catch (BadLocationException e) {
                WakespecPlugin.log("line " + line + " of " + editor.getTitle() + " cannot be shown", e);
            }
        }
    }

    // ------------------------------------------------------------------ for tests

    /** The tree of scenarios. */
    public TreeViewer tree() {
        return tree;
    }

    /** The scenario shown; null if none is. */
    public RunModel.Scenario scenario() {
        return scenario;
    }

    /** The pages: placement, measured, timeline, details. */
    public TabFolder tabs() {
        return tabs;
    }

    /** The policies shown, one or two. */
    public List<String> policies() {
        return compare.isChecked() ? List.of(left.policy(), right.policy()) : List.of(left.policy());
    }

    /** Chooses the policy of a side, 0 or 1. */
    public void choose(int side, String policy) {
        (side == 0 ? left : right).choose(policy);
    }

    /** The CPUs marked on a side. */
    public Map<String, Integer> marked(int side) {
        return (side == 0 ? left : right).machine().marked();
    }

    /** How large a side is drawn. */
    public double zoomOf(int side) {
        return (side == 0 ? left : right).machine().zoom();
    }

    /** Zooms both sides. */
    public void zoomBy(double factor) {
        zoom(factor);
    }

    /** The ladder of a side. */
    public List<org.wakespec.eclipse.core.LadderRow> ladder(int side) {
        return (side == 0 ? left : right).rows();
    }

    @Override
    public void setFocus() {
        tree.getControl().setFocus();
    }

    @Override
    public void dispose() {
        WakespecPlugin.runs().removeListener(this);
        getSite().getPage().removePostSelectionListener(this);
        super.dispose();
    }
}
