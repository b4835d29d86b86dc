// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.words;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.core.resources.IContainer;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IPath;
import org.eclipse.jdt.core.IAnnotation;
import org.eclipse.jdt.core.ICompilationUnit;
import org.eclipse.jdt.core.IJavaElement;
import org.eclipse.jdt.core.IJavaProject;
import org.eclipse.jdt.core.IMemberValuePair;
import org.eclipse.jdt.core.IMethod;
import org.eclipse.jdt.core.IOrdinaryClassFile;
import org.eclipse.jdt.core.IPackageFragment;
import org.eclipse.jdt.core.IPackageFragmentRoot;
import org.eclipse.jdt.core.IType;
import org.eclipse.jdt.core.JavaModelException;
import org.eclipse.jdt.core.Signature;
import org.wakespec.eclipse.WakespecPlugin;
import org.wakespec.eclipse.core.Dialect.StepType;
import org.wakespec.eclipse.core.Metadata;
import org.wakespec.eclipse.core.Named;
import org.wakespec.eclipse.core.ParameterKind;
import org.wakespec.eclipse.core.StepDefinition;
import org.wakespec.eclipse.core.Vocabulary;

/** Reads the vocabulary of a Java project: metadata of the jars on its class path, and step classes by JDT. */
final class ProjectReader {

    private static final String CUCUMBER = "io.cucumber.java";
    private static final String POLICY_SERVICE = "META-INF/services/org.wakespec.simulator.wakeup.PlacementPolicy";
    private static final Pattern POLICY_INFO =
            Pattern.compile("new\\s+PolicyInfo\\s*\\(\\s*\"([^\"]+)\"\\s*,[^\"]*?(?:\"([^\"]*)\")?\\s*,");

    private final IJavaProject project;
    private final JarCache jars;
    private final List<StepDefinition> documented = new ArrayList<>();
    private final List<StepDefinition> found = new ArrayList<>();
    private final Map<String, ParameterKind> parameters = new LinkedHashMap<>();
    private final List<Named> policies = new ArrayList<>();
    private final List<Named> machines = new ArrayList<>();

    ProjectReader(IJavaProject project, JarCache jars) {
        this.project = project;
        this.jars = jars;
    }

    Vocabulary read() throws CoreException {
        for (IPackageFragmentRoot root : project.getAllPackageFragmentRoots()) {
            try {
                if (root.getKind() == IPackageFragmentRoot.K_SOURCE) {
                    source(root);
                } else {
                    library(root);
                }
            } catch (JavaModelException e) {
                if (!e.isDoesNotExist()) {
                    WakespecPlugin.log(root.getPath() + " cannot be read", e);
                }
            }
        }
        return new Vocabulary(merge(), List.copyOf(parameters.values()), policies, machines);
    }

    /** What a jar documents and what JDT finds are the same steps: the first knows what they mean, the second where. */
    private List<StepDefinition> merge() {
        Map<String, StepDefinition> places = new HashMap<>();
        found.forEach(step -> places.putIfAbsent(step.expression(), step));
        List<StepDefinition> steps = new ArrayList<>();
        for (StepDefinition step : documented) {
            StepDefinition place = places.remove(step.expression());
            steps.add(place == null ? step : step.at(place.method(), place.where()));
        }
        // in the order found; one that is defined twice stays twice, for it is ambiguous
        List<String> known = documented.stream().map(StepDefinition::expression).toList();
        found.stream().filter(step -> !known.contains(step.expression())).forEach(steps::add);
        return steps;
    }

    // ------------------------------------------------------------------ jars

    private void library(IPackageFragmentRoot root) throws JavaModelException {
        IPath path = root.getPath();
        File file = root.isExternal() ? path.toFile() : file(root.getResource());
        if (!root.isArchive() || file == null) {
            return;
        }
        JarCache.Contents contents = jars.of(file);
        documented.addAll(contents.steps());
        contents.parameters()
                .forEach(kind -> parameters.merge(
                        kind.name(), kind, (a, b) -> a.javaType().isEmpty() ? b : a));
        policies.addAll(contents.policies());
        machines.addAll(contents.machines());
        if (!contents.steps().isEmpty()) {
            for (IJavaElement child : root.getChildren()) {
                if (child instanceof IPackageFragment fragment) {
                    for (IOrdinaryClassFile classFile : fragment.getOrdinaryClassFiles()) {
                        if (!classFile.getElementName().contains("$")) {
                            type(classFile.getType());
                        }
                    }
                }
            }
        }
    }

    private static File file(IResource resource) {
        return resource == null || resource.getLocation() == null
                ? null
                : resource.getLocation().toFile();
    }

    // ------------------------------------------------------------------ sources

    private void source(IPackageFragmentRoot root) throws JavaModelException {
        for (IJavaElement child : root.getChildren()) {
            if (child instanceof IPackageFragment fragment) {
                for (ICompilationUnit unit : fragment.getCompilationUnits()) {
                    if (unit.getSource() != null && unit.getSource().contains(CUCUMBER)) {
                        for (IType type : unit.getAllTypes()) {
                            type(type);
                        }
                    }
                }
            }
        }
        if (root.getResource() instanceof IContainer container) {
            try {
                machineFiles(container);
                policyServices(container);
            } catch (CoreException | IOException e) {
                WakespecPlugin.log("machines and policies of " + container.getFullPath() + " cannot be read", e);
            }
        }
    }

    private void machineFiles(IContainer root) throws CoreException, IOException {
        IContainer folder = root.getFolder(IPath.fromPortableString(Metadata.MACHINE_FILES));
        if (folder.exists()) {
            for (IResource member : folder.members()) {
                if (member instanceof IFile file && file.getName().matches(".*\\.ya?ml")) {
                    machines.add(Metadata.machineFile(file.getName(), text(file)));
                }
            }
        }
    }

    private void policyServices(IContainer root) throws CoreException, IOException {
        IFile services = root.getFile(IPath.fromPortableString(POLICY_SERVICE));
        if (!services.exists()) {
            return;
        }
        for (String line : text(services).split("\\R")) {
            String name = line.replaceFirst("#.*", "").strip();
            IType type = name.isEmpty() ? null : project.findType(name);
            String source = type == null || type.getCompilationUnit() == null
                    ? null
                    : type.getCompilationUnit().getSource();
            Matcher matcher = source == null ? null : POLICY_INFO.matcher(source);
            if (matcher != null && matcher.find()) {
                policies.add(new Named(
                        matcher.group(1),
                        List.of(),
                        matcher.group(2) == null ? name : matcher.group(2),
                        List.of("policy of this project: " + name)));
            }
        }
    }

    private static String text(IFile file) throws CoreException, IOException {
        try (InputStream in = file.getContents(true)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    // ------------------------------------------------------------------ step classes

    private void type(IType type) throws JavaModelException {
        for (IMethod method : type.getMethods()) {
            for (IAnnotation annotation : method.getAnnotations()) {
                method(type, method, annotation);
            }
        }
    }

    private void method(IType type, IMethod method, IAnnotation annotation) throws JavaModelException {
        String name = annotation.getElementName();
        String simple = name.substring(name.lastIndexOf('.') + 1);
        String qualified = name.contains(".") ? name : imported(type, simple);
        if (!qualified.startsWith(CUCUMBER + ".")) {
            return;
        }
        if (simple.equals("ParameterType")) {
            parameter(type, method, annotation);
        } else if (simple.endsWith("s") && qualified.endsWith("." + simple) && hasNested(annotation)) {
            for (IMemberValuePair pair : annotation.getMemberValuePairs()) {
                if (pair.getValue() instanceof Object[] nested) {
                    for (Object one : nested) {
                        if (one instanceof IAnnotation inner) {
                            step(type, method, inner, simple);
                        }
                    }
                }
            }
        } else {
            step(type, method, annotation, qualified);
        }
    }

    private static boolean hasNested(IAnnotation annotation) throws JavaModelException {
        for (IMemberValuePair pair : annotation.getMemberValuePairs()) {
            if (pair.getValueKind() == IMemberValuePair.K_ANNOTATION) {
                return true;
            }
        }
        return false;
    }

    private void step(IType type, IMethod method, IAnnotation annotation, String qualified) throws JavaModelException {
        String[] parts = qualified.split("\\.");
        // io.cucumber.java.<language>.<keyword>; hooks stand in io.cucumber.java itself
        if (parts.length < 5 && !qualified.matches("(Given|When|Then|And|But)s.*")) {
            return;
        }
        String expression = value(annotation, "value");
        if (expression != null) {
            found.add(new StepDefinition(
                    expression,
                    typeOf(annotation.getElementName()),
                    "",
                    List.of(),
                    method.getHandleIdentifier(),
                    type.getElementName() + "." + method.getElementName()));
        }
    }

    private static StepType typeOf(String name) {
        return switch (name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT)) {
            case "given" -> StepType.GIVEN;
            case "when" -> StepType.WHEN;
            case "then" -> StepType.THEN;
            default -> StepType.SAME;
        };
    }

    private void parameter(IType type, IMethod method, IAnnotation annotation) throws JavaModelException {
        String pattern = value(annotation, "value");
        if (pattern == null) {
            return;
        }
        String given = value(annotation, "name");
        String name = given == null || given.isEmpty() ? method.getElementName() : given;
        String javaType = Signature.toString(method.getReturnType());
        if (!javaType.contains(".")) {
            String[][] resolved = type.isBinary() ? null : type.resolveType(javaType);
            if (resolved != null && resolved.length == 1) {
                javaType = resolved[0][0].isEmpty() ? resolved[0][1] : resolved[0][0] + "." + resolved[0][1];
            }
        }
        ParameterKind kind = new ParameterKind(name, pattern, javaType.replaceAll("<.*", ""));
        parameters.merge(
                name, kind, (known, more) -> new ParameterKind(known.name(), known.pattern(), more.javaType()));
    }

    private static String value(IAnnotation annotation, String member) throws JavaModelException {
        for (IMemberValuePair pair : annotation.getMemberValuePairs()) {
            if (pair.getMemberName().equals(member)
                    && pair.getValueKind() == IMemberValuePair.K_STRING
                    && pair.getValue() instanceof String text) {
                return text;
            }
        }
        return null;
    }

    private static String imported(IType type, String simple) throws JavaModelException {
        if (type.getCompilationUnit() == null) {
            return simple;
        }
        for (var declaration : type.getCompilationUnit().getImports()) {
            String name = declaration.getElementName();
            if (name.endsWith("." + simple)) {
                return name;
            }
            if (declaration.isOnDemand() && name.startsWith(CUCUMBER + ".")) {
                return name.replaceFirst("\\*$", simple);
            }
        }
        return simple;
    }
}
