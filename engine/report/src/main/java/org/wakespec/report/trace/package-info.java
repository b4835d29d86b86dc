// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later

/**
 * Records the events of a simulation and writes them in the forms that tools for kernel traces read.
 *
 * @see org.wakespec.report.trace.TraceRecorder
 * @see org.wakespec.report.trace.TraceFormat
 */
package org.wakespec.report.trace;
