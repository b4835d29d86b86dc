// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The files new things begin with. */
public final class Templates {

    /** The version of Wakespec new projects use. */
    public static final String VERSION = "0.1.0-SNAPSHOT";
    /** The service file policies are registered in. */
    public static final String POLICY_SERVICE = "META-INF/services/org.wakespec.simulator.wakeup.PlacementPolicy";

    private Templates() {}

    /**
     * A project: POM, trigger class and first feature, by path.
     *
     * @param name of the project, which becomes the artifact id
     * @param packageName of the trigger class and the feature
     */
    public static Map<String, String> project(String name, String packageName) {
        Map<String, String> files = new LinkedHashMap<>();
        String folder = packageName.replace('.', '/');
        files.put("pom.xml", pom(name, packageName));
        files.put("src/test/java/" + folder + "/SpecificationTest.java", trigger(packageName));
        files.put(
                "src/test/resources/" + folder + "/first.feature",
                feature("A first specification", "an idle previous CPU"));
        return files;
    }

    private static String pom(String name, String packageName) {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <project xmlns="http://maven.apache.org/POM/4.0.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://maven.apache.org/POM/4.0.0 http://maven.apache.org/xsd/maven-4.0.0.xsd">
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>%s</groupId>
                  <artifactId>%s</artifactId>
                  <version>1.0.0-SNAPSHOT</version>

                  <properties>
                    <maven.compiler.release>17</maven.compiler.release>
                    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
                    <wakespec.version>%s</wakespec.version>
                  </properties>

                  <dependencies>
                    <!-- mainline and its seams: what a policy is written against -->
                    <dependency>
                      <groupId>org.wakespec</groupId>
                      <artifactId>wakespec-policies</artifactId>
                      <version>${wakespec.version}</version>
                    </dependency>
                    <!-- the vocabulary, and with it the engine and the machines -->
                    <dependency>
                      <groupId>org.wakespec</groupId>
                      <artifactId>wakespec-steps</artifactId>
                      <version>${wakespec.version}</version>
                      <scope>test</scope>
                    </dependency>
                  </dependencies>

                  <build>
                    <plugins>
                      <plugin>
                        <groupId>org.apache.maven.plugins</groupId>
                        <artifactId>maven-compiler-plugin</artifactId>
                        <version>3.14.1</version>
                      </plugin>
                      <!-- 3.5.4 or later: earlier versions count no tests of feature files -->
                      <plugin>
                        <groupId>org.apache.maven.plugins</groupId>
                        <artifactId>maven-surefire-plugin</artifactId>
                        <version>3.6.1</version>
                      </plugin>
                    </plugins>
                  </build>
                </project>
                """.formatted(packageName, name, VERSION);
    }

    private static String trigger(String packageName) {
        return """
                package %s;

                import org.wakespec.engine.SchedulerSpecifications;

                /** Runs the features of this package. */
                @SchedulerSpecifications
                class SpecificationTest {}
                """.formatted(packageName);
    }

    /** A feature with a first scenario that passes on mainline. */
    public static String feature(String title, String scenario) {
        return """
                Feature: %s

                  Scenario: %s
                    Given the machine "smp-8"
                    And A runs on CPU 0
                    And B sleeps, last on CPU 1
                    When A wakes B
                    Then B is placed on its previous CPU
                """.formatted(title, scenario);
    }

    /** A policy class that asks one question more than mainline and always answers it with no. */
    public static String policy(String packageName, String className, String policyName) {
        String rung = policyName.replace('-', '_').toLowerCase(Locale.ROOT);
        return """
                package %s;

                import java.util.List;
                import org.wakespec.policies.FairPlacement;
                import org.wakespec.simulator.task.Task;
                import org.wakespec.simulator.wakeup.PolicyInfo;
                import org.wakespec.simulator.wakeup.PolicyInfo.Scope;
                import org.wakespec.simulator.wakeup.PolicyInfo.Standing;
                import org.wakespec.simulator.wakeup.Rule;
                import org.wakespec.simulator.wakeup.Rung;
                import org.wakespec.simulator.wakeup.Selection;

                /** Say here in words what the patch changes. The rest is mainline. */
                public final class %s extends FairPlacement {

                    /** The question the patch adds; it shows up in the ladder. */
                    private static final Rung QUESTION = new Rung("%s", 1, "does the patch apply?");

                    private static final Rule RULE = new Rule("%s", "the patch applies: the previous CPU is kept");

                    private static final PolicyInfo INFO = new PolicyInfo(
                            "%s",
                            List.of(),
                            "one line for lists",
                            "after wake_affine(): the rule in words",
                            "this project",
                            Standing.EXACT,
                            Scope.FULL);

                    @Override
                    public PolicyInfo info() {
                        return INFO;
                    }

                    @Override
                    protected int afterWakeAffine(Selection s, Task p, int prevCpu, int target, boolean sync) {
                        s.ask(QUESTION);
                        if (sync && prevCpu == target && p.cpusPtr.test(prevCpu) && s.availableIdleCpu(prevCpu)) {
                            return s.decide(RULE, prevCpu);
                        }
                        s.answer("no");
                        return NONE;
                    }
                }
                """.formatted(packageName, className, rung, policyName, policyName);
    }

    /** The service file with one more policy class. */
    public static String service(String before, String qualifiedName) {
        boolean known = before.lines().anyMatch(line -> line.strip().equals(qualifiedName));
        String end = before.isEmpty() || before.endsWith("\n") ? "" : "\n";
        return known ? before : before + end + qualifiedName + "\n";
    }

    /** Why a policy name cannot be used; empty if it can. */
    public static String problemWithPolicyName(String name) {
        return name.matches("[a-z][a-z0-9]*([.-][a-z0-9]+)*")
                ? ""
                : "A policy is called in lower case, with digits and hyphens: my-patch-v1";
    }

    /** A class name from a policy name: {@code stay-home} becomes {@code StayHome}. */
    public static String className(String policyName) {
        StringBuilder name = new StringBuilder();
        for (String word : policyName.split("[^A-Za-z0-9]+")) {
            if (!word.isEmpty()) {
                name.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
            }
        }
        return name.toString();
    }
}
