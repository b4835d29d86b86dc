// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.DomainBuilder;
import org.wakespec.simulator.topology.Machine;

/** Machines as pictures and as text, from 2 to 512 CPUs. */
class MachinePicturesTest {

    private record Cell(int cpu, double x, double y, double width, double height) {

        boolean overlaps(Cell o) {
            return x < o.x + o.width && o.x < x + width && y < o.y + o.height && o.y < y + height;
        }
    }

    /** Packages of LLCs of cores with threads; siblings are numbered behind all cores. */
    private static Machine machine(int packages, int llcs, int cores, int threads) {
        int allCores = packages * llcs * cores;
        int n = allCores * threads;
        List<CpuMask> smt = new ArrayList<>();
        for (int core = 0; core < allCores; core++) {
            CpuMask mask = new CpuMask(n);
            for (int thread = 0; thread < threads; thread++) {
                mask.set(core + thread * allCores);
            }
            smt.add(mask);
        }
        List<CpuMask> llc = merge(smt, cores, n);
        List<CpuMask> pkg = merge(llc, llcs, n);
        return Machine.builder("m<" + n + "> & co", n)
                .smt(smt)
                .coregroup(llc)
                .packages(pkg)
                .nodes(pkg)
                .build();
    }

    private static List<CpuMask> merge(List<CpuMask> parts, int each, int n) {
        List<CpuMask> merged = new ArrayList<>();
        for (int i = 0; i < parts.size(); i += each) {
            CpuMask mask = new CpuMask(n);
            parts.subList(i, i + each).forEach(mask::or);
            merged.add(mask);
        }
        return merged;
    }

    private static Document parse(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<Cell> cells(Document svg) {
        List<Cell> cells = new ArrayList<>();
        NodeList groups = svg.getElementsByTagName("g");
        for (int i = 0; i < groups.getLength(); i++) {
            Element group = (Element) groups.item(i);
            String title = group.getElementsByTagName("title").item(0).getTextContent();
            Element rect = (Element) group.getElementsByTagName("rect").item(0);
            cells.add(new Cell(
                    Integer.parseInt(title.replaceAll("\\D", "")),
                    number(rect, "x"),
                    number(rect, "y"),
                    number(rect, "width"),
                    number(rect, "height")));
        }
        return cells;
    }

    private static double number(Element element, String name) {
        return Double.parseDouble(element.getAttribute(name));
    }

    @ParameterizedTest
    @CsvSource({"1,1,2,1", "1,1,80,1", "1,40,2,1", "2,8,8,2", "2,16,8,2", "1,2,3,4"})
    void everyCpuIsDrawnOnceInsideThePictureAndBesideTheOthers(int packages, int llcs, int cores, int threads)
            throws Exception {
        Machine machine = machine(packages, llcs, cores, threads);
        Document svg = parse(MachineSvg.of(MachinePicture.of(machine)));
        List<Cell> cells = cells(svg);
        assertThat(cells.stream().map(Cell::cpu)).hasSize(machine.nrCpus());
        assertThat(new TreeSet<>(cells.stream().map(Cell::cpu).toList())).hasSize(machine.nrCpus());
        double width = number(svg.getDocumentElement(), "width");
        double height = number(svg.getDocumentElement(), "height");
        assertThat(width / height).isBetween(0.5, 3.5);
        for (int i = 0; i < cells.size(); i++) {
            Cell cell = cells.get(i);
            assertThat(cell.x + cell.width).isLessThan(width);
            assertThat(cell.y + cell.height).isLessThan(height);
            for (int j = i + 1; j < cells.size(); j++) {
                assertThat(cell.overlaps(cells.get(j)))
                        .as("%s and %s", cell, cells.get(j))
                        .isFalse();
            }
        }
    }

    @Test
    void aPlacementIsMarked() throws Exception {
        Machine machine = machine(1, 2, 4, 1);
        Machine isolated = machine.toBuilder()
                .isolated(CpuMask.of(8, 6))
                .offline(CpuMask.of(8, 7))
                .build();
        String svg = MachineSvg.of(MachinePicture.of(DomainBuilder.build(isolated))
                .busy(CpuMask.of(8, 0, 1))
                .probed(CpuMask.of(8, 1, 2))
                .waker("A", 0)
                .wakee("B", 1, 2)
                .title("B to CPU 2 <by> a & b"));
        parse(svg);
        assertThat(svg)
                .contains("B to CPU 2 &lt;by&gt; a &amp; b")
                .contains("A on CPU 0; B from CPU 1 to CPU 2; probed: CPUs 1-2")
                .contains("CPU 0, busy")
                .contains("CPU 6, idle, isolated")
                .contains("CPU 7, offline")
                .contains("class=\"waker\"")
                .contains("class=\"prev\"")
                .contains("class=\"chosen\"")
                .contains("prefers-color-scheme:dark")
                .contains(">W waker's CPU<")
                .contains(">probed<")
                .contains(">offline<")
                .contains(">isolated<");
    }

    @Test
    void aMachineAloneHasNoMarksAndNoLegendForThem() {
        assertThat(MachineSvg.of(MachinePicture.of(machine(1, 1, 4, 1))))
                .doesNotContain("class=\"chosen\"")
                .doesNotContain(">offline<")
                .doesNotContain("waker's CPU");
    }

    @Test
    void theLocaleDoesNotMatter() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.ROOT);
            String root = MachineSvg.of(MachinePicture.of(machine(2, 2, 4, 2)));
            Locale.setDefault(Locale.GERMANY);
            assertThat(MachineSvg.of(MachinePicture.of(machine(2, 2, 4, 2)))).isEqualTo(root);
        } finally {
            Locale.setDefault(before);
        }
    }

    @ParameterizedTest
    @CsvSource({"1,1,2,1", "1,40,2,1", "2,8,8,2", "2,16,8,2"})
    void theTextIsAtMost100ColumnsAndNamesEveryCpu(int packages, int llcs, int cores, int threads) {
        Machine machine = machine(packages, llcs, cores, threads);
        String text = MachineText.of(DomainBuilder.build(machine));
        assertThat(text.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
        String drawing = text.substring(0, text.indexOf("scheduling domains"));
        for (int cpu = 0; cpu < machine.nrCpus(); cpu++) {
            assertThat(drawing).containsPattern("[\\[ ]" + cpu + "[\\] ]");
        }
        assertThat(text)
                .contains("static keys: "
                        + (threads > 1 ? "sched_smt_present" : packages * llcs > 1 ? "sched_cache" : "none on"));
    }

    @Test
    void cpusWithoutDomainsAreNamed() {
        Machine machine = machine(1, 1, 8, 1).toBuilder()
                .isolated(CpuMask.of(8, 6))
                .offline(CpuMask.of(8, 7))
                .build();
        assertThat(MachineText.of(DomainBuilder.build(machine)))
                .contains("isolated at boot: CPUs 6")
                .contains("offline: CPUs 7")
                .contains("CPU 6\n    none: every wakeup from here sees no domain, LLC size 0: always wide")
                .contains("CPU 7\n    none: offline")
                .contains("CPUs 0-5, for example CPU 0");
    }

    @Test
    void longWordsAndLinesAreBroken() {
        StringBuilder out = new StringBuilder();
        LadderText.wrap(out, "- ", "  ", "CPUs " + "1,3,".repeat(60) + "end and more words ".repeat(8));
        assertThat(out.toString().lines())
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(LadderText.WIDTH));
        assertThat(out.toString().replaceAll("\\s+", ""))
                .startsWith("-CPUs1,3,1,3,")
                .endsWith("morewords");
    }
}
