package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The events of a recorded stream. Owned by one thread. */
final class Recording implements EventStream {
  private static final int COMPLAINTS = 5;
  private static final int QUOTED = 60;

  private final String name;
  private final RecordedLines lines;
  private final RecordingFormat format;
  private final EdgeSpread edges;
  private final int longestKey;
  private final MalformedPolicy policy;
  private final List<String> complaints = new ArrayList<>();
  private long malformed;

  Recording(
      String name, RecordedLines lines, RecordingFormat format, EdgeSpread edges, int longestKey,
      MalformedPolicy policy) {
    this.name = requireNonNull(name, "name");
    this.lines = requireNonNull(lines, "lines");
    this.format = requireNonNull(format, "format");
    this.edges = requireNonNull(edges, "edges");
    this.longestKey = longestKey;
    this.policy = requireNonNull(policy, "policy");
  }

  @Override public Optional<Event> next() throws BadInputException {
    for (var line = lines.next(); line.isPresent(); line = lines.next()) {
      try {
        return Optional.of(event(line.get()));
      } catch (NoEventException e) {
        String complaint = name + ":" + line.get().number() + ": " + e.getMessage() + ": "
            + quoted(line.get().bytes());
        malformed++;
        if (policy == MalformedPolicy.FAIL) {
          throw new BadInputException(complaint);
        }
        if (complaints.size() < COMPLAINTS) {
          complaints.add(complaint);
        }
      }
    }
    return Optional.empty();
  }

  private Event event(RecordedLines.Line line) throws NoEventException {
    if (line.isTooLong()) {
      throw new NoEventException("the line has more than " + line.bytes().length + " bytes");
    }
    for (byte b : line.bytes()) {
      if (b == 0) {
        throw new NoEventException("a zero byte: this is no text");
      }
    }
    Event event = format.event(line.bytes(), edges);
    if (event.key().length == 0) {
      throw new NoEventException("the key is empty");
    }
    if (event.key().length > longestKey) {
      throw new NoEventException("the key has " + event.key().length + " bytes, more than "
          + "the " + longestKey + " of limits.key");
    }
    return event;
  }

  private static String quoted(byte[] line) {
    String text = Figures.printable(new String(line, UTF_8).replace("\t", "<TAB>"));
    return text.length() <= QUOTED ? "'" + text + "'" : "'" + text.substring(0, QUOTED) + "'..";
  }

  /** How many lines held no event. */
  long malformed() {
    return malformed;
  }

  /** Which ones, and why: the first few that were left out. */
  List<String> complaints() {
    return List.copyOf(complaints);
  }
}
