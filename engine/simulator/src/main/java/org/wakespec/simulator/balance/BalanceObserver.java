// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.balance;

import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.SchedDomain;
import org.wakespec.simulator.topology.SchedGroup;

/** Hears what balancing looks at and decides. Costs one comparison when absent. The objects handed over are reused. */
public interface BalanceObserver {

    /** How a search for the busiest group ended. */
    enum Exit {
        NO_BUSIEST("no-busiest", false),
        MISFIT("misfit", true),
        ASYM_PACKING("asym-packing", true),
        IMBALANCED("imbalanced", true),
        LOCAL_TYPE_HIGHER("local-type-higher", false),
        LOCAL_LOAD_NOT_BELOW_BUSIEST("local-load>=busiest", false),
        LOCAL_LOAD_NOT_BELOW_AVERAGE("local-load>=average", false),
        WITHIN_IMBALANCE_PCT("within-imbalance-pct", false),
        PREFER_SIBLING("prefer-sibling", true),
        DST_NOT_IDLE("dst-not-idle", false),
        SMT_VS_NONSMT("smt-vs-nonsmt", true),
        IDLE_CPUS_EVEN("idle-cpus-even", false),
        ONE_TASK("one-task", false),
        IMBALANCE("imbalance", true);

        private final String label;
        private final boolean pursued;

        Exit(String label, boolean pursued) {
            this.label = label;
            this.pursued = pursued;
        }

        public String label() {
            return label;
        }

        /** Whether an amount is computed; false: balanced. */
        public boolean pursued() {
            return pursued;
        }
    }

    /** Why a CPU may or may not balance. */
    enum Elected {
        NOT_IN_SET("not-in-set"),
        NEWIDLE("newidle"),
        NEWIDLE_HAS_WORK("newidle-has-work"),
        FIRST_IDLE("first-idle"),
        FIRST_IDLE_SMT("first-idle-smt"),
        GROUP_FIRST("group-first");

        private final String label;

        Elected(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    /** Why the running task of the source is pushed or not. */
    enum Active {
        LLC("llc"),
        ASYM_PACKING("asym-packing"),
        FAILED_TOO_OFTEN("failed-too-often"),
        REDUCED_CAPACITY("reduced-capacity"),
        MISFIT_OR_LLC("misfit-or-llc"),
        NO("no");

        private final String label;

        Active(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    /** Steps of one pass. */
    enum Step {
        NOT_MINE("not-mine"),
        SERIALIZED("serialized"),
        NO_GROUP("no-group"),
        NO_QUEUE("no-queue"),
        BREAK("break"),
        DST_PINNED("dst-pinned"),
        REDO("redo"),
        ALL_PINNED("all-pinned"),
        ONE_PINNED("one-pinned"),
        OUT("out"),
        NO_BACKOFF("no-backoff");

        private final String label;

        Step(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    /** Why a tick kicked, or did not kick, an idle CPU. */
    enum Kick {
        IDLE_TICK("idle-tick"),
        TOO_EARLY("too-early"),
        NOBODY_STOPPED("nobody-stopped"),
        NR_RUNNING("nr_running"),
        REDUCED_CAPACITY("reduced-capacity"),
        ASYM_PACKING("asym-packing"),
        ASYM_CAPACITY("asym-capacity"),
        LLC_BUSY_OR_NONE("llc-busy-or-none");

        private final String label;

        Kick(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    /** Why newly-idle balancing looked around or not. */
    enum Newidle {
        TTWU_PENDING("ttwu-pending"),
        NO_DOMAIN("no-domain"),
        NOT_OVERLOADED_OR_SHORT("not-overloaded-or-short"),
        DONE("done");

        private final String label;

        Newidle(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    /** A group was classified. */
    default void group(SchedGroup group, SgLbStats stats) {}

    /** The groups were compared; {@link SdLbStats#busiest} is the candidate. The amount is in the environment. */
    default void searched(LbEnv env, SdLbStats stats, Exit exit) {}

    /** A scan depth was published. */
    default void idleScan(SchedDomain sd, int nrIdleScan) {}

    default void elected(LbEnv env, Elected why) {}

    default void tested(LbEnv env, Task p, Verdict verdict) {}

    default void active(LbEnv env, Active why) {}

    default void step(LbEnv env, Step step) {}

    /** A task left its queue for the destination's. */
    default void detached(LbEnv env, Task p) {}

    default void attached(RunQueue rq, Task p) {}

    /** The stopper of {@code source} was asked to push the running task to {@link RunQueue#pushCpu}. */
    default void activeBalance(RunQueue source) {}

    default void kick(RunQueue rq, Kick why) {}

    default void newidle(RunQueue rq, Newidle why) {}
}
