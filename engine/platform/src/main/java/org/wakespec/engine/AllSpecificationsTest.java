// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

/**
 * A trigger for projects without any class: runs every feature in the directories of the class path. Name the jar of the
 * engine under {@code dependenciesToScan} of Surefire. Packages of own step classes are given in {@code wakespec.glue}.
 */
@SchedulerSpecifications("")
public final class AllSpecificationsTest {}
