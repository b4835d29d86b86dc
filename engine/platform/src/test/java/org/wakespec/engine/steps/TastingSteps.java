// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.steps;

import io.cucumber.datatable.DataTable;
import io.cucumber.java.Before;
import io.cucumber.java.Scenario;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;
import org.wakespec.engine.spi.Variant;
import org.wakespec.engine.spi.Verdicts;

/** Steps for the features in {@code specs}. */
public final class TastingSteps {

    private final Variant variant;
    private Scenario scenario;
    private int spoons;

    public TastingSteps(Variant variant) {
        this.variant = variant;
    }

    @Before
    public void remember(Scenario running) {
        scenario = running;
    }

    @Given("a cup")
    public void cup() {
        spoons = 0;
    }

    @Given("nonsense")
    public void nonsense() {
        throw new IllegalArgumentException("there is no such cup");
    }

    @When("I add {int} spoon(s)")
    public void add(int count) {
        spoons += count;
    }

    @Then("there are {int} spoon(s)")
    public void count(int expected) {
        if (spoons != expected) {
            throw new AssertionFailedError("spoons", expected, spoons);
        }
    }

    @Then("it tastes {word}")
    public void taste(String expected) {
        if (!variant.equals(Variant.current())) {
            throw new AssertionError("injected " + variant + ", current " + Variant.current());
        }
        if (!variant.name().equals(expected)) {
            throw new AssertionFailedError("taste", expected, variant.name());
        }
    }

    @Given("a menu")
    public void menu(DataTable table) {
        spoons = table.height();
    }

    @Given("a recipe")
    public void recipe(String text) {
        spoons = text.length();
    }

    @Then("I attach {word}")
    public void attach(String name) {
        scenario.attach("taste of " + variant.name(), "text/plain", name);
        scenario.attach(new byte[] {1, 2, 3}, "image/png", name);
        scenario.log("logged by " + variant.name());
    }

    @Then("nobody can tell")
    public void undecided() {
        throw Verdicts.undecided("only 3 tasters");
    }

    @Then("we cannot taste that")
    public void knownGap() {
        throw Verdicts.knownGap("no umami");
    }

    @Then("this is not assumed")
    public void assumption() {
        throw new TestAbortedException("assumption");
    }

    @Then("one of two")
    public void ambiguous() {
        spoons++;
    }

    @Then("one of {word}")
    public void ambiguous(String word) {
        spoons += word.length();
    }
}
