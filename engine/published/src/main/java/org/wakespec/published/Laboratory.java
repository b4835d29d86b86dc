// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.published;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
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
    private final Map<Experiment, Outcome> outcomes = new LinkedHashMap<>();

    Laboratory(MachineCatalog machines, PolicyRegistry policies, int threads, Consumer<String> progress) {
        this.machines = machines;
        this.policies = policies;
        this.threads = threads;
        this.progress = progress;
    }

    /** Machines and policies on the class path of the current thread, quietly. */
    static Laboratory standard(int threads, Consumer<String> progress) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return new Laboratory(MachineCatalog.load(loader), PolicyRegistry.load(loader), threads, progress);
    }

    /** Runs what has not been run yet. */
    void run(Collection<Experiment> wanted) {
        List<Experiment> missing = new ArrayList<>(new LinkedHashSet<>(wanted));
        missing.removeIf(outcomes::containsKey);
        ExecutorService pool = Executors.newFixedThreadPool(Math.max(1, threads));
        try {
            List<Future<Outcome>> futures = new ArrayList<>();
            // the catalogue reads machines lazily and is not made for several threads
            missing.forEach(e -> machines.find(e.machine()));
            for (Experiment e : missing) {
                futures.add(pool.submit(() -> e.run(machines, policies)));
            }
            for (int i = 0; i < missing.size(); i++) {
                outcomes.put(missing.get(i), futures.get(i).get());
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

    /** What came of an experiment; runs it if it has not been run. */
    Outcome outcome(Experiment experiment) {
        if (!outcomes.containsKey(experiment)) {
            run(List.of(experiment));
        }
        return outcomes.get(experiment);
    }

    MachineCatalog machines() {
        return machines;
    }

    PolicyRegistry policies() {
        return policies;
    }
}
