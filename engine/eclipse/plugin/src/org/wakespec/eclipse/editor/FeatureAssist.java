// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.editor;

import java.util.List;
import org.eclipse.jface.text.BadLocationException;
import org.eclipse.jface.text.IDocument;
import org.eclipse.jface.text.ITextViewer;
import org.eclipse.jface.text.contentassist.CompletionProposal;
import org.eclipse.jface.text.contentassist.ICompletionProposal;
import org.eclipse.jface.text.contentassist.IContentAssistProcessor;
import org.eclipse.jface.text.contentassist.IContextInformation;
import org.eclipse.jface.text.contentassist.IContextInformationValidator;
import org.eclipse.jface.text.link.LinkedModeModel;
import org.eclipse.jface.text.link.LinkedModeUI;
import org.eclipse.jface.text.link.LinkedPosition;
import org.eclipse.jface.text.link.LinkedPositionGroup;
import org.eclipse.jface.text.link.ProposalPosition;
import org.eclipse.swt.graphics.Image;
import org.eclipse.swt.graphics.Point;
import org.wakespec.eclipse.WakespecPlugin;
import org.wakespec.eclipse.core.Completion;
import org.wakespec.eclipse.core.Proposal;

/** Offers steps, keywords, tags, policies and machines; parameters of steps are filled in one after the other. */
public final class FeatureAssist implements IContentAssistProcessor {

    @Override
    public ICompletionProposal[] computeCompletionProposals(ITextViewer viewer, int offset) {
        IDocument document = viewer.getDocument();
        List<Proposal> proposals = Completion.at(Documents.lines(document), offset, Documents.words(document));
        return proposals.stream().map(proposal -> new Offer(proposal, viewer)).toArray(ICompletionProposal[]::new);
    }

    @Override
    public IContextInformation[] computeContextInformation(ITextViewer viewer, int offset) {
        return null;
    }

    @Override
    public char[] getCompletionProposalAutoActivationCharacters() {
        return new char[] {'@', '"', ':'};
    }

    @Override
    public char[] getContextInformationAutoActivationCharacters() {
        return null;
    }

    @Override
    public String getErrorMessage() {
        return null;
    }

    @Override
    public IContextInformationValidator getContextInformationValidator() {
        return null;
    }

    /** One entry of the list. */
    private static final class Offer implements ICompletionProposal {

        private final Proposal proposal;
        private final ITextViewer viewer;
        private Point selection;

        Offer(Proposal proposal, ITextViewer viewer) {
            this.proposal = proposal;
            this.viewer = viewer;
        }

        @Override
        public void apply(IDocument document) {
            try {
                int length = Math.min(proposal.length(), document.getLength() - proposal.offset());
                document.replace(proposal.offset(), length, proposal.text());
                selection = new Point(proposal.offset() + proposal.text().length(), 0);
                if (!proposal.blanks().isEmpty()) {
                    link(document);
                }
            } catch (BadLocationException e) {
                WakespecPlugin.log("a proposal could not be inserted", e);
            }
        }

        private void link(IDocument document) throws BadLocationException {
            LinkedModeModel model = new LinkedModeModel();
            int number = 0;
            for (Proposal.Blank blank : proposal.blanks()) {
                LinkedPositionGroup group = new LinkedPositionGroup();
                int start = proposal.offset() + blank.start();
                ICompletionProposal[] choices = blank.choices().stream()
                        .map(choice -> new CompletionProposal(choice, start, blank.length(), choice.length()))
                        .toArray(ICompletionProposal[]::new);
                group.addPosition(
                        choices.length == 0
                                ? new LinkedPosition(document, start, blank.length(), number)
                                : new ProposalPosition(document, start, blank.length(), number, choices));
                model.addGroup(group);
                number++;
            }
            model.forceInstall();
            LinkedModeUI ui = new LinkedModeUI(model, viewer);
            ui.setExitPosition(viewer, proposal.offset() + proposal.text().length(), 0, Integer.MAX_VALUE);
            ui.enter();
            selection = new Point(
                    ui.getSelectedRegion().getOffset(), ui.getSelectedRegion().getLength());
        }

        @Override
        public Point getSelection(IDocument document) {
            return selection;
        }

        @Override
        public String getAdditionalProposalInfo() {
            return proposal.help().isEmpty() ? null : proposal.help();
        }

        @Override
        public String getDisplayString() {
            return proposal.note().isEmpty() ? proposal.label() : proposal.label() + "  -  " + proposal.note();
        }

        @Override
        public Image getImage() {
            return WakespecPlugin.get().image("step");
        }

        @Override
        public IContextInformation getContextInformation() {
            return null;
        }
    }
}
