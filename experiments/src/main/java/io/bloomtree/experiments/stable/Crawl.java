package io.bloomtree.experiments.stable;

import io.bloomtree.stream.Recency;
import io.bloomtree.stream.RecencyStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The URLs of a crawl, as far as the paper tells of them.
 *
 * <p>They are not to be had. But in Figure 4 the column of Buffering says how often buffers of
 * several sizes fail, and so how many different URLs there were between copies: from that a stream
 * is made. All other columns follow.
 */
enum Crawl {
  FIRST_100K("first-100k", "100,000 URLs", 100_000, 0.7566, 1, List.of(
      new Row(16_384, "46", "35", "8.4", "50", "83.8"),
      new Row(65_536, "35", "23", "6.7", "37", "43.4"),
      new Row(262_144, "24", "11", "3.0", "25", "7.2"),
      new Row(1_048_576, "9", "4", "0.4", "9", "0.6"),
      new Row(4_194_304, "0.1", "1", "0.1", "0.1", "0.1"))),
  FIRST_10M("first-10m", "10 million URLs", 10_000_000, 0.4851, 0.904, List.of(
      new Row(16_384, "60", "54", "8.1", "65.7", "99.7"),
      new Row(262_144, "48", "40", "6.6", "51.5", "95.9"),
      new Row(4_194_304, "30", "23", "4.5", "31.7", "43.5"),
      new Row(67_108_864, "11", "5", "0.5", "11.0", "0.7"),
      new Row(1_073_741_824, "0.0", "0.4", "0.1", "0.0", "0.1"))),
  ALL("all-695m", "695 million URLs", 694_984_445, 0.1475, 0.719, List.of(
      new Row(16_384, "71", "68", "8.2", "78", "99.99"),
      new Row(262_144, "65", "60", "7.0", "70", "99.81"),
      new Row(4_194_304, "55", "50", "5.7", "58", "96.93"),
      new Row(67_108_864, "43", "36", "3.5", "45", "54.08"),
      new Row(1_073_741_824, "17", "13", "1.6", "17", "2.65"),
      new Row(4_294_967_296L, "2", "5", "1.6", "2", "1.87")));

  /*
   * Distinct are 75.66 % of the first 100,000, 48.51 % of the first 10 million and 14.75 % of all:
   * ever fewer of what comes is new. Their number grows with the 0.904th power of the events from
   * the first of these to the second, with the 0.719th from there on.
   */

  /** Bits that the paper counts for an event in a buffer: its fingerprint, and nothing else. */
  static final int BUFFERED_BITS = 64;
  private static final int LEAST_BUFFERED = 4;
  private static final long SEED = 1;

  /** A row as printed. */
  record Row(long bits, Printed fpBuffering, Printed stable, Printed falsePositives,
      Printed buffering, Printed bloom) {

    private Row(long bits, String fpBuffering, String stable, String falsePositives,
        String buffering, String bloom) {
      this(bits, new Printed(fpBuffering), new Printed(stable), new Printed(falsePositives),
          new Printed(buffering), new Printed(bloom));
    }
  }

  private final String id;
  private final String title;
  private final int length;
  private final double distinct;
  private final double growth;
  private final List<Row> rows;

  Crawl(String id, String title, int length, double distinct, double growth, List<Row> rows) {
    this.id = id;
    this.title = title;
    this.length = length;
    this.distinct = distinct;
    this.growth = growth;
    this.rows = rows;
  }

  /** For names of files. */
  String id() {
    return id;
  }

  /** For people. */
  String title() {
    return title;
  }

  /** The printed rows whose memory, so many times smaller, buffers a few events at least. */
  List<Row> rows(int divisor) {
    return rows.stream()
        .filter(row -> row.bits / divisor >= LEAST_BUFFERED * BUFFERED_BITS)
        .toList();
  }

  /**
   * A stream so many times shorter, with as many times fewer events between copies: filters that
   * are as many times smaller err as often on it.
   */
  RecencyStream stream(int divisor) {
    Map<Long, Double> shares = new TreeMap<>();
    for (Row row : rows(divisor)) {
      if (row.buffering.share() > 0) {
        shares.put(row.bits / BUFFERED_BITS / divisor, row.buffering.share());
      }
    }
    shares.put((long) (distinct * length / divisor), 0.0);
    return new RecencyStream(length / divisor, distinct, growth, Recency.of(shares), SEED);
  }
}
