// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
/**
 * The JUnit Platform engine {@code wakespec}: runs Gherkin features, each scenario once for every variant it is about.
 *
 * <p>Tree: engine, trigger class (if there is one), feature, rule, scenario, examples, example row, variant. Unique ids are
 * made of names, so they survive edits.
 *
 * <h2>Configuration</h2>
 *
 * <p>JUnit configuration parameters, system properties or {@code junit-platform.properties}:
 *
 * <dl>
 *   <dt>{@code wakespec.<variants>} (for example {@code wakespec.policies})
 *   <dd>names of variants to run on, separated by commas, or {@code all}. A scenario with tags {@code @<label>:NAME} runs on
 *       those of them it names; {@code @not-<label>:NAME} leaves one out.
 *   <dt>{@code wakespec.<variants>.follow}
 *   <dd>{@code FOLLOWER=LEADER}: a tag that names the second variant then names the first, too
 *   <dt>{@code wakespec.features}
 *   <dd>only these features: ends of paths, directories, with lines if wanted ({@code sync.feature:12:40,numa}). Any line
 *       inside a scenario or the line of an example row will do.
 *   <dt>{@code wakespec.tags}
 *   <dd>only scenarios to which this tag expression applies
 *   <dt>{@code wakespec.name}
 *   <dd>only scenarios in whose long name ({@code Feature - Rule - Scenario [variant]}) this regular expression is found
 *   <dt>{@code wakespec.glue}
 *   <dd>packages with step classes, besides those of the trigger class and of the variant source
 *   <dt>{@code wakespec.plugins}
 *   <dd>Cucumber plug-ins, separated by commas; {@code {variant}} or {@code {<label>}}, {@code {run}} and {@code {fork}} are
 *       replaced in file names and added where files would overwrite each other
 *   <dt>{@code wakespec.results.file}
 *   <dd>the result file, default {@code target/wakespec/results.jsonl}; {@code none} for none
 *   <dt>{@code wakespec.summary}
 *   <dd>{@code true}: in the end each scenario is logged with the lines its steps logged, one line for each variant
 *   <dt>{@code wakespec.dry-run}
 *   <dd>{@code true}: match steps without running them
 *   <dt>{@code wakespec.execution.parallel.enabled}, {@code wakespec.execution.parallel.config.*}
 *   <dd>as in JUnit Jupiter: {@code strategy}, {@code fixed.parallelism}, {@code executor-service} ...
 *   <dt>{@code wakespec.execution.exclusive-resources.<tag>.read-write}, {@code ….read}
 *   <dd>names of resources that scenarios with this tag lock; the variant counts as a tag
 *   <dt>{@code wakespec.execution.order}, {@code wakespec.execution.order.seed}
 *   <dd>{@code lexical} (default) or {@code random}
 *   <dt>{@code wakespec.attachments.files}
 *   <dd>for which scenarios attachments become files of JUnit: {@code always} (default), {@code failed}, {@code never}
 *   <dt>{@code wakespec.source}
 *   <dd>how leaves say where they come from: {@code auto} (by host), {@code file}, {@code method}, {@code class}
 *   <dt>{@code wakespec.naming}
 *   <dd>{@code short} (default) or {@code long} display names of leaves
 *   <dt>{@code wakespec.variant-source}, {@code wakespec.object-factory}
 *   <dd>which one to take if several are on the class path
 * </dl>
 */
package org.wakespec.engine;
