// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
/** Glue the engine adds to every run: the current variant for injection. */
package org.wakespec.engine.glue;
