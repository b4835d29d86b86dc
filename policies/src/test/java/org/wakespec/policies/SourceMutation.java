// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.policies;

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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
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

/** One rule changed in the source text of a class, which is compiled and put in the place of the real one. */
public final class SourceMutation {

    private SourceMutation() {}

    /**
     * The classes of a source file with one piece of text replaced. It must occur exactly once, so that no mutation gets lost.
     *
     * @param file the source
     * @param builtOn one class of everything the source needs to compile
     */
    public static Map<String, byte[]> of(Path file, String text, String replacement, Class<?>... builtOn) {
        String source;
        try {
            source = Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        int at = source.indexOf(text);
        if (at < 0 || source.indexOf(text, at + 1) >= 0) {
            throw new IllegalArgumentException(file + " does not contain exactly once: " + text);
        }
        String changed = source.substring(0, at) + replacement + source.substring(at + text.length());
        return compile(file.getFileName().toString(), changed, builtOn);
    }

    private static Map<String, byte[]> compile(String fileName, String source, Class<?>... builtOn) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        Map<String, ByteArrayOutputStream> classes = new HashMap<>();
        try (StandardJavaFileManager standard = compiler.getStandardFileManager(problems, null, null)) {
            List<File> classPath = new ArrayList<>();
            for (Class<?> type : builtOn) {
                classPath.add(place(type));
            }
            standard.setLocation(StandardLocation.CLASS_PATH, classPath);
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
                    new SimpleJavaFileObject(URI.create("memory:///" + fileName), JavaFileObject.Kind.SOURCE) {
                        @Override
                        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                            return source;
                        }
                    };
            List<String> options = List.of("--release", "17", "-proc:none", "-implicit:none");
            if (!compiler.getTask(null, manager, problems, options, null, List.of(unit))
                    .call()) {
                throw new IllegalArgumentException(
                        "the mutant of " + fileName + " does not compile: " + problems.getDiagnostics());
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

    /** Loads the mutated class and all that is linked with it anew; everything else is shared. */
    public static final class Loader extends ClassLoader {

        private final Predicate<String> anew;
        private final Map<String, byte[]> mutated;

        /**
         * A loader of its own for some classes.
         *
         * @param anew names of the classes not shared
         * @param mutated code by class name; empty: all as they are
         */
        public Loader(ClassLoader parent, Predicate<String> anew, Map<String, byte[]> mutated) {
            super(parent);
            this.anew = anew;
            this.mutated = mutated;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                if (!anew.test(name)) {
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
