// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
/**
 * What step libraries may use of the engine.
 *
 * <p>{@link org.wakespec.engine.spi.VariantSource} tells the engine which variants there are and where the step
 * classes live; {@link org.wakespec.engine.spi.Variant} is what step code asks for, by injection or by
 * {@link org.wakespec.engine.spi.Variant#current()}; {@link org.wakespec.engine.spi.Verdicts} lets a step end a scenario
 * as undecided or as a known gap.
 */
package org.wakespec.engine.spi;
