package io.bloomtree.topology;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** P6: what is wrong is refused, all of it at once, with file, line, column and what is allowed. */
class BadTopologiesTest {
  /** Cases as {@code === name}, the file, {@code ---->}, the messages without the file's name. */
  static Stream<Arguments> cases() throws IOException {
    try (InputStream in = BadTopologiesTest.class.getResourceAsStream("bad-topologies.txt")) {
      List<Arguments> cases = new ArrayList<>();
      for (String part : new String(in.readAllBytes(), UTF_8).split("(?m)^=== ")) {
        if (!part.isBlank() && !part.startsWith("#")) {
          String name = part.substring(0, part.indexOf('\n'));
          String[] fileAndMessages = part.substring(name.length() + 1).split("(?m)^---->\n", 2);
          cases.add(Arguments.of(name, fileAndMessages[0], fileAndMessages[1].strip()));
        }
      }
      return cases.stream();
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void isRefusedWithTheseMessages(String name, String file, String messages) {
    var refused = catchThrowableOfType(
        InvalidTopologyException.class, () -> Topology.parse("t.yaml", file));

    assertThat(refused).as("refused").isNotNull();
    assertThat(refused.problems().stream()
        .map(problem -> problem.line() + ":" + problem.column() + ": " + problem.message())
        .collect(joining("\n")))
        .isEqualTo(messages);
    assertThat(refused).hasMessageStartingWith("t.yaml:" + messages.lines().findFirst().get());
  }
}
