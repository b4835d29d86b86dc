// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.published;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.wakespec.policies.PolicyRegistry;
import org.wakespec.topologies.MachineCatalog;

/** Runs experiments, each distinct one once, several at a time. */
final class Laboratory {

    private final MachineCatalog machines;
    private final PolicyRegistry policies;
    private final Consumer<String> progress;
    private final int threads;
    private final int seeds;
    private final Map<Experiment, Outcome> outcomes = new LinkedHashMap<>();
    /** What is under way, to be cancelled by another thread. */
    private final List<Future<Outcome>> futures = new ArrayList<>();

    private boolean stopped;

    Laboratory(MachineCatalog machines, PolicyRegistry policies, int threads, int seeds, Consumer<String> progress) {
        this.machines = machines;
        this.policies = policies;
        this.threads = threads;
        this.seeds = seeds;
        this.progress = progress;
    }

    /** Machines and policies on the class path of the current thread, quietly. */
    static Laboratory standard(int threads, Consumer<String> progress) {
        return standard(threads, 1, progress);
    }

    /** The same, where each experiment is run with several seeds. */
    static Laboratory standard(int threads, int seeds, Consumer<String> progress) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return new Laboratory(MachineCatalog.load(loader), PolicyRegistry.load(loader), threads, seeds, progress);
    }

    /** Runs what has not been run yet, with each seed. */
    void run(Collection<Experiment> wanted) {
        Set<Experiment> all = new LinkedHashSet<>();
        wanted.forEach(e -> {
            for (int seed = 0; seed < seeds; seed++) {
                all.add(e.seed(e.seed() + seed));
            }
        });
        List<Experiment> missing = new ArrayList<>(all);
        missing.removeIf(outcomes::containsKey);
        ExecutorService pool = Executors.newFixedThreadPool(Math.max(1, threads));
        try {
            // the catalogue reads machines lazily and is not made for several threads
            missing.forEach(e -> machines.find(e.machine()));
            List<Future<Outcome>> mine = new ArrayList<>();
            missing.forEach(e -> mine.add(pool.submit(() -> e.run(machines, policies))));
            watch(mine);
            for (int i = 0; i < missing.size(); i++) {
                if (!take(missing.get(i), mine.get(i))) {
                    continue;
                }
                progress.accept((i + 1) + " of " + missing.size() + " simulations: "
                        + missing.get(i).words());
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException("a simulation failed: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } finally {
            pool.shutdownNow();
        }
    }

    /** Waits for an outcome; false if it will never come. */
    private boolean take(Experiment experiment, Future<Outcome> future)
            throws ExecutionException, InterruptedException {
        try {
            outcomes.put(experiment, future.get());
            return true;
        } catch (CancellationException e) {
            return false;
        }
    }

    private synchronized void watch(List<Future<Outcome>> started) {
        futures.clear();
        futures.addAll(started);
        if (stopped) {
            stop();
        }
    }

    /** Begins no more simulations and waits for none, for a process that is about to end; may be asked by any thread. */
    synchronized void stop() {
        stopped = true;
        futures.forEach(future -> future.cancel(true));
    }

    /** Whether an experiment has been run under each seed. */
    boolean has(Experiment experiment) {
        for (int seed = 0; seed < seeds; seed++) {
            if (!outcomes.containsKey(experiment.seed(experiment.seed() + seed))) {
                return false;
            }
        }
        return true;
    }

    /** One figure of an experiment under each seed; runs what has not been run. */
    double[] figures(Experiment experiment, String measure) {
        run(List.of(experiment));
        double[] figures = new double[seeds];
        for (int seed = 0; seed < seeds; seed++) {
            figures[seed] =
                    outcomes.get(experiment.seed(experiment.seed() + seed)).of(measure);
        }
        return figures;
    }

    /** What came of an experiment under its own seed; runs it if it has not been run. */
    Outcome outcome(Experiment experiment) {
        run(List.of(experiment));
        return outcomes.get(experiment);
    }

    MachineCatalog machines() {
        return machines;
    }

    PolicyRegistry policies() {
        return policies;
    }
}
