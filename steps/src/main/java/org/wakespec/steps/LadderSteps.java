// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import io.cucumber.java.en.Then;
import java.util.List;

/** Which rules were asked and which decided, for the last placement. */
public final class LadderSteps {

    private final World world;

    /** For injection. */
    public LadderSteps(World world) {
        this.world = world;
    }

    @Example(value = "the deciding rule is \"sis:prev-idle\"", does = "the rule by which the CPU was chosen")
    @Then("the deciding rule is {string}")
    public void decidingRule(String rule) {
        Placement p = world.last();
        Verdict.equal(p, "deciding rule", rule, Verdict.finalRule(p.decision()));
    }

    @Example(
            value = "the affine rule is \"wake_affine_idle:sync\"",
            does = "the rule by which wake_affine() chose between waker's and previous CPU")
    @Then("the affine rule is {string}")
    public void affineRule(String rule) {
        Placement p = world.last();
        Verdict.equal(p, "affine rule", rule, Verdict.affineRule(p.decision()));
    }

    @Example(
            value = "no affine comparison is made",
            does = "wake_affine() was not asked, or never came to a comparison")
    @Then("no affine comparison is made")
    public void noAffine() {
        Placement p = world.last();
        Verdict.equal(p, "affine rule", "none", Verdict.affineRule(p.decision()));
    }

    @Example(value = "\"wake_wide\" says \"wide\"", does = "some answer of that rung begins with these words")
    @Then("{string} says {string}")
    public void says(String rung, String answer) {
        Placement p = world.last();
        RungNames.check(rung, p.decision());
        if (answer.isBlank()) {
            throw new BadScenarioException("every answer begins with nothing: say which one " + rung + " gives");
        }
        List<String> answers = p.decision().ladder().entries().stream()
                .filter(e -> e.rung().name().equals(rung))
                .map(e -> e.outcome())
                .toList();
        Verdict.that(
                p,
                answers.stream().anyMatch(a -> beginsWith(a, answer)),
                rung + " says \"" + answer + "\"",
                answers.isEmpty()
                        ? rung + " was not asked"
                        : rung + " said \"" + String.join("\", \"", answers) + "\"");
    }

    /** Whether a text begins with whole words: "CPU 1" is not the beginning of "CPU 12". */
    private static boolean beginsWith(String text, String words) {
        return text.startsWith(words)
                && (text.length() == words.length()
                        || !Character.isLetterOrDigit(words.charAt(words.length() - 1))
                        || !Character.isLetterOrDigit(text.charAt(words.length())));
    }

    @Example(value = "\"select_idle_cpu\" was asked", does = "the rung is on the ladder")
    @Then("{string} was asked")
    public void asked(String rung) {
        Placement p = world.last();
        RungNames.check(rung, p.decision());
        Verdict.that(p, p.decision().ladder().asked(rung), rung + " was asked", rung + " was not asked");
    }

    @Example(value = "\"select_idle_cpu\" was not asked", does = "the decision fell before")
    @Then("{string} was not asked")
    public void notAsked(String rung) {
        Placement p = world.last();
        RungNames.check(rung, p.decision());
        Verdict.that(p, !p.decision().ladder().asked(rung), rung + " was not asked", rung + " was asked");
    }

    @Example(value = "CPU selection was asked", does = "the policy was asked for a CPU")
    @Then("CPU selection was asked")
    public void selectionAsked() {
        Placement p = world.last();
        Verdict.that(
                p,
                p.decision().policyAsked(),
                "CPU selection was asked",
                p.decision().path().meaning());
    }

    @Example(value = "CPU selection was not asked", does = "the core placed the task, or there was nothing to place")
    @Then("CPU selection was not asked")
    public void selectionNotAsked() {
        Placement p = world.last();
        Verdict.that(
                p,
                !p.decision().policyAsked(),
                "CPU selection was not asked",
                p.decision().path().meaning());
    }

    @Example(
            value = "the core path is \"pinned\"",
            does = "how try_to_wake_up() came to the CPU: selected, fallback, pinned, delayed-requeue, ...")
    @Then("the core path is {string}")
    public void corePath(String path) {
        Placement p = world.last();
        Verdict.checkPath(path);
        Verdict.equal(p, "core path", path, p.decision().path().label());
    }

    @Example(value = "CPUs 1,2 were probed", does = "available_idle_cpu() looked at each of them")
    @Then("{cpus} was/were probed")
    public void probed(CpuSet cpus) {
        probes(cpus, Probes.EACH);
    }

    @Example(value = "CPU 9 was not probed", does = "available_idle_cpu() looked at none of them")
    @Then("{cpus} was/were not probed")
    public void notProbed(CpuSet cpus) {
        probes(cpus, Probes.NONE);
    }

    @Example(value = "CPUs 1,2 were probed in this order", does = "among all probes, these come in this order")
    @Then("{cpus} was/were probed in this order")
    public void probedInOrder(CpuSet cpus) {
        probes(cpus, Probes.IN_ORDER);
    }

    @Example(
            value = "exactly CPUs 0,10 were probed in this order",
            does = "these are all the probes made, in this order")
    @Then("exactly {cpus} was/were probed in this order")
    public void probedExactly(CpuSet cpus) {
        probes(cpus, Probes.EXACTLY);
    }

    @Example(value = "at most 4 CPUs were examined", does = "CPUs whose idleness the policy looked at")
    @Then("at most {int} CPU(s) was/were examined")
    public void atMostExamined(int most) {
        Placement p = world.last();
        int scanned = p.decision().scanned();
        examined(p);
        Verdict.that(p, scanned <= most, "at most " + most + " CPUs examined", scanned + " examined");
    }

    @Example(value = "exactly 3 CPUs were examined", does = "CPUs whose idleness the policy looked at")
    @Then("exactly {int} CPU(s) was/were examined")
    public void exactlyExamined(int count) {
        Placement p = world.last();
        examined(p);
        Verdict.equal(p, "CPUs examined", count, p.decision().scanned());
    }

    /** Where CPU selection was not asked nothing could be examined: that holds of any number. */
    private static void examined(Placement p) {
        Verdict.that(
                p,
                p.decision().policyAsked(),
                "CPUs examined by CPU selection",
                "it was not asked: " + p.decision().path().meaning());
    }

    private void probes(CpuSet cpus, Probes how) {
        Placement p = world.last();
        how.check(p, cpus);
    }
}
