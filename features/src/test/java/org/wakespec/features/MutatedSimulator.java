// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.features;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.wakespec.simulator.Simulation;

/**
 * Everything of this project in a class loader of its own, with one rule of the simulator changed in its source text. What it is
 * built on (Cucumber, JUnit, JSON) is shared.
 */
final class MutatedSimulator extends ClassLoader {

    private static final String OURS = "org.wakespec.";
    private static final Path SOURCES =
            Path.of("..", "engine", "simulator", "src", "main", "java", "org", "wakespec", "simulator");

    private final Map<String, byte[]> mutated;

    private MutatedSimulator(Map<String, byte[]> mutated) {
        super(MutatedSimulator.class.getClassLoader());
        this.mutated = mutated;
    }

    /** The simulator as it is. */
    static MutatedSimulator unmutated() {
        return new MutatedSimulator(Map.of());
    }

    /**
     * The simulator with one piece of text replaced. It must occur exactly once, so that no mutation gets lost.
     *
     * @param file source file below the simulator's package, without {@code .java}
     */
    static MutatedSimulator with(String file, String text, String replacement) {
        String source;
        try {
            source = Files.readString(SOURCES.resolve(file + ".java"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        int at = source.indexOf(text);
        if (at < 0 || source.indexOf(text, at + 1) >= 0) {
            throw new IllegalArgumentException(file + " does not contain exactly once: " + text);
        }
        String changed = source.substring(0, at) + replacement + source.substring(at + text.length());
        return new MutatedSimulator(compile(file.substring(file.lastIndexOf('/') + 1), changed));
    }

    private static Map<String, byte[]> compile(String className, String source) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        Map<String, ByteArrayOutputStream> classes = new HashMap<>();
        try (StandardJavaFileManager standard = compiler.getStandardFileManager(problems, null, null)) {
            standard.setLocation(
                    StandardLocation.CLASS_PATH,
                    List.of(place(Simulation.class), place(org.HdrHistogram.Histogram.class)));
            JavaFileManager manager = new ForwardingJavaFileManager<>(standard) {
                @Override
                public JavaFileObject getJavaFileForOutput(
                        Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
                    return new SimpleJavaFileObject(URI.create("memory:///" + name + ".class"), kind) {
                        @Override
                        public OutputStream openOutputStream() {
                            return classes.computeIfAbsent(name, n -> new ByteArrayOutputStream());
                        }
                    };
                }
            };
            JavaFileObject unit =
                    new SimpleJavaFileObject(
                            URI.create("memory:///" + className + ".java"), JavaFileObject.Kind.SOURCE) {
                        @Override
                        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                            return source;
                        }
                    };
            List<String> options = List.of("--release", "17", "-proc:none", "-implicit:none");
            if (!compiler.getTask(null, manager, problems, options, null, List.of(unit))
                    .call()) {
                throw new IllegalArgumentException(
                        "the mutant of " + className + " does not compile: " + problems.getDiagnostics());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, byte[]> bytes = new HashMap<>();
        classes.forEach((name, code) -> bytes.put(name, code.toByteArray()));
        return bytes;
    }

    private static File place(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toFile();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Runs scenarios inside.
     *
     * @param name regular expression found in the names of the scenarios
     * @return how many were found and how many did not pass
     */
    long[] run(String feature, String name) throws ReflectiveOperationException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(this);
        try {
            return (long[]) loadClass(RuntimeSuite.class.getName())
                    .getMethod("run", String.class, String.class)
                    .invoke(null, feature, name);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            if (!name.startsWith(OURS)) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null) {
                byte[] code = mutated.containsKey(name) ? mutated.get(name) : original(name);
                loaded = defineClass(name, code, 0, code.length);
            }
            return loaded;
        }
    }

    private byte[] original(String name) throws ClassNotFoundException {
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}
