package io.bloomtree.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's example compiles, and does what is said beside it. */
class ReadmeTest {
  private static final Path ROOT = Path.of("").toAbsolutePath();
  private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  @Test void itsExampleCompilesAndRuns(@TempDir Path dir) throws Exception {
    Matcher block = JAVA.matcher(Files.readString(ROOT.resolve("README.md")));
    assertThat(block.find()).as("the README has an example").isTrue();
    List<String> lines = block.group(1).lines().toList();
    Path source = dir.resolve("Example.java");
    Files.writeString(source, imports(lines) + """

        public class Example {
          public static void main(String[] args) throws Exception {
        %s
          }
        }
        """.formatted(body(lines)));

    compile(source, dir);

    assertThat(outputOf(dir)).contains("deliver", "DUPLICATE");
  }

  private static String imports(List<String> lines) {
    return lines.stream().filter(it -> it.startsWith("import ")).collect(Collectors.joining("\n"));
  }

  private static String body(List<String> lines) {
    Stream<String> statements = lines.stream().filter(it -> !it.startsWith("import "));
    String topology = ROOT.resolve("topology.yaml").toString().replace("\\", "\\\\");
    return statements.collect(Collectors.joining("\n")).replace("topology.yaml", topology);
  }

  private static void compile(Path source, Path dir) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    var said = new StringWriter();
    boolean compiles = compiler.getTask(
            said, null, null,
            List.of("-d", dir.toString(), "-cp", System.getProperty("java.class.path")), null,
            compiler.getStandardFileManager(null, null, null).getJavaFileObjects(source))
        .call();
    assertThat(compiles).as(said.toString()).isTrue();
  }

  private static String outputOf(Path dir) throws Exception {
    var printed = new ByteArrayOutputStream();
    PrintStream before = System.out;
    try (var loader = new URLClassLoader(new URL[] {dir.toUri().toURL()})) {
      System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
      loader.loadClass("Example").getMethod("main", String[].class)
          .invoke(null, (Object) new String[0]);
    } finally {
      System.setOut(before);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }
}
