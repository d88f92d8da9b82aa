package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.experiments.Trace;
import io.bloomtree.hash.KeyHash;
import io.bloomtree.wire.NodeId;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Reads a recorded stream into memory. Owned by one thread. */
final class TraceReader {
  private static final Path STANDARD_INPUT = Path.of("-");
  private static final int LONGEST_LINE = 1 << 20;
  /** Enough that each leaf of any tree gets many. */
  private static final int SOURCES = 4096;
  /** Experiments go through it many times, and some keep a few words for each event. */
  private static final int MOST_EVENTS = 50_000_000;

  private final RecordingFormat format;
  private final MalformedPolicy malformed;
  private final KeyHash hash = KeyHash.of(KeyHash.names().get(0), 0, LONGEST_LINE);
  private List<String> complaints = List.of();
  private long[] events = new long[1024];
  private int[] sources = new int[1024];
  private int length;

  TraceReader(RecordingFormat format, MalformedPolicy malformed) {
    this.format = requireNonNull(format, "format");
    this.malformed = requireNonNull(malformed, "malformed");
  }

  /** Lines that held no event, the first few, and why. */
  List<String> complaints() {
    return complaints;
  }

  Trace read(Path file, InputStream standardInput) throws BadInputException, IOException {
    boolean piped = file.equals(STANDARD_INPUT);
    String name = piped ? "<stdin>" : file.toString();
    var edges = new EdgeSpread(
        IntStream.range(0, SOURCES).mapToObj(i -> new NodeId("source-" + i)).toList());
    try (RecordedLines lines = RecordedLines.of(
        name, piped ? standardInput : RecordedLines.open(file), LONGEST_LINE)) {
      var recording = new Recording(name, lines, format, edges, LONGEST_LINE, malformed);
      for (var event = recording.next(); event.isPresent(); event = recording.next()) {
        add(name, event);
      }
      complaints = recording.complaints();
    }
    if (length == 0) {
      throw new BadInputException(name + ": holds no event");
    }
    return new Trace(name, Arrays.copyOf(events, length), Arrays.copyOf(sources, length), SOURCES);
  }

  private void add(String name, Optional<Event> event) throws BadInputException {
    if (length == MOST_EVENTS) {
      throw new BadInputException(name + ": has more than " + Figures.full(MOST_EVENTS)
          + " events, which is the most: take a part of it");
    }
    if (length == events.length) {
      events = Arrays.copyOf(events, 2 * length);
      sources = Arrays.copyOf(sources, 2 * length);
    }
    events[length] = hash.fingerprint(event.orElseThrow().key());
    sources[length++] = event.orElseThrow().edge();
  }
}
