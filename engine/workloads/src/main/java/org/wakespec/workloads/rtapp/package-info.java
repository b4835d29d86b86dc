// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
/** rt-app workload files: reading them and executing them as programs. */
package org.wakespec.workloads.rtapp;
