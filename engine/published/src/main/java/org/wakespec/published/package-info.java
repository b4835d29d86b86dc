// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later

/** The published tables: figures, what predicts them, fitting, judging and reporting. */
package org.wakespec.published;
