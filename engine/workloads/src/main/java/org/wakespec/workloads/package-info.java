// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
/**
 * User land: models of the programs schedulers are judged by, each with the real program's defaults and measured as the real
 * program measures, and the import of rt-app files.
 */
package org.wakespec.workloads;
