// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.wakespec.simulator.topology.TopologyRules;

/** The domain-building rules that go with a policy: those of its kernel where it is one, else those of 7.2. */
final class KernelRules {

    private static final Pattern KERNEL = Pattern.compile("linux-(\\d{1,3}\\.\\d{1,3})");

    private KernelRules() {}

    static TopologyRules of(String policyId) {
        Matcher kernel = KERNEL.matcher(policyId);
        return kernel.matches() ? TopologyRules.forRelease(kernel.group(1)) : TopologyRules.LINUX_7_2;
    }
}
