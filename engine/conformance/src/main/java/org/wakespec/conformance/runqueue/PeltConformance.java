// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.runqueue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.function.Function;
import org.wakespec.conformance.ConformanceReport;
import org.wakespec.conformance.UnreadableRecordsException;
import org.wakespec.simulator.runqueue.Pelt;
import org.wakespec.simulator.task.SchedAvg;
import org.wakespec.simulator.task.Weights;

/** Compares load tracking alone with vectors of the real functions. */
final class PeltConformance {

    private static final List<String> SECTIONS = List.of(
            "decay", "segments", "sequences", "post_init", "util_est_update", "util_est_queue", "attach_detach_remove");

    private final Pelt pelt;
    private final ConformanceReport.Tally tally;
    private final String file;
    private String place;
    private String difference;

    PeltConformance(Pelt pelt, ConformanceReport.Tally tally, String file) {
        this.pelt = pelt;
        this.tally = tally;
        this.file = file;
    }

    void compare(JsonNode vectors) {
        vectors.fieldNames().forEachRemaining(name -> {
            if (!SECTIONS.contains(name)) {
                throw new UnreadableRecordsException(
                        file + ": unknown section '" + name + "', expected some of " + String.join(", ", SECTIONS));
            }
        });
        each(vectors, "decay", this::decay);
        each(vectors, "segments", this::segments);
        each(vectors, "sequences", this::sequence);
        each(vectors, "post_init", this::postInit);
        each(vectors, "util_est_update", this::utilEstUpdate);
        each(vectors, "util_est_queue", this::utilEstQueue);
        each(vectors, "attach_detach_remove", this::attachDetachRemove);
    }

    /** Whether a vector agrees; if not, {@link #difference} says how. */
    private void each(JsonNode vectors, String section, Function<JsonNode, Boolean> comparison) {
        if (!vectors.has(section)) {
            return;
        }
        int index = 0;
        for (JsonNode vector : Json.array(vectors, section, file)) {
            place = file + " " + section + "[" + index++ + "]";
            difference = null;
            comparison.apply(vector);
            if (difference == null) {
                tally.match();
            } else {
                tally.difference(() -> difference);
            }
        }
    }

    private boolean same(String what, long want, long got) {
        if (want != got && difference == null) {
            difference = place + ": " + what + " expected " + want + ", got " + got;
        }
        return want == got;
    }

    private long element(JsonNode vector, int i) {
        if (!vector.isArray() || i >= vector.size()) {
            throw new UnreadableRecordsException(place + ": a list with more than " + i + " numbers was expected");
        }
        return Json.value(vector.get(i), "element " + i, place);
    }

    private boolean decay(JsonNode vector) {
        return same("decay", element(vector, 2), pelt.decayLoad(element(vector, 0), element(vector, 1)));
    }

    private boolean segments(JsonNode vector) {
        return same(
                "contribution",
                element(vector, 3),
                pelt.accumulateSegments(element(vector, 0), (int) element(vector, 1), (int) element(vector, 2)));
    }

    private boolean sequence(JsonNode vector) {
        boolean task =
                switch (Json.text(vector, "kind", place)) {
                    case "task" -> true;
                    case "queue", "rt" -> false;
                    default ->
                        throw new UnreadableRecordsException(place + ": unknown kind '"
                                + vector.get("kind").asText() + "', expected task, queue or rt");
                };
        SchedAvg avg = read(Json.object(vector, "initial", place));
        int index = 0;
        for (JsonNode step : Json.array(vector, "steps", place)) {
            long now = number(step, "now");
            long load = number(step, "load");
            long runnable = number(step, "runnable");
            boolean running = number(step, "running") != 0;
            boolean crossed = task
                    ? pelt.updateTask(now, avg, number(step, "weight"), load != 0, runnable != 0, running)
                    : pelt.updateQueue(now, avg, load, runnable, running);
            if (!same("step " + index + " crossed", number(step, "crossed"), crossed ? 1 : 0)
                    || !same("step " + index + " ", Json.object(step, "after", place), avg)) {
                return false;
            }
            index++;
        }
        return true;
    }

    private long number(JsonNode node, String field) {
        return Json.number(node, field, place);
    }

    private boolean postInit(JsonNode vector) {
        SchedAvg queue = new SchedAvg();
        queue.utilAvg = number(vector, "queue_util_avg");
        queue.loadAvg = number(vector, "queue_load_avg");
        SchedAvg task = new SchedAvg();
        long weight = Weights.scaleLoadDown(number(vector, "weight"));
        task.loadAvg = weight;
        pelt.postInit(task, number(vector, "capacity"), queue, weight);
        return same("load_avg", number(vector, "load_avg"), task.loadAvg)
                && same("util_avg", number(vector, "util_avg"), task.utilAvg)
                && same("runnable_avg", number(vector, "runnable_avg"), task.runnableAvg);
    }

    private int utilEst(JsonNode vector, String field, String unchanged) {
        int estimate = Json.integer(vector, field, place);
        return number(vector, unchanged) == 0 ? estimate : estimate | SchedAvg.UTIL_AVG_UNCHANGED;
    }

    private boolean utilEstUpdate(JsonNode vector) {
        SchedAvg task = new SchedAvg();
        task.utilEst = utilEst(vector, "util_est", "unchanged");
        task.utilAvg = number(vector, "util_avg");
        task.runnableAvg = number(vector, "runnable_avg");
        pelt.utilEstUpdate(task);
        return same("util_est", number(vector, "after_util_est"), Pelt.utilEst(task))
                && same("unchanged", number(vector, "after_unchanged"), task.utilEst >>> 31);
    }

    private boolean utilEstQueue(JsonNode vector) {
        SchedAvg queue = new SchedAvg();
        queue.utilEst = Json.integer(vector, "queue_util_est", place);
        SchedAvg task = new SchedAvg();
        task.utilEst = utilEst(vector, "task_util_est", "unchanged");
        String op = Json.text(vector, "op", place);
        switch (op) {
            case "enqueue" -> pelt.utilEstEnqueue(queue, task);
            case "dequeue" -> pelt.utilEstDequeue(queue, task);
            default ->
                throw new UnreadableRecordsException(
                        place + ": unknown operation '" + op + "', expected enqueue or dequeue");
        }
        return same("queue util_est", number(vector, "after_queue_util_est"), queue.utilEst);
    }

    private boolean attachDetachRemove(JsonNode vector) {
        SchedAvg queue = read(Json.object(vector, "queue", place));
        SchedAvg task = read(Json.object(vector, "task", place));
        long weight = Weights.scaleLoadDown(number(vector, "weight"));
        String op = Json.text(vector, "op", place);
        switch (op) {
            case "attach" -> pelt.attach(queue, task, weight);
            case "detach" -> pelt.detach(queue, task, weight);
            case "remove" -> {
                pelt.updateTask(queue.lastUpdateTime, task, weight, false, false, false);
                JsonNode removed = Json.object(vector, "removed", place);
                if (!same("removed nr", number(removed, "nr"), 1)
                        || !same("removed load", number(removed, "load"), task.loadAvg)
                        || !same("removed util", number(removed, "util"), task.utilAvg)
                        || !same("removed runnable", number(removed, "runnable"), task.runnableAvg)) {
                    return false;
                }
                pelt.applyRemoved(queue, task.loadAvg, task.utilAvg, task.runnableAvg);
                pelt.updateQueue(number(vector, "update_at"), queue, 0, 0, false);
            }
            default ->
                throw new UnreadableRecordsException(
                        place + ": unknown operation '" + op + "', expected attach, detach or remove");
        }
        return same(op + ": queue ", Json.object(vector, "after_queue", place), queue)
                && same(op + ": task ", Json.object(vector, "after_task", place), task);
    }

    private SchedAvg read(JsonNode node) {
        SchedAvg avg = new SchedAvg();
        avg.lastUpdateTime = number(node, "last_update_time");
        avg.periodContrib = Json.integer(node, "period_contrib", place);
        avg.loadSum = number(node, "load_sum");
        avg.runnableSum = number(node, "runnable_sum");
        avg.utilSum = (int) number(node, "util_sum");
        avg.loadAvg = number(node, "load_avg");
        avg.runnableAvg = number(node, "runnable_avg");
        avg.utilAvg = number(node, "util_avg");
        return avg;
    }

    private boolean same(String what, JsonNode want, SchedAvg got) {
        return same(what + "last_update_time", number(want, "last_update_time"), got.lastUpdateTime)
                && same(what + "period_contrib", number(want, "period_contrib"), got.periodContrib)
                && same(what + "load_sum", number(want, "load_sum"), got.loadSum)
                && same(what + "runnable_sum", number(want, "runnable_sum"), got.runnableSum)
                && same(what + "util_sum", number(want, "util_sum"), Pelt.utilSum(got))
                && same(what + "load_avg", number(want, "load_avg"), got.loadAvg)
                && same(what + "runnable_avg", number(want, "runnable_avg"), got.runnableAvg)
                && same(what + "util_avg", number(want, "util_avg"), got.utilAvg);
    }
}
