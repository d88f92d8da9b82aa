package io.bloomtree.tree;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A rule of the protocol, broken on purpose: the machines' own sources with a few words changed,
 * compiled apart and run in a class loader of their own.
 *
 * <p>So the production code carries no switches, and a rule that is rewritten makes its bug fail to
 * plant instead of silently testing nothing.
 */
final class PlantedBug {
  private final String rule;
  private final String focus;
  private final Map<String, String> sources = new LinkedHashMap<>();

  private PlantedBug(String rule, String focus) {
    this.rule = rule;
    this.focus = focus;
  }

  /** {@code focus}: how scenarios are narrowed down so that the bug is found soon. */
  static PlantedBug against(String rule, String focus) {
    return new PlantedBug(rule, focus);
  }

  /** Replaces one place in the source of a class of this package. */
  PlantedBug replacing(String className, String before, String after) {
    String source = sources.computeIfAbsent(className, PlantedBug::source);
    int at = source.indexOf(before);
    if (at < 0 || source.indexOf(before, at + 1) >= 0) {
      throw new IllegalStateException(
          "to break '" + rule + "', this must stand once in " + className + ":\n" + before);
    }
    sources.put(className, source.replace(before, after));
    return this;
  }

  String focus() {
    return focus;
  }

  /** The first violation that the simulator finds with the bug in place. */
  Optional<String> hunt(Path directory, int schedules) throws IOException {
    if (!sources.isEmpty()) {
      compile(directory);
    }
    List<URL> classPath = new ArrayList<>();
    classPath.add(directory.toUri().toURL());
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      classPath.add(url(entry));
    }
    try (var loader =
        new URLClassLoader(
            classPath.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      @SuppressWarnings("unchecked") // what Simulation.search returns
      Optional<String> found =
          (Optional<String>)
              loader.loadClass(Simulation.class.getName())
                  .getMethod("search", long.class, int.class, String.class)
                  .invoke(null, 1L, schedules, focus);
      return found;
    } catch (InvocationTargetException e) {
      return Optional.of("the machines broke down: " + e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private void compile(Path directory) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<Path> files = new ArrayList<>();
    for (Map.Entry<String, String> changed : sources.entrySet()) {
      Path file = directory.resolve(changed.getKey() + ".java");
      Files.writeString(file, changed.getValue(), UTF_8);
      files.add(file);
    }
    var messages = new StringWriter();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, UTF_8)) {
      boolean compiled =
          compiler.getTask(
              messages, manager, null,
              List.of("-d", directory.toString(), "-proc:none", "-classpath",
                  System.getProperty("java.class.path")),
              null, manager.getJavaFileObjectsFromPaths(files)).call();
      if (!compiled) {
        throw new IllegalStateException("the bug against '" + rule + "' does not compile:\n"
            + messages);
      }
    }
  }

  private static URL url(String classPathEntry) {
    try {
      return Path.of(classPathEntry).toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String source(String className) {
    Path file = Path.of("src/main/java/io/bloomtree/tree", className + ".java");
    try {
      return Files.readString(Files.exists(file) ? file : Path.of("common").resolve(file), UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(
          "tests run in the module's directory, where its sources are: " + file.toAbsolutePath(),
          e);
    }
  }

  @Override
  public String toString() {
    return rule;
  }
}
