package io.bloomtree.wire;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The origins of a frame's entries, in order. */
final class OriginColumn {
  /*
   * Runs of entries of one source, an agent in one incarnation, until all entries are named:
   *
   *   +--------+------------------------------+----------+-------------------+
   *   | source | only if source = 0:          | length-1 | length steps      |
   *   | varint | agent id, incarnation varint | varint   | zig-zag varints   |
   *   +--------+------------------------------+----------+-------------------+
   *
   * Source 0 introduces a new source, which gets the next number, from 1; later runs of it say
   * that number. A step continues from the source's last sequence in this column, whichever run
   * that was in, so the interleaved batches of many agents cost two bytes a run, not a name.
   */

  private static final int NEW_SOURCE = 0;

  private record Source(NodeId agent, long incarnation) {
    static Source of(Origin origin) {
      return new Source(origin.agent(), origin.incarnation());
    }

    @Override public String toString() {
      return agent + " in incarnation " + incarnation;
    }

    boolean isOf(Origin origin) {
      return incarnation == origin.incarnation()
          && (agent == origin.agent() || agent.equals(origin.agent()));
    }
  }

  /** A source, its number in this column and how far its sequences have come. */
  private static final class Known {
    final Source source;
    final int number;
    long last = SequenceSteps.BEFORE_FIRST;

    Known(Source source, int number) {
      this.source = source;
      this.number = number;
    }
  }

  private OriginColumn() {}

  static void write(WireWriter out, Origin[] origins) {
    Map<Source, Known> known = new HashMap<>();
    int start = 0;
    while (start < origins.length) {
      Source source = Source.of(origins[start]);
      int end = endOfRun(origins, start, source);
      Known run = writeSource(out, known, source);
      out.writeVarint(end - start - 1);
      writeRun(out, run, origins, start, end);
      start = end;
    }
  }

  private static int endOfRun(Origin[] origins, int start, Source source) {
    int end = start + 1;
    while (end < origins.length && source.isOf(origins[end])) {
      end++;
    }
    return end;
  }

  private static Known writeSource(WireWriter out, Map<Source, Known> known, Source source) {
    Known earlier = known.get(source);
    if (earlier != null) {
      out.writeVarint(earlier.number);
      return earlier;
    }
    out.writeVarint(NEW_SOURCE);
    out.writeNodeId(source.agent);
    out.writeVarint(source.incarnation);
    Known introduced = new Known(source, known.size() + 1);
    known.put(source, introduced);
    return introduced;
  }

  private static void writeRun(WireWriter out, Known run, Origin[] origins, int start, int end) {
    long last = run.last;
    for (int i = start; i < end; i++) {
      long sequence = origins[i].sequence();
      SequenceSteps.write(out, last, sequence);
      last = sequence;
    }
    run.last = last;
  }

  static Origin[] read(WireReader in, int count) {
    Origin[] origins = new Origin[count];
    List<Known> known = new ArrayList<>();
    Set<Source> introduced = new HashSet<>();
    Known previous = null;
    int start = 0;
    while (start < count) {
      int offset = in.position();
      Known run = readSource(in, known, introduced);
      if (run == previous) {
        throw in.malformed(offset, "a run must be of another source than the one before");
      }
      int end = start + readLength(in, count - start);
      readRun(in, run, origins, start, end);
      start = end;
      previous = run;
    }
    return origins;
  }

  private static Known readSource(WireReader in, List<Known> known, Set<Source> introduced) {
    int offset = in.position();
    long number = in.readVarint("source");
    if (number < 0 || number > known.size()) {
      throw in.malformed(
          offset,
          "source must be at most " + known.size() + ": " + Long.toUnsignedString(number));
    }
    if (number != NEW_SOURCE) {
      return known.get((int) number - 1);
    }
    var source = new Source(in.readNodeId("agent"), in.readNotNegative("incarnation"));
    if (!introduced.add(source)) {
      throw in.malformed(offset, "source must be introduced once: " + source);
    }
    var added = new Known(source, known.size() + 1);
    known.add(added);
    return added;
  }

  private static int readLength(WireReader in, int left) {
    int offset = in.position();
    long lengthMinusOne = in.readVarint("run length");
    if (lengthMinusOne < 0 || lengthMinusOne >= left) {
      throw in.malformed(
          offset,
          "run length must be at most " + left + " entries: length-1="
              + Long.toUnsignedString(lengthMinusOne));
    }
    return (int) lengthMinusOne + 1;
  }

  private static void readRun(WireReader in, Known run, Origin[] origins, int start, int end) {
    NodeId agent = run.source.agent;
    long incarnation = run.source.incarnation;
    long last = run.last;
    for (int i = start; i < end; i++) {
      int offset = in.position();
      last = SequenceSteps.read(in, last, "sequence");
      if (last < 0) {
        throw in.malformed(offset, "sequence must be >= 0: " + last);
      }
      origins[i] = new Origin(agent, incarnation, last);
    }
    run.last = last;
  }
}
