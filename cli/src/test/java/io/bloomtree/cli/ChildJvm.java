package io.bloomtree.cli;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** How a test starts a JVM of its own, small and soon ready. Immutable. */
final class ChildJvm {
  /*
   * A node spends most of its start on loading classes. An archive of them halves that; the
   * platform makes one only of jars, so the directories of classes are packed into one. Both are
   * kept in the build directory until a class changes. A JVM that cannot use the archive ignores
   * it.
   */

  private static final Path DIRECTORY = Path.of("build", "child-jvm").toAbsolutePath();

  private final String classPath;
  private final Path archive;

  private ChildJvm(String classPath, Path archive) {
    this.classPath = classPath;
    this.archive = archive;
  }

  /** With the classes of this JVM. Tests that run side by side share what is kept. */
  static synchronized ChildJvm likeThis() {
    try {
      List<String> entries =
          List.of(System.getProperty("java.class.path").split(File.pathSeparator));
      List<Path> directories =
          entries.stream().map(Path::of).filter(Files::isDirectory).toList();
      long changed = 0;
      for (Path entry : entries.stream().map(Path::of).filter(Files::exists).toList()) {
        try (Stream<Path> files = Files.walk(entry)) {
          changed = Math.max(
              changed, files.mapToLong(it -> it.toFile().lastModified()).max().orElse(0));
        }
      }
      Files.createDirectories(DIRECTORY);
      Path jar = DIRECTORY.resolve("classes-" + changed + ".jar");
      if (!Files.exists(jar)) {
        forgetOthers();
        pack(directories, jar);
      }
      var classPath = new ArrayList<>(List.of(jar.toString()));
      entries.stream().filter(entry -> Files.isRegularFile(Path.of(entry))).forEach(classPath::add);
      return new ChildJvm(String.join(File.pathSeparator, classPath),
          DIRECTORY.resolve("classes-" + changed + ".jsa"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void forgetOthers() throws IOException {
    try (Stream<Path> files = Files.list(DIRECTORY)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
  }

  private static void pack(List<Path> directories, Path jar) throws IOException {
    Path unfinished = Files.createTempFile(DIRECTORY, "classes", ".part");
    try (var out = new JarOutputStream(Files.newOutputStream(unfinished))) {
      out.setLevel(0);
      for (Path directory : directories) {
        try (Stream<Path> files = Files.walk(directory)) {
          for (Path file : files.filter(Files::isRegularFile).toList()) {
            out.putNextEntry(new JarEntry(
                directory.relativize(file).toString().replace(File.separatorChar, '/')));
            Files.copy(file, out);
            out.closeEntry();
          }
        }
      }
    }
    Files.move(unfinished, jar, ATOMIC_MOVE, REPLACE_EXISTING);
  }

  /** A JVM that uses the archive, if there is one. */
  ProcessBuilder command(Class<?> main, String... args) {
    return command("-XX:SharedArchiveFile=" + archive, main, args);
  }

  /**
   * Makes the archive, if nobody has, of the classes that a JVM has loaded when it ends.
   *
   * @param run runs the JVM to its end
   */
  void archive(Consumer<ProcessBuilder> run, Class<?> main, String... args) {
    synchronized (ChildJvm.class) {
      if (Files.exists(archive)) {
        return;
      }
      // others may look for it meanwhile: they must find none, or a whole one
      Path unfinished = archive.resolveSibling(archive.getFileName() + ".part");
      run.accept(command("-XX:ArchiveClassesAtExit=" + unfinished, main, args));
      try {
        Files.move(unfinished, archive, ATOMIC_MOVE, REPLACE_EXISTING);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private ProcessBuilder command(String sharing, Class<?> main, String... args) {
    var command = new ArrayList<>(
        List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(flag -> flag.startsWith("--add-"))
        .forEach(command::add);
    command.addAll(List.of(
        "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx200m", "-Xshare:auto", "-Xlog:disable",
        sharing, "-cp", classPath, main.getName()));
    command.addAll(List.of(args));
    return new ProcessBuilder(command);
  }
}
