// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.wakespec.policies.FairPlacement;
import org.wakespec.policies.PolicyRegistry;
import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.record.EventHash;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.Machine;
import org.wakespec.simulator.wakeup.PlacementPolicy;
import org.wakespec.simulator.wakeup.PolicyInfo;
import org.wakespec.simulator.wakeup.Selection;
import org.wakespec.steps.compare.PairedPolicy;
import org.wakespec.steps.compare.Pairs;
import org.wakespec.steps.compare.PairsJson;
import org.wakespec.workloads.PerfMessaging;

/** A second policy that is asked beside the first leaves no trace. */
class ComparisonTest {

    /** Changes whatever CPU selection may change, and answers as mainline would. */
    private static final class Meddler implements PlacementPolicy {

        private final FairPlacement mainline = new FairPlacement();

        @Override
        public PolicyInfo info() {
            return mainline.info();
        }

        @Override
        public int selectTaskRq(Selection s, Task p, int prevCpu, int wakeFlags) {
            int cpu = mainline.selectTaskRq(s, p, prevCpu, wakeFlags);
            s.current.wakeeFlips += 1000;
            s.current.wakeeFlipDecayTs += 7;
            s.current.lastWakee = s.current;
            p.wakeeFlips += 500;
            p.lastWakee = p;
            p.recentUsedCpu = s.thisCpu;
            p.avg.utilAvg += 300;
            p.avg.loadAvg = 5;
            s.rq[p.cpu].cfs.hLoad = 1;
            s.rq[p.cpu].cfs.lastHLoadUpdate = s.sched.jiffies;
            for (int cpuOfOwner = 0; cpuOfOwner < s.topology.nrCpus; cpuOfOwner++) {
                if (s.topology.sdBalanceShared[cpuOfOwner] != null) {
                    s.topology.sdBalanceShared[cpuOfOwner].hasIdleCores ^= true;
                }
            }
            return cpu;
        }
    }

    private static long fingerprint(PlacementPolicy policy, String machineName) {
        return fingerprint(policy, machineName, true);
    }

    private static long fingerprint(PlacementPolicy policy, String machineName, boolean monitored) {
        Machine machine = Machines.named(machineName);
        EventHash hash = new EventHash();
        Simulation sim = Simulation.on(machine, policy)
                .observer(hash)
                .monitored(monitored)
                .build();
        sim.runUntilDone(
                new PerfMessaging().groups(2).loops(40).pipes().start(sim), Simulation.START + 20_000_000_000L);
        assertThat(hash.events()).isGreaterThan(1_000);
        return hash.value();
    }

    private static PairedPolicy paired(PlacementPolicy candidate, PlacementPolicy base, Pairs pairs) {
        return new PairedPolicy(candidate, base, pairs, null);
    }

    @Test
    void whatTheOtherPolicyChangesIsUndone() {
        for (String machine : List.of("smt-4c8t", "smt-2llc-8c16t")) {
            long alone = fingerprint(new FairPlacement(), machine);
            Pairs pairs = PairedPolicy.log(new FairPlacement(), new Meddler());

            assertThat(fingerprint(paired(new FairPlacement(), new Meddler(), pairs), machine))
                    .as(machine)
                    .isEqualTo(alone);
            assertThat(pairs.decisions()).isGreaterThan(100);
            assertThat(pairs.changes()).isZero();
        }
    }

    @Test
    void theMeddlerWouldBeNoticed() {
        // the monitors would stop the run at the first average that cannot be
        assertThat(fingerprint(new Meddler(), "smt-4c8t", false))
                .isNotEqualTo(fingerprint(new FairPlacement(), "smt-4c8t", false));
    }

    @Test
    void theCandidateDecidesAsIfItWereAlone() {
        PolicyRegistry registry = PolicyRegistry.standard();
        long alone = fingerprint(registry.create("no-sync"), "smt-2llc-8c16t");
        Pairs pairs = PairedPolicy.log(registry.create("no-sync"), registry.create("linux-7.2"));

        assertThat(fingerprint(
                        paired(registry.create("no-sync"), registry.create("linux-7.2"), pairs), "smt-2llc-8c16t"))
                .isEqualTo(alone);
        assertThat(pairs.changes()).isPositive();
        assertThat(pairs.groups())
                .allSatisfy(group -> assertThat(group.facts().wfSync()).isTrue());
        assertThat(pairs.groups().stream().mapToLong(Pairs.Group::count).sum()).isEqualTo(pairs.changes());
        assertThat(errors("pairs", PairsJson.of(pairs))).isEmpty();
        assertThat(errors("pairs", PairsJson.of(pairs).replace("\"smt\"", "\"smtt\"")))
                .isNotEmpty();
    }

    @Test
    void statesOfASimulationAreSaidInStepsThatReproduceThem() {
        PolicyRegistry registry = PolicyRegistry.standard();
        Pairs pairs = PairedPolicy.log(registry.create("no-sync"), registry.create("linux-7.2"));
        fingerprint(
                new PairedPolicy(
                        registry.create("no-sync"),
                        registry.create("linux-7.2"),
                        pairs,
                        new StatedState("linux-7.2", "no-sync")),
                "smt-2llc-8c16t");

        long said = pairs.groups().stream().filter(g -> !g.steps().isEmpty()).count();
        assertThat(said).isPositive();
        assertThat(pairs.groups().iterator().next().steps().get(0)).isEqualTo("the machine \"smt-2llc-8c16t\"");
    }

    private static List<Error> errors(String name, String json) {
        try (InputStream in = Objects.requireNonNull(
                Pairs.class.getResourceAsStream("/META-INF/wakespec/" + name + ".schema.json"))) {
            Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(new String(in.readAllBytes(), StandardCharsets.UTF_8), InputFormat.JSON);
            return schema.validate(json, InputFormat.JSON);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
