// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.view;

import org.eclipse.jface.viewers.LabelProvider;
import org.eclipse.swt.graphics.Image;
import org.wakespec.eclipse.core.RunModel;

/** What the tree of a run shows. */
final class RunLabels extends LabelProvider {

    @Override
    public String getText(Object element) {
        if (element instanceof RunModel.Feature feature) {
            return feature.title().isEmpty() ? feature.path() : feature.title();
        }
        if (element instanceof RunModel.Scenario scenario) {
            return scenario.title();
        }
        RunTree.Leaf leaf = (RunTree.Leaf) element;
        String verdict = leaf.scenario().results().get(leaf.policy()).verdict().key();
        return (leaf.policy().isEmpty() ? "problem" : leaf.policy()) + "  " + verdict;
    }

    @Override
    public Image getImage(Object element) {
        if (element instanceof RunModel.Feature feature) {
            return PolicyPane.verdictImage(feature.verdict());
        }
        if (element instanceof RunModel.Scenario scenario) {
            return PolicyPane.verdictImage(scenario.verdict());
        }
        RunTree.Leaf leaf = (RunTree.Leaf) element;
        return PolicyPane.verdictImage(
                leaf.scenario().results().get(leaf.policy()).verdict());
    }
}
