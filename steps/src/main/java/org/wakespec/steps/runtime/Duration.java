// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.runtime;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import org.wakespec.steps.TimedScene;

/** A time in a step. */
public record Duration(long ns) {

    private static final BigDecimal LONGEST = BigDecimal.valueOf(86_400_000_000_000L);

    static Duration parse(String text) {
        int unitAt = 0;
        while (!Character.isLetter(text.charAt(unitAt))) {
            unitAt++;
        }
        long unit =
                switch (text.substring(unitAt)) {
                    case "ns" -> 1;
                    case "us" -> 1_000;
                    case "ms" -> 1_000_000;
                    case "s" -> 1_000_000_000;
                    default -> 60_000_000_000L;
                };
        BigDecimal ns = new BigDecimal(text.substring(0, unitAt).strip()).multiply(BigDecimal.valueOf(unit));
        if (ns.abs().compareTo(LONGEST) > 0) {
            throw TimedScene.bad("'" + text + "': at most a day of virtual time passes in a scenario");
        }
        return new Duration(ns.setScale(0, RoundingMode.HALF_UP).longValueExact());
    }

    /** For what cannot be negative. */
    long atLeast(long least, String what) {
        if (ns < least) {
            throw TimedScene.bad(what + " is at least " + words(least) + ", not " + this);
        }
        return ns;
    }

    /** A time in the unit that suits it. */
    static String words(double ns) {
        double size = Math.abs(ns);
        if (size >= 1e9) {
            return number(ns / 1e9) + " s";
        }
        if (size >= 1e6) {
            return number(ns / 1e6) + " ms";
        }
        return size >= 1e3 ? number(ns / 1e3) + " us" : number(ns) + " ns";
    }

    private static String number(double value) {
        String text = String.format(Locale.ROOT, "%.3f", value);
        return text.replaceAll("\\.?0+$", "");
    }

    @Override
    public String toString() {
        return words(ns);
    }
}
