// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
/**
 * The gate: runs the suite on a base policy and on a candidate, and says which scenarios changed, in placement and in what
 * programs measure, whether anything is worse, and whether it is what the patch claims.
 *
 * <p>A claims file ({@code META-INF/wakespec/claims.schema.json}) says what a patch intends. In a build the same is had by
 * {@link org.wakespec.gate.BuildGate}.
 */
package org.wakespec.gate;
