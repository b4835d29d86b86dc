// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.UniqueId;

/**
 * A leaf that always fails, because something was found wrong before the run: a broken feature, an unknown name, a
 * selection that matches nothing. An error in the discovery itself would take all other tests down with it.
 */
final class ProblemDescriptor extends PlainLeaf {

    private final String longName;
    private final SpecificationError error;
    private final FeatureFile file;
    private final int line;

    ProblemDescriptor(
            UniqueId uniqueId,
            String displayName,
            String longName,
            TestSource source,
            String message,
            FeatureFile file,
            int line) {
        super(uniqueId, displayName, source);
        this.longName = longName;
        this.file = file;
        this.line = line;
        this.error = file == null
                ? new SpecificationError(message)
                : new SpecificationError(message, file.frame("feature file", line));
    }

    /** The file it is in; null if it concerns none. */
    FeatureFile file() {
        return file;
    }

    int line() {
        return line;
    }

    SpecificationError error() {
        return error;
    }

    @Override
    public String getLegacyReportingName() {
        return longName;
    }

    @Override
    public RunContext execute(RunContext context, DynamicTestExecutor dynamicTestExecutor) {
        context.problem(this);
        throw error;
    }
}
