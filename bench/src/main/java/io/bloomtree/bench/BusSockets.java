package io.bloomtree.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What went over the connections of event buses, as the kernel counted it. */
final class BusSockets {
  /*
   * Of each connection one end is asked, the one that has connected: what it sent and what it
   * received is all that went over it, event-bus framing included, TCP and IP headers not.
   */
  private static final Pattern BYTES = Pattern.compile("bytes_(?:sent|received):(\\d+)");

  private final String filter;

  /** {@code ports}: where the event buses listen. */
  BusSockets(List<Integer> ports) {
    this.filter = ports.stream().map(port -> "dport = :" + port)
        .collect(Collectors.joining(" or "));
  }

  /** Bytes so far, both directions; empty where there is no {@code ss} to ask. */
  OptionalLong bytes() throws IOException {
    Process ss;
    try {
      ss = new ProcessBuilder("ss", "-tinH", filter)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      return OptionalLong.empty();
    }
    String said = new String(ss.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return BYTES.matcher(said).find() ? OptionalLong.of(sum(said)) : OptionalLong.empty();
  }

  static long sum(String said) {
    return BYTES.matcher(said).results()
        .map((MatchResult found) -> found.group(1))
        .mapToLong(Long::parseLong)
        .sum();
  }
}
