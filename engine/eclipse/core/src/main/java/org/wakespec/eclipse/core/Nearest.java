// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** The name somebody probably meant. */
final class Nearest {

    private Nearest() {}

    /** A sentence that offers the nearest name, or lists nothing if none is near. */
    static String hint(String wrong, Collection<String> names) {
        return nearest(wrong, names)
                .map(name -> ". Did you mean '" + name + "'?")
                .orElse("");
    }

    static Optional<String> nearest(String wrong, Collection<String> names) {
        int most = Math.max(2, wrong.length() / 3);
        return names.stream()
                .filter(name -> distance(wrong, name) <= most)
                .min(Comparator.<String>comparingInt(name -> distance(wrong, name))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** Insertions, deletions and changes of one character, case aside. */
    static int distance(String from, String to) {
        String a = from.toLowerCase(Locale.ROOT);
        String b = to.toLowerCase(Locale.ROOT);
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(change, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
