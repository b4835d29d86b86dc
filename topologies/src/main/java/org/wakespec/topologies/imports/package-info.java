// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later

/**
 * Makes machine files of what the tools of a running machine print: lscpu, hwloc and sysfs. What an input does not tell is
 * assumed, and said.
 *
 * @see org.wakespec.topologies.imports.MachineImport
 */
package org.wakespec.topologies.imports;
