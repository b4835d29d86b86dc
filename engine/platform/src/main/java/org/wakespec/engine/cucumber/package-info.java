// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
/** The only package that knows Cucumber's own classes: parsing, step matching, hooks and report plug-ins of 7.34. */
package org.wakespec.engine.cucumber;
