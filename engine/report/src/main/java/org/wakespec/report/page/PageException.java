// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.report.page;

/** No page can be made of these results; the message says why, and of which file. */
public final class PageException extends RuntimeException {

    private static final long serialVersionUID = 1;

    PageException(String message) {
        super(message);
    }
}
