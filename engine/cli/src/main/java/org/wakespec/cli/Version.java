// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import picocli.CommandLine.IVersionProvider;

/** The version in the jar's manifest. */
final class Version implements IVersionProvider {

    Version() {}

    @Override
    public String[] getVersion() {
        String version = Version.class.getPackage().getImplementationVersion();
        return new String[] {
            "wakespec " + (version == null ? "(not packaged)" : version),
            "Java " + Runtime.version().feature() + ", " + System.getProperty("java.vendor")
        };
    }
}
