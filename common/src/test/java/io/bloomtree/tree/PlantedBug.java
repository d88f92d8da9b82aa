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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A rule of the protocol, broken on purpose: the machines' own sources with a few lines changed,
 * compiled apart and run in a class loader of their own.
 *
 * <p>So the production code carries no switches, and a rule that is rewritten makes its bug fail to
 * plant instead of silently testing nothing.
 */
record PlantedBug(String rule, String focus, List<Change> changes) {
  private static final Pattern FROM = Pattern.compile("\\bfrom=(\\d+)\\s*");

  /** Some lines of a class, before and after: of this package, or of one that is said before it. */
  record Change(String className, String before, String after) {
    String applyTo(String source, String rule) {
      int at = source.indexOf(before);
      if (at < 0 || source.indexOf(before, at + 1) >= 0) {
        throw new IllegalStateException(
            "to break '" + rule + "', this must stand once in " + className + ":\n" + before);
      }
      return source.replace(before, after);
    }
  }

  /** Where the hunt begins: a little before a schedule in which the bug shows, if that is late. */
  private long firstSeed() {
    Matcher from = FROM.matcher(focus);
    return from.find() ? Long.parseLong(from.group(1)) : 1;
  }

  /** What the scenarios are narrowed down to. */
  String narrowing() {
    return FROM.matcher(focus).replaceAll("").strip();
  }

  /** The first violation that the simulator finds with the bug in place. */
  Optional<String> hunt(Path directory, int schedules) throws IOException {
    if (!changes.isEmpty()) {
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
                  .invoke(null, firstSeed(), schedules, narrowing());
      return found;
    } catch (InvocationTargetException e) {
      return Optional.of("the machines broke down: " + e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private void compile(Path directory) throws IOException {
    Map<String, String> sources = new LinkedHashMap<>();
    for (Change change : changes) {
      String source = sources.get(change.className);
      sources.put(
          change.className,
          change.applyTo(source == null ? source(change.className) : source, rule));
    }
    List<Path> files = new ArrayList<>();
    for (Map.Entry<String, String> changed : sources.entrySet()) {
      Path file = directory.resolve(path(changed.getKey()));
      Files.createDirectories(file.getParent());
      Files.writeString(file, changed.getValue(), UTF_8);
      files.add(file);
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    var messages = new StringWriter();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, UTF_8)) {
      boolean compiled =
          compiler.getTask(
              messages, manager, null,
              List.of("-d", directory.toString(), "-proc:none", "-classpath",
                  System.getProperty("java.class.path")),
              null, manager.getJavaFileObjectsFromPaths(files)).call();
      if (!compiled) {
        throw new IllegalStateException(
            "the bug against '" + rule + "' does not compile:\n" + messages);
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

  private static String source(String className) throws IOException {
    Path file = Path.of("src/main/java/io/bloomtree", path(className));
    return Files.readString(Files.exists(file) ? file : Path.of("common").resolve(file), UTF_8);
  }

  private static String path(String className) {
    String name = className.indexOf('.') < 0 ? "tree." + className : className;
    return name.replace('.', '/') + ".java";
  }

  @Override public String toString() {
    return rule;
  }
}
