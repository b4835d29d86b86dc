// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.view;

import org.eclipse.jface.viewers.ITreeContentProvider;
import org.eclipse.jface.viewers.Viewer;
import org.wakespec.eclipse.core.RunModel;

/** Features, their scenarios, and the policies each was run on. */
final class RunTree implements ITreeContentProvider {

    /** A scenario under one policy. */
    record Leaf(RunModel.Scenario scenario, String policy) {}

    private RunModel run = RunModel.NONE;

    @Override
    public void inputChanged(Viewer viewer, Object before, Object now) {
        run = now instanceof RunModel model ? model : RunModel.NONE;
    }

    @Override
    public Object[] getElements(Object input) {
        return ((RunModel) input).features().toArray();
    }

    @Override
    public Object[] getChildren(Object parent) {
        if (parent instanceof RunModel.Feature feature) {
            return feature.scenarios().toArray();
        }
        if (parent instanceof RunModel.Scenario scenario) {
            return scenario.results().keySet().stream()
                    .map(policy -> new Leaf(scenario, policy))
                    .toArray();
        }
        return new Object[0];
    }

    @Override
    public Object getParent(Object element) {
        if (element instanceof RunModel.Scenario scenario) {
            return run.features().stream()
                    .filter(feature -> feature.path().equals(scenario.feature()))
                    .findFirst()
                    .orElse(null);
        }
        return element instanceof Leaf leaf ? leaf.scenario() : null;
    }

    @Override
    public boolean hasChildren(Object element) {
        return !(element instanceof Leaf);
    }
}
