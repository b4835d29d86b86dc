// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.gate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.wakespec.policies.PolicyRegistry;
import org.wakespec.policies.UnknownPolicyException;
import org.wakespec.results.FileTrouble;
import org.wakespec.results.ResultFile;
import org.wakespec.results.ResultFormatException;
import org.wakespec.results.ResultReader;
import org.wakespec.results.ScenarioResult;

/** Compares a candidate with a base. Whoever uses it runs the features; the gate says on what, and judges the results. */
public final class Gate {

    /** Seeds on which programs measure unless told otherwise. */
    public static final int SEEDS = 5;

    private static final String COMPARE = "wakespec.compare";
    private static final String SEED_COUNT = "wakespec.seeds";

    private final String base;
    private final String candidate;
    private Claims claims;
    private ResultFile storedBase;
    private String storedName = "";
    private int seeds = SEEDS;
    private boolean whole = true;
    private String machine = "";

    /**
     * @param base name of the base policy
     * @param candidate name of the candidate
     * @throws GateException if one is unknown, naming the nearest
     */
    public Gate(String base, String candidate) {
        this.base = resolve("base", base);
        this.candidate = resolve("candidate", candidate);
        claims = ClaimsFile.about(this.candidate);
    }

    private static String resolve(String what, String name) {
        try {
            return PolicyRegistry.standard().resolve(name);
        } catch (UnknownPolicyException e) {
            throw new GateException(what + ": " + e.getMessage(), e);
        }
    }

    public String base() {
        return base;
    }

    public String candidate() {
        return candidate;
    }

    /** What the patch claims; unless given what is on the class path about the candidate, else nothing. */
    public Gate claims(Path file) {
        Claims read = ClaimsFile.read(file);
        String about = resolve(file + ": policy", read.policy());
        if (!about.equals(candidate)) {
            throw new GateException(
                    file + ": these claims are about " + read.policy() + ", the candidate is " + candidate);
        }
        claims = read;
        return this;
    }

    /** Takes the base's results from a file instead of running it. */
    public Gate storedBase(Path file) {
        try {
            if (Files.isDirectory(file)) {
                throw new GateException("--base-results " + file + " is a directory, expected a result file");
            }
            storedBase = ResultReader.read(file);
            storedName = file.toString();
        } catch (ResultFormatException e) {
            throw new GateException(e.getMessage(), e);
        } catch (IOException e) {
            throw new GateException("the result file " + file + " cannot be read: " + FileTrouble.reason(e), e);
        }
        if (storedBase.truncation().isPresent()) {
            throw new GateException(storedBase.truncation().get() + ". A base has to be complete: run it again");
        }
        if (!storedBase.isComplete() || storedBase.results().stream().anyMatch(ScenarioResult::isBrokenOff)) {
            throw new GateException(file + ": the run was broken off before its end: a base has to be complete");
        }
        List<String> variants =
                storedBase.header().variants().stream().map(v -> v.name()).toList();
        if (!variants.contains(base)) {
            throw new GateException(
                    file + ": holds no results of " + base + ", only of " + String.join(", ", variants));
        }
        return this;
    }

    /** Seeds on which programs measure. */
    public Gate seeds(int count) {
        if (count < 1 || count > 1000) {
            throw new GateException("the number of seeds is from 1 to 1000, not " + count);
        }
        seeds = count;
        return this;
    }

    /** Whether all of a suite is run; else claims about scenarios that did not run are passed over with a note. */
    public Gate whole(boolean isWhole) {
        whole = isWhole;
        return this;
    }

    /** Judges only scenarios about the machine of this name, as the scenario says it. */
    public Gate machine(String name) {
        machine = name;
        return this;
    }

    /** Policies to run on: value of {@code wakespec.policies}. */
    public String policies() {
        return storedBase != null ? candidate : base + "," + candidate;
    }

    /** Value of {@code wakespec.policies.follow}: the candidate is asked wherever the base is. */
    public String follow() {
        return candidate + "=" + base;
    }

    /**
     * Runs the features and judges.
     *
     * <p>What could not be run does not keep the rest from being judged; the verdict tells it, and is no pass.
     *
     * @param features runs them on {@link #policies} with {@link #follow}
     * @throws GateException if nothing can be compared
     */
    public GateVerdict judge(Supplier<ResultFile> features) {
        if (storedBase == null && base.equals(candidate)) {
            throw new GateException("base and candidate are both " + base + ": there is nothing to compare");
        }
        ResultFile ran = with(COMPARE, base, () -> with(SEED_COUNT, Integer.toString(seeds), features));
        List<ScenarioResult> before = storedBase != null ? storedBase.results() : ran.results();
        GateRequest request = new GateRequest(base, candidate, seeds, whole && machine.isEmpty(), machine, storedName);
        return new Judge(request, claims).judge(before, ran.results());
    }

    private static <T> T with(String property, String value, Supplier<T> body) {
        String before = System.getProperty(property);
        System.setProperty(property, value);
        try {
            return body.get();
        } finally {
            if (before == null) {
                System.clearProperty(property);
            } else {
                System.setProperty(property, before);
            }
        }
    }
}
