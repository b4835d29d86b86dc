// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.view;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.jface.layout.TableColumnLayout;
import org.eclipse.jface.resource.JFaceResources;
import org.eclipse.jface.viewers.ArrayContentProvider;
import org.eclipse.jface.viewers.ColumnLabelProvider;
import org.eclipse.jface.viewers.ColumnViewerToolTipSupport;
import org.eclipse.jface.viewers.ColumnWeightData;
import org.eclipse.jface.viewers.TableViewer;
import org.eclipse.jface.viewers.TableViewerColumn;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.SashForm;
import org.eclipse.swt.graphics.Font;
import org.eclipse.swt.graphics.Image;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.widgets.Combo;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Label;
import org.wakespec.eclipse.WakespecPlugin;
import org.wakespec.eclipse.core.Decisions;
import org.wakespec.eclipse.core.LadderRow;
import org.wakespec.eclipse.core.MachineShape;
import org.wakespec.eclipse.core.RunModel;
import org.wakespec.results.ScenarioResult;

/** One policy: which it is, what it decided on the machine, and the ladder of questions that led there. */
final class PolicyPane extends Composite {

    /** From this ratio of width to height on, the ladder stands beside the machine. */
    private static final double WIDE = 1.6;

    private final Combo policies;
    private final Combo decisions;
    private final Label verdict;
    private final MachineCanvas machine;
    private final TableViewer ladder;
    private final Consumer<PolicyPane> changed;
    private RunModel.Scenario scenario;
    private List<String> names = List.of();
    private Decisions shown;
    private MachineShape shape;

    PolicyPane(Composite parent, Consumer<PolicyPane> changed) {
        super(parent, SWT.NONE);
        this.changed = changed;
        GridLayoutFactory.fillDefaults().numColumns(3).spacing(4, 2).applyTo(this);
        policies = new Combo(this, SWT.READ_ONLY);
        policies.setToolTipText("Policy");
        policies.addListener(SWT.Selection, event -> {
            refresh();
            changed.accept(this);
        });
        decisions = new Combo(this, SWT.READ_ONLY);
        decisions.setToolTipText("Which of the scenario's decisions");
        decisions.addListener(SWT.Selection, event -> decision());
        verdict = new Label(this, SWT.NONE);
        GridDataFactory.fillDefaults()
                .align(SWT.FILL, SWT.CENTER)
                .grab(true, false)
                .applyTo(verdict);
        SashForm sash = new SashForm(this, SWT.VERTICAL);
        GridDataFactory.fillDefaults().grab(true, true).span(3, 1).applyTo(sash);
        machine = new MachineCanvas(sash);
        ladder = ladder(sash);
        sash.setWeights(60, 40);
        sash.addListener(SWT.Resize, event -> {
            Point size = sash.getSize();
            int wanted = size.x > WIDE * size.y ? SWT.HORIZONTAL : SWT.VERTICAL;
            if (sash.getOrientation() != wanted) {
                sash.setOrientation(wanted);
            }
        });
        clear();
    }

    private TableViewer ladder(Composite parent) {
        Composite holder = new Composite(parent, SWT.NONE);
        TableColumnLayout layout = new TableColumnLayout();
        holder.setLayout(layout);
        TableViewer viewer = new TableViewer(holder, SWT.FULL_SELECTION | SWT.BORDER | SWT.V_SCROLL);
        viewer.getTable().setHeaderVisible(true);
        ColumnViewerToolTipSupport.enableFor(viewer);
        viewer.setContentProvider(ArrayContentProvider.getInstance());
        column(viewer, layout, "Question", 30, LadderRow::question);
        column(viewer, layout, "Answer", 35, LadderRow::answer);
        column(viewer, layout, "Saw", 35, LadderRow::saw);
        return viewer;
    }

    private static void column(
            TableViewer viewer,
            TableColumnLayout layout,
            String title,
            int weight,
            java.util.function.Function<LadderRow, String> text) {
        TableViewerColumn column = new TableViewerColumn(viewer, SWT.LEFT);
        column.getColumn().setText(title);
        layout.setColumnData(column.getColumn(), new ColumnWeightData(weight, 60));
        column.setLabelProvider(new ColumnLabelProvider() {
            @Override
            public String getText(Object element) {
                LadderRow row = (LadderRow) element;
                return (title.equals("Question") && row.isDeciding() ? "▶ " : "") + text.apply(row);
            }

            @Override
            public Font getFont(Object element) {
                return ((LadderRow) element).isDeciding()
                        ? JFaceResources.getFontRegistry().getBold(JFaceResources.DEFAULT_FONT)
                        : null;
            }

            @Override
            public String getToolTipText(Object element) {
                LadderRow row = (LadderRow) element;
                return row.help().isEmpty() ? text.apply(row) : row.help();
            }
        });
    }

    private void clear() {
        scenario = null;
        shown = null;
        shape = null;
        policies.removeAll();
        decisions.removeAll();
        decisions.setVisible(false);
        verdict.setText("");
        machine.show(null, null, 0);
        ladder.setInput(List.of());
    }

    /** Shows a scenario, under this policy if it was run on it, else under the one shown before or the first. */
    void show(RunModel.Scenario its, String wanted) {
        if (its == null) {
            clear();
            return;
        }
        String before = policy();
        boolean same = its.equals(scenario);
        int decision = same ? decisions.getSelectionIndex() : -1;
        scenario = its;
        List<String> now = List.copyOf(its.results().keySet());
        if (!now.equals(names)) {
            names = now;
        }
        policies.setItems(names.toArray(String[]::new));
        int index = names.indexOf(wanted);
        index = index >= 0 ? index : names.indexOf(before);
        policies.select(Math.max(0, index));
        refresh();
        if (decision >= 0 && decision < decisions.getItemCount()) {
            decisions.select(decision);
            decision();
        }
        layout(true);
    }

    /** The policy shown; empty if none is. */
    String policy() {
        int index = policies.getSelectionIndex();
        return index < 0 ? "" : policies.getItem(index);
    }

    /** Chooses a policy as a user would. */
    void choose(String policy) {
        int index = names.indexOf(policy);
        if (index >= 0) {
            policies.select(index);
            refresh();
            changed.accept(this);
        }
    }

    private void refresh() {
        ScenarioResult result = scenario.results().get(policy());
        if (result == null) {
            return;
        }
        verdict.setText(result.verdict().key()
                + result.message()
                        .map(m -> ": " + m.lines().findFirst().orElse(""))
                        .orElse(""));
        verdict.setToolTipText(result.message().orElse(null));
        Optional<Decisions> found = Decisions.of(result);
        shown = found.orElse(null);
        shape = MachineShape.of(result).orElse(null);
        List<String> titles = found.map(d ->
                        d.decisions().stream().map(Decisions.Decision::title).toList())
                .orElse(List.of());
        decisions.setItems(titles.toArray(String[]::new));
        decisions.setVisible(!titles.isEmpty());
        decisions.select(titles.size() - 1);
        decision();
    }

    private void decision() {
        int index = decisions.getSelectionIndex();
        if (shown == null || index < 0) {
            machine.show(shape, null, 0);
            ladder.setInput(List.of());
            return;
        }
        Decisions.Decision decision = shown.decisions().get(index);
        machine.show(shape, decision, index);
        List<LadderRow> rows = LadderRow.of(decision, shown.words());
        ladder.setInput(rows);
        rows.stream().filter(LadderRow::isDeciding).findFirst().ifPresent(row -> ladder.reveal(row));
    }

    MachineCanvas machine() {
        return machine;
    }

    /** The rows of the ladder shown. */
    @SuppressWarnings("unchecked")
    List<LadderRow> rows() {
        return (List<LadderRow>) ladder.getInput();
    }

    static Image verdictImage(org.wakespec.results.Verdict verdict) {
        return WakespecPlugin.get()
                .image(
                        switch (verdict) {
                            case PASSED -> "passed";
                            case FAILED -> "failed";
                            default -> "undecided";
                        });
    }
}
