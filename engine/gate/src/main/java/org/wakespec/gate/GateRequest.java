// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.gate;

/**
 * What is compared.
 *
 * @param base id of the base policy
 * @param candidate id of the candidate
 * @param seeds seeds of scenarios in which programs measure something
 * @param whole whether the whole suite was run, so that a claim about an unknown scenario is a mistake
 * @param machine only scenarios about the machine of this name; empty: all
 * @param storedBase name of the file the base's results were read from; empty if it ran now
 */
public record GateRequest(String base, String candidate, int seeds, boolean whole, String machine, String storedBase) {}
