package io.bloomtree.wire;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.List;

/**
 * What changed in a sketch of the sender, for its parent's copy. Immutable; its arrays are not
 * copied, and nobody changes them.
 */
public final class SketchFrame implements Frame {
  /*
   *   +------+--------+--------+-----------------+--------+---------------+
   *   | kind | retold | age    | guaranteedAbove | count  | candidates    |
   *   | 1    | 1      | varint | varint          | varint | count x 8     | ...
   *   +------+--------+--------+-----------------+--------+---------------+
   *
   *       +--------+--------------------------------+--------------------+
   *   ... | texts  | texts x (skipped, text)        | report             |
   *       | varint | varint, text                   | the rest, 1 or more|
   *       +--------+--------------------------------+--------------------+
   *
   * A text belongs to a candidate, and says how many candidates without one it comes after. The
   * report is that of io.bloomtree.sketch, which has a version and a checksum of its own.
   */

  /** The longest text of a candidate, in UTF-8. */
  public static final int MOST_TEXT_BYTES = 255;

  /** What a frame takes beside candidates, texts and report, at most. */
  public static final int OVERHEAD = 64;

  /** What a text takes beside its bytes, at most. */
  public static final int TEXT_OVERHEAD = 6;

  private final SketchKind kind;
  private final boolean isRetold;
  private final long ageMillis;
  private final long guaranteedAbove;
  private final long[] candidates;
  private final List<Text> texts;
  private final byte[] report;

  /**
   * The text of a hot event, or its beginning.
   *
   * @param index of the event among the candidates
   */
  public record Text(int index, String text) {
    public Text {
      Checks.notNegative(index, "index");
      Utf8.requireName(text, "text", MOST_TEXT_BYTES);
    }
  }

  /**
   * @param isRetold whether all of it would be told again by whoever takes the sender's place
   * @param ageMillis since when it counts
   * @param guaranteedAbove what was seen more often is among the candidates
   * @param candidates fingerprints of the most frequent events
   * @param texts of some of them, in their order
   * @param report what changed
   */
  public SketchFrame(
      SketchKind kind, boolean isRetold, long ageMillis, long guaranteedAbove, long[] candidates,
      List<Text> texts, byte[] report) {
    this.kind = requireNonNull(kind, "kind");
    this.isRetold = isRetold;
    this.ageMillis = ageMillis;
    this.guaranteedAbove = guaranteedAbove;
    this.candidates = candidates;
    this.texts = List.copyOf(texts);
    this.report = report;
    Checks.notNegative(ageMillis, "age");
    Checks.notNegative(guaranteedAbove, "guaranteedAbove");
    if (report.length == 0) {
      throw new IllegalArgumentException("report must not be empty: length=0");
    }
    int previous = -1;
    for (Text text : this.texts) {
      if (text.index <= previous || text.index >= candidates.length) {
        throw new IllegalArgumentException("texts must be of candidates, in their order: index="
            + text.index + ", candidates=" + candidates.length);
      }
      previous = text.index;
    }
  }

  public SketchKind kind() {
    return kind;
  }

  public boolean isRetold() {
    return isRetold;
  }

  public long ageMillis() {
    return ageMillis;
  }

  public long guaranteedAbove() {
    return guaranteedAbove;
  }

  public long[] candidates() {
    return candidates;
  }

  public List<Text> texts() {
    return texts;
  }

  public byte[] report() {
    return report;
  }

  void write(WireWriter out) {
    out.writeByte(kind.code());
    out.writeBoolean(isRetold);
    out.writeVarint(ageMillis);
    out.writeVarint(guaranteedAbove);
    out.writeVarint(candidates.length);
    out.writeLongs(candidates, candidates.length);
    out.writeVarint(texts.size());
    int next = 0;
    for (Text text : texts) {
      out.writeVarint(text.index - next);
      out.writeShortText(Utf8.encode(text.text, "text", MOST_TEXT_BYTES));
      next = text.index + 1;
    }
    out.writeBytes(report);
  }

  static SketchFrame read(WireReader in) {
    SketchKind kind = SketchKind.ofCode(in.readByte("kind of sketch"));
    boolean isRetold = in.readBoolean("retold");
    long ageMillis = in.readNotNegative("age");
    long guaranteedAbove = in.readNotNegative("guaranteedAbove");
    long[] candidates =
        in.readLongs(in.readCount(Long.BYTES, "number of candidates"), "candidates");
    Text[] texts = new Text[in.readCount(TEXT_LEAST, "number of texts")];
    long next = 0;
    for (int i = 0; i < texts.length; i++) {
      int start = in.position();
      long index = next + in.readNotNegativeInt("candidates skipped");
      if (index >= candidates.length) {
        throw in.malformed(start, "text must be of a candidate: index=" + index);
      }
      texts[i] = new Text((int) index, in.readShortText("text"));
      next = index + 1;
    }
    byte[] report = in.readBytes(in.remaining(), "report");
    return new SketchFrame(
        kind, isRetold, ageMillis, guaranteedAbove, candidates, List.of(texts), report);
  }

  private static final int TEXT_LEAST = 3;

  @Override public boolean equals(Object other) {
    return other instanceof SketchFrame that && kind == that.kind && isRetold == that.isRetold
        && ageMillis == that.ageMillis && guaranteedAbove == that.guaranteedAbove
        && Arrays.equals(candidates, that.candidates) && texts.equals(that.texts)
        && Arrays.equals(report, that.report);
  }

  @Override public int hashCode() {
    return 31 * Arrays.hashCode(candidates) + Arrays.hashCode(report);
  }

  @Override public String toString() {
    return "SketchFrame[kind=" + kind + ", candidates=" + candidates.length + ", texts="
        + texts.size() + ", report=" + report.length + "]";
  }
}
