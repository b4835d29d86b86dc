// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.runtime;

/** The position of a switch in a step. */
public record OnOff(boolean on) {}
