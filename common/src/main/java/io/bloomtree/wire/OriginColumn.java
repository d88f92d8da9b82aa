package io.bloomtree.wire;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** How the origins of a frame's entries are written. */
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

  static void write(WireWriter out, Origins origins) {
    Map<Source, Known> known = new HashMap<>();
    int start = 0;
    while (start < origins.size()) {
      Source source = origins.source(start);
      int end = endOfRun(origins, start, source);
      Known run = writeSource(out, known, source);
      out.writeVarint(end - start - 1);
      writeRun(out, run, origins, start, end);
      start = end;
    }
  }

  private static int endOfRun(Origins origins, int start, Source source) {
    int end = start + 1;
    while (end < origins.size() && isSame(source, origins.source(end))) {
      end++;
    }
    return end;
  }

  private static boolean isSame(Source one, Source other) {
    return one == other || one.equals(other);
  }

  private static Known writeSource(WireWriter out, Map<Source, Known> known, Source source) {
    Known earlier = known.get(source);
    if (earlier != null) {
      out.writeVarint(earlier.number);
      return earlier;
    }
    out.writeVarint(NEW_SOURCE);
    out.writeNodeId(source.agent());
    out.writeVarint(source.incarnation());
    Known introduced = new Known(source, known.size() + 1);
    known.put(source, introduced);
    return introduced;
  }

  private static void writeRun(WireWriter out, Known run, Origins origins, int start, int end) {
    long last = run.last;
    for (int i = start; i < end; i++) {
      long sequence = origins.sequence(i);
      SequenceSteps.write(out, last, sequence);
      last = sequence;
    }
    run.last = last;
  }

  static Origins read(WireReader in, int count) {
    Source[] sources = new Source[count];
    long[] sequences = new long[count];
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
      Arrays.fill(sources, start, end, run.source);
      run.last = readRun(in, run.last, sequences, start, end);
      start = end;
      previous = run;
    }
    return new Origins(sources, sequences, count);
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

  private static long readRun(
      WireReader in, long before, long[] sequences, int start, int end) {
    long last = before;
    for (int i = start; i < end; i++) {
      int offset = in.position();
      last = SequenceSteps.read(in, last, "sequence");
      if (last < 0) {
        throw in.malformed(offset, "sequence must be >= 0: " + last);
      }
      sequences[i] = last;
    }
    return last;
  }
}
