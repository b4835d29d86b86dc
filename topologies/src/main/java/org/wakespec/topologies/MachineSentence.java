// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.InvalidMachineException;
import org.wakespec.simulator.topology.Machine;

/**
 * Machines said in a sentence, such as <i>an 80-core non-SMT LLC</i> or <i>2 sockets of 8 cores with 2 threads, 4 cores
 * per LLC</i>.
 *
 * <pre>
 * machine   = [ "a" | "an" | "the" ] [ "machine" | "system" ] [ "with" | "of" ] size { sep detail }
 * sep       = "," | "with" | "and" | "," "and" | (nothing)
 * size      = number unit { "of" number unit }          2 sockets of 2 nodes of 2 LLCs of 4 cores
 *           | number "-" unit [ smt ] [ whole ]         an 80-core non-SMT LLC
 *           | kind { ( "," | "and" ) kind }             4 CPUs of capacity 446 and 4 of capacity 1024
 * unit      = socket | node | LLC | cluster | core | CPU, singular or plural
 *             larger before smaller; the last one is core or CPU
 * whole     = "LLC" | "node" | "socket" | "machine" | "system": all of it is one of these
 * kind      = number [ "cores" | "CPUs" ] "of capacity" number
 * detail    = smt
 *           | number "threads" [ "per core" ] | "SMT" number
 *           | number ( "cores" | "CPUs" ) "per" ( "LLC" | "cluster" | "node" | "socket" )
 *           | number "nodes per socket" | number "LLCs per" ( "node" | "socket" ) | number "clusters per LLC"
 *           | number "LLCs" | "one LLC" | "no LLC" | number "nodes" | number "sockets"
 *           | "in a ring" | "in a line" | [ "node" ] "distance" number | "reclaim distance" number
 *           | "adjacent siblings"
 * smt       = "non-SMT" | "no SMT" | "without SMT" | "SMT" (2 threads)
 * number    = digits, or one ... twelve; "a" and "an" mean one
 * </pre>
 *
 * <p>Upper and lower case are the same. What is not said: one socket, one node for each socket, one LLC for each node,
 * one thread for each core, no cluster above the core, capacity 1024, distance 20 between nodes, node_reclaim_distance
 * 30. A CPU is a hardware thread. Nodes <i>in a ring</i> or <i>in a line</i> are 10 further for every step between
 * them.
 *
 * <p>CPUs are numbered as x86 firmware does: the first threads of all cores come first, so the sibling of CPU c is c +
 * number of cores. With <i>adjacent siblings</i> the threads of a core have consecutive numbers. Cores are numbered
 * through LLC by LLC, node by node, socket by socket; kinds of different capacity in the order said.
 */
public final class MachineSentence {

    private static final List<String> NUMBERS = List.of(
            "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve");
    /** Units from large to small. */
    private static final List<String> UNITS = List.of("socket", "node", "llc", "cluster", "core", "cpu");

    private static final Map<String, String> SYNONYMS = Map.ofEntries(
            Map.entry("sockets", "socket"),
            Map.entry("package", "socket"),
            Map.entry("packages", "socket"),
            Map.entry("nodes", "node"),
            Map.entry("llcs", "llc"),
            Map.entry("clusters", "cluster"),
            Map.entry("cores", "core"),
            Map.entry("cpus", "cpu"),
            Map.entry("threads", "thread"),
            Map.entry("system", "machine"),
            Map.entry("box", "machine"));

    private static final String DETAILS = "2 threads per core, non-SMT, 4 cores per LLC, 4 cores per cluster, "
            + "2 nodes per socket, "
            + "2 LLCs, in a ring, in a line, node distance 32, reclaim distance 32, adjacent siblings";

    private final String sentence;
    private final List<String> words = new ArrayList<>();
    /** Where each word begins in the sentence, to quote the rest from there. */
    private final List<Integer> starts = new ArrayList<>();

    private int at;

    private final int[] units = new int[UNITS.size()];
    private int threads;
    private int coresPerLlc;
    private int cpusPerLlc;
    private int coresPerCluster;
    private int cpusPerCluster;
    private int coresPerNode;
    private int coresPerSocket;
    private int nodesPerSocket;
    private int llcsPerNode;
    private int llcsPerSocket;
    private int clustersPerLlc;
    private int llcs;
    private boolean noLlc;
    private boolean adjacent;
    private int distance;
    private int reclaimDistance;
    private String arrangement;
    private final List<int[]> kinds = new ArrayList<>();
    private boolean kindsAreCores;

    private MachineSentence(String sentence) {
        this.sentence = sentence;
        split();
    }

    /**
     * The machine a sentence describes; it is called like the sentence.
     *
     * @throws IllegalArgumentException if a part is not understood, quoting it with what was expected, or if the parts
     *     do not make a machine
     */
    public static Machine parse(String sentence) {
        return new MachineSentence(sentence.strip()).parse();
    }

    private void split() {
        int i = 0;
        while (i < sentence.length()) {
            char c = sentence.charAt(i);
            if (Character.isWhitespace(c) || c == '-') {
                i++;
            } else if (c == ',') {
                words.add(",");
                starts.add(i++);
            } else {
                int start = i;
                while (i < sentence.length()
                        && !Character.isWhitespace(sentence.charAt(i))
                        && ",-".indexOf(sentence.charAt(i)) < 0) {
                    i++;
                }
                String word = sentence.substring(start, i).toLowerCase(Locale.ROOT);
                words.add(SYNONYMS.getOrDefault(word, word));
                starts.add(start);
            }
        }
    }

    private Machine parse() {
        if (words.isEmpty()) {
            throw new IllegalArgumentException(
                    "the machine sentence is empty; expected one like: 2 sockets of 8 cores with 2 threads");
        }
        boolean article = accept("a") || accept("an") || accept("the");
        if (accept("machine")) {
            if (!accept("with") && !accept("of")) {
                throw notUnderstood("with ... or of ...");
            }
        } else if (article && at < words.size() && UNITS.contains(words.get(at))) {
            // "a core", "a socket of 4 cores": the article was a number.
            at--;
        }
        size();
        while (at < words.size()) {
            separator();
            detail();
        }
        return build();
    }

    private void separator() {
        accept(",");
        if (!accept("and")) {
            accept("with");
        }
        if (at == words.size()) {
            throw new IllegalArgumentException(
                    "machine sentence '" + sentence + "' ends too early; expected " + DETAILS);
        }
    }

    private void size() {
        int from = at;
        int number = number("how many sockets, nodes, LLCs, cores or CPUs");
        if (isKind()) {
            kinds(number);
            return;
        }
        int unit = unit();
        units[unit] = number;
        if (smt() | whole()) {
            leaf(unit, from);
            return;
        }
        while (accept("of")) {
            int next = at;
            int count = number("how many smaller parts each has");
            int smaller = unit();
            if (smaller <= unit) {
                at = next;
                throw notUnderstood("a part smaller than a " + UNITS.get(unit));
            }
            unit = smaller;
            units[unit] = count;
        }
        leaf(unit, from);
    }

    private void leaf(int unit, int from) {
        if (unit < UNITS.indexOf("core")) {
            boolean later = false;
            for (int i = at; i + 1 < words.size(); i++) {
                later |= words.get(i).equals("core") && words.get(i + 1).equals("per");
                later |= words.get(i).equals("cpu") && words.get(i + 1).equals("per");
            }
            if (!later) {
                at = from;
                throw notUnderstood("the number of cores or CPUs in it, as in 2 sockets of 8 cores");
            }
        }
    }

    private boolean isKind() {
        int i = at;
        if (i < words.size() && (words.get(i).equals("core") || words.get(i).equals("cpu"))) {
            i++;
        }
        return i + 1 < words.size()
                && words.get(i).equals("of")
                && words.get(i + 1).equals("capacity");
    }

    private void kinds(int first) {
        int number = first;
        while (true) {
            if (accept("core")) {
                kindsAreCores = true;
            } else {
                accept("cpu");
            }
            accept("of");
            accept("capacity");
            kinds.add(new int[] {number, number("a capacity from 1 to 1024")});
            int back = at;
            accept(",");
            accept("and");
            int before = at;
            number = maybeNumber();
            if (number < 0 || !isKind()) {
                at = before == back ? before : back;
                return;
            }
        }
    }

    /** A word for the whole machine: it has just one of that. */
    private boolean whole() {
        if (accept("llc")) {
            llcs = 1;
            return true;
        }
        return accept("node") || accept("socket") || accept("machine");
    }

    private boolean smt() {
        if (accept("non") || accept("no") || accept("without")) {
            if (accept("smt")) {
                threads = 1;
                return true;
            }
            at--;
            return false;
        }
        if (at + 1 < words.size() && words.get(at).equals("smt") && maybeNumberAt(at + 1) > 0) {
            at++;
            threads = number("threads per core");
            return true;
        }
        if (accept("smt") || accept("smt2")) {
            threads = 2;
            return true;
        }
        if (accept("smt4")) {
            threads = 4;
            return true;
        }
        if (accept("smt8")) {
            threads = 8;
            return true;
        }
        return false;
    }

    private void detail() {
        if (smt()) {
            return;
        }
        int from = at;
        if (accept("no")) {
            if (accept("llc")) {
                noLlc = true;
                return;
            }
            at = from;
            throw notUnderstood(DETAILS);
        }
        if (accept("in")) {
            if (accept("a") && (peek("ring") || peek("line"))) {
                arrangement = words.get(at++);
                return;
            }
            at = from;
            throw notUnderstood("in a ring or in a line");
        }
        if (accept("adjacent")) {
            if (accept("siblings") || accept("sibling") || accept("thread")) {
                adjacent = true;
                return;
            }
            at = from;
            throw notUnderstood("adjacent siblings");
        }
        if (accept("reclaim")) {
            expect("distance", "reclaim distance 32");
            reclaimDistance = number("a distance");
            return;
        }
        if (peek("distance")
                || peek("node") && at + 1 < words.size() && words.get(at + 1).equals("distance")) {
            accept("node");
            expect("distance", "node distance 32");
            distance = number("a distance from 11 to 255");
            return;
        }
        int number = maybeNumber();
        if (number < 0) {
            at = from;
            throw notUnderstood(DETAILS);
        }
        counted(number, from);
    }

    private void counted(int number, int from) {
        if (accept("thread")) {
            threads = number;
            if (accept("per") || accept("each")) {
                accept("core");
            }
            return;
        }
        if (at < words.size() && UNITS.contains(words.get(at))) {
            String unit = words.get(at++);
            String per = "";
            if (accept("per") || accept("in") && accept("each")) {
                per = at < words.size() ? words.get(at++) : "";
            }
            switch (unit + "/" + per) {
                case "core/llc" -> coresPerLlc = number;
                case "cpu/llc" -> cpusPerLlc = number;
                case "core/cluster" -> coresPerCluster = number;
                case "cpu/cluster" -> cpusPerCluster = number;
                case "core/node" -> coresPerNode = number;
                case "core/socket" -> coresPerSocket = number;
                case "node/socket" -> nodesPerSocket = number;
                case "llc/node" -> llcsPerNode = number;
                case "llc/socket" -> llcsPerSocket = number;
                case "cluster/llc" -> clustersPerLlc = number;
                case "llc/" -> llcs = number;
                case "node/" -> units[UNITS.indexOf("node")] = number;
                case "socket/" -> units[UNITS.indexOf("socket")] = number;
                default -> {
                    at = from;
                    throw notUnderstood(DETAILS);
                }
            }
            return;
        }
        at = from;
        throw notUnderstood(DETAILS);
    }

    private int unit() {
        if (at < words.size()) {
            int unit = UNITS.indexOf(words.get(at));
            if (unit >= 0) {
                at++;
                return unit;
            }
        }
        throw notUnderstood("one of sockets, nodes, LLCs, clusters, cores, CPUs");
    }

    private int number(String what) {
        int number = maybeNumber();
        if (number < 1) {
            at -= number == 0 ? 1 : 0;
            throw notUnderstood((number == 0 ? "a number from 1 on: " : "a number: ") + what);
        }
        return number;
    }

    private int maybeNumber() {
        int number = maybeNumberAt(at);
        if (number >= 0) {
            at++;
        }
        return number;
    }

    private int maybeNumberAt(int index) {
        if (index >= words.size()) {
            return -1;
        }
        String word = words.get(index);
        if (word.equals("a") || word.equals("an")) {
            return 1;
        }
        int spelled = NUMBERS.indexOf(word);
        if (spelled >= 0) {
            return spelled;
        }
        if (word.isEmpty() || word.length() > 6 || !word.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return -1;
        }
        return Integer.parseInt(word);
    }

    private boolean peek(String word) {
        return at < words.size() && words.get(at).equals(word);
    }

    private boolean accept(String word) {
        if (peek(word)) {
            at++;
            return true;
        }
        return false;
    }

    private void expect(String word, String form) {
        if (!accept(word)) {
            throw notUnderstood(form);
        }
    }

    private IllegalArgumentException notUnderstood(String expected) {
        if (at >= words.size()) {
            return new IllegalArgumentException(
                    "machine sentence '" + sentence + "' ends too early; expected " + expected);
        }
        return new IllegalArgumentException("machine sentence '" + sentence + "': '"
                + sentence.substring(starts.get(at))
                + "' is not understood; expected " + expected);
    }

    private IllegalArgumentException wrong(String problem) {
        return new IllegalArgumentException("machine sentence '" + sentence + "': " + problem);
    }

    private Machine build() {
        Shape shape = shape();
        Machine.Builder builder;
        try {
            builder = shape.builder(sentence);
            if (arrangement != null || distance > 0) {
                builder.nodeDistance(distances(shape.nodes()));
            }
            if (reclaimDistance > 0) {
                builder.nodeReclaimDistance(reclaimDistance);
            }
            int core = 0;
            for (int[] kind : kinds) {
                CpuMask cpus = new CpuMask(builder.nrCpus());
                for (int i = 0; i < coresOfKind(kind, shape); i++, core++) {
                    for (int thread = 0; thread < shape.threadsPerCore; thread++) {
                        cpus.set(
                                shape.adjacentSiblings
                                        ? core * shape.threadsPerCore + thread
                                        : thread * shape.cores() + core);
                    }
                }
                builder.capacity(cpus, kind[1]);
            }
            return builder.build();
        } catch (InvalidMachineException e) {
            throw new IllegalArgumentException("machine sentence: " + e.getMessage(), e);
        }
    }

    private Shape shape() {
        int sockets = units[0];
        int nodes = units[1];
        int llcUnits = units[2];
        int clusters = units[3];
        Shape shape = new Shape();
        shape.threadsPerCore = threads == 0 ? 1 : threads;
        shape.adjacentSiblings = adjacent;
        // Nodes without a word on sockets are sockets of their own; nodes inside sockets are counted for each socket.
        if (nodesPerSocket > 0 && sockets > 0 && nodes > 0) {
            throw wrong("the nodes of a socket are stated twice");
        }
        if (sockets > 0 && nodes > 0) {
            shape.sockets = sockets;
            shape.nodesPerSocket = sizeOf(0) && sizeOf(1) ? nodes : divide(nodes, sockets, "nodes", "sockets");
        } else if (sockets == 0 && nodes > 0) {
            shape.sockets = nodes;
            if (nodesPerSocket > 0) {
                shape.sockets = divide(nodes, nodesPerSocket, "nodes", "sockets");
                shape.nodesPerSocket = nodesPerSocket;
            }
        } else {
            shape.sockets = Math.max(1, sockets);
            shape.nodesPerSocket = Math.max(1, nodesPerSocket);
        }
        // Cores below the smallest part said before them.
        long cores = units[4];
        if (units[5] > 0) {
            cores = coresOf(units[5], "CPUs", shape);
        }
        for (int[] kind : kinds) {
            cores += coresOfKind(kind, shape);
        }
        long perCluster = perPart(coresPerCluster, cpusPerCluster, shape, "cluster");
        long perLlc = perPart(coresPerLlc, cpusPerLlc, shape, "LLC");
        if (clusters > 0 && cores > 0) {
            perCluster = cores;
            cores *= clusters;
        }
        if (llcUnits > 0 && cores > 0) {
            perLlc = cores;
            cores *= llcUnits;
        } else if (llcUnits > 0 && perLlc > 0) {
            cores = perLlc * llcUnits;
        }
        shape.coresPerNode = toInt(coresPerNode(shape, cores, nodes > 0, sockets > 0));
        if (perLlc == 0 && llcsPerNode > 0) {
            perLlc = divide(shape.coresPerNode, llcsPerNode, "cores of a node", "LLCs");
        } else if (perLlc == 0 && llcsPerSocket > 0) {
            perLlc = divide(shape.coresPerNode * shape.nodesPerSocket, llcsPerSocket, "cores of a socket", "LLCs");
        } else if (perLlc == 0 && llcs > 0) {
            if (shape.sockets > 1 && llcs % shape.sockets != 0) {
                throw wrong(
                        llcs + " LLC cannot cross the " + shape.sockets + " sockets; expected at least one for each");
            }
            perLlc = divide(shape.cores(), llcs, "cores", "LLCs");
        }
        if (perCluster == 0 && clustersPerLlc > 0) {
            perCluster = divide(
                    toInt(perLlc > 0 ? perLlc : shape.coresPerNode), clustersPerLlc, "cores of an LLC", "clusters");
        }
        shape.coresPerLlc = noLlc ? Shape.NO_LLC : toInt(perLlc);
        shape.coresPerCluster = toInt(perCluster);
        return shape;
    }

    private long coresPerNode(Shape shape, long cores, boolean nodesSaid, boolean socketsSaid) {
        if (coresPerNode > 0) {
            if (cores > 0) {
                throw wrong("the cores of a node are stated twice");
            }
            return coresPerNode;
        }
        if (coresPerSocket > 0) {
            if (cores > 0) {
                throw wrong("the cores of a socket are stated twice");
            }
            return divide(coresPerSocket, shape.nodesPerSocket, "cores of a socket", "nodes");
        }
        if (cores == 0) {
            throw wrong("the number of cores is missing; expected one as in 2 sockets of 8 cores");
        }
        boolean chained = units[0] > 0 && sizeOf(0) || units[1] > 0 && sizeOf(1);
        if (!chained) {
            // "8 cores, 2 nodes": the total was said first.
            return divide(toInt(cores), shape.nodes(), "cores", "nodes");
        }
        boolean perSocket = socketsSaid && !(nodesSaid && sizeOf(1));
        return perSocket ? divide(toInt(cores), shape.nodesPerSocket, "cores of a socket", "nodes") : cores;
    }

    /** Whether the unit belongs to the size, that is, was said before the cores. */
    private boolean sizeOf(int unit) {
        for (String word : words) {
            if (word.equals(UNITS.get(unit))) {
                return true;
            }
            if (word.equals("core") || word.equals("cpu")) {
                return false;
            }
        }
        return false;
    }

    private long perPart(int inCores, int inCpus, Shape shape, String part) {
        if (inCpus > 0) {
            return coresOf(inCpus, "CPUs of a " + part, shape);
        }
        return inCores;
    }

    private int coresOfKind(int[] kind, Shape shape) {
        return kindsAreCores ? kind[0] : coresOf(kind[0], "CPUs of capacity " + kind[1], shape);
    }

    private int coresOf(int cpus, String what, Shape shape) {
        if (shape.threadsPerCore < 1 || cpus % shape.threadsPerCore != 0) {
            throw wrong(
                    "the " + cpus + " " + what + " do not divide into cores of " + shape.threadsPerCore + " threads");
        }
        return cpus / shape.threadsPerCore;
    }

    private int divide(int whole, int parts, String what, String into) {
        if (parts < 1 || whole % parts != 0) {
            throw wrong("the " + whole + " " + what + " do not divide into " + parts + " " + into);
        }
        return whole / parts;
    }

    private int toInt(long value) {
        if (value > Machine.MAX_CPUS) {
            throw wrong("a machine has at most " + Machine.MAX_CPUS + " CPUs, not " + value);
        }
        return (int) value;
    }

    private int[][] distances(int nodes) {
        if (distance > 0 && arrangement != null) {
            throw wrong("the node distances are stated twice, by 'in a " + arrangement + "' and 'distance " + distance
                    + "'");
        }
        int[][] matrix = new int[nodes][nodes];
        for (int i = 0; i < nodes; i++) {
            for (int j = 0; j < nodes; j++) {
                int steps = Math.abs(i - j);
                if ("ring".equals(arrangement)) {
                    steps = Math.min(steps, nodes - steps);
                }
                matrix[i][j] = i == j ? 10 : arrangement == null ? distance : 10 + 10 * steps;
            }
        }
        return matrix;
    }
}
