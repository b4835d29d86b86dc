// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.balance;

import java.io.ByteArrayOutputStream;
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
import org.wakespec.simulator.balance.Balancer;

/**
 * One rule of the balancer changed in its source text, compiled, and put in place of the real one in a class loader
 * of its own.
 */
final class SourceMutant {

    private static final String PACKAGE = "org.wakespec.simulator.balance.";
    private static final Path SOURCES =
            Path.of("..", "simulator", "src", "main", "java", "org", "wakespec", "simulator", "balance");

    private SourceMutant() {}

    /**
     * The probe, linked with the mutated class. The text to replace must occur exactly once, so that no mutation gets
     * lost.
     */
    static Object probe(String className, String text, String replacement) throws ReflectiveOperationException {
        String source = read(SOURCES.resolve(className + ".java"));
        int at = source.indexOf(text);
        if (at < 0 || source.indexOf(text, at + 1) >= 0) {
            throw new IllegalArgumentException(className + " does not contain exactly once: " + text);
        }
        Map<String, byte[]> mutated =
                compile(className, source.substring(0, at) + replacement + source.substring(at + text.length()));
        return new MutantLoader(mutated)
                .loadClass(MutantProbe.class.getName())
                .getConstructor()
                .newInstance();
    }

    /** The probe with the balancer as it is, loaded the same way. */
    static Object unmutated() throws ReflectiveOperationException {
        return new MutantLoader(Map.of())
                .loadClass(MutantProbe.class.getName())
                .getConstructor()
                .newInstance();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, byte[]> compile(String className, String source) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        Map<String, ByteArrayOutputStream> classes = new HashMap<>();
        try (StandardJavaFileManager standard = compiler.getStandardFileManager(problems, null, null)) {
            Path simulator = Path.of(Balancer.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            standard.setLocation(StandardLocation.CLASS_PATH, List.of(simulator.toFile()));
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
            List<String> options = List.of("--release", "17", "-proc:none");
            if (!compiler.getTask(null, manager, problems, options, null, List.of(unit))
                    .call()) {
                throw new IllegalArgumentException(
                        "the mutant of " + className + " does not compile: " + problems.getDiagnostics());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
        Map<String, byte[]> bytes = new HashMap<>();
        classes.forEach((name, code) -> bytes.put(name, code.toByteArray()));
        return bytes;
    }

    /** Loads the balancer and what calls it anew; everything else is shared. */
    private static final class MutantLoader extends ClassLoader {

        private final Map<String, byte[]> mutated;

        MutantLoader(Map<String, byte[]> mutated) {
            super(MutantProbe.class.getClassLoader());
            this.mutated = mutated;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                if (!name.startsWith(PACKAGE) && !name.startsWith("org.wakespec.conformance.balance.")) {
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
}
