package io.bloomtree.bench;

import com.clearspring.analytics.stream.frequency.CountMinSketch;
import com.clearspring.analytics.stream.frequency.FrequencyMergeException;
import io.bloomtree.bench.Row.Goal;
import io.bloomtree.hash.KeyHash;
import io.bloomtree.sketch.CountMin;
import io.bloomtree.sketch.CountMinShape;
import io.bloomtree.sketch.FastAgms;
import io.bloomtree.sketch.FastAgmsShape;
import io.bloomtree.sketch.HotCounter;
import io.bloomtree.sketch.PairShape;
import io.bloomtree.sketch.PairSketch;
import io.bloomtree.sketch.PairSketchShape;
import io.bloomtree.sketch.SketchChanges;
import io.bloomtree.sketch.SketchReport;
import io.bloomtree.sketch.SketchSum;
import io.bloomtree.sketch.TopKeys;
import io.bloomtree.stream.ZipfStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** Sketches: what an update costs, beside stream-lib's, and what sums of them do. */
final class SketchRows {
  private static final int DEPTH = 5;
  private static final int MIB = 1 << 20;
  private static final int COUNTERS = MIB / Long.BYTES;
  private static final int EVENTS = 1 << 20;
  private static final int CANDIDATES = 100;
  private static final int MERGES = 20;
  private static final double TWICE = 2;
  private static final double A_MILLISECOND = 1;
  private static final String PEER = "stream-lib";

  private final Consumer<Row> rows;
  private final int rounds;

  /** {@code quick}: fewer rounds. */
  SketchRows(boolean quick, Consumer<Row> rows) {
    this.rows = rows;
    this.rounds = quick ? 9 : 41;
  }

  void run() {
    for (int kib : new int[] {64, 1_024, 16_384}) {
      update(kib);
    }
    others();
    merge();
    reports();
  }

  /** Something to be timed. */
  private interface Task {
    void run();
  }

  /** In turns, one round each; the first rounds warm up. In nanoseconds. */
  private Map<String, List<Double>> timed(Map<String, Task> tasks) {
    Map<String, List<Double>> nanos = new LinkedHashMap<>();
    for (int round = -rounds / 2; round < rounds; round++) {
      for (Map.Entry<String, Task> task : tasks.entrySet()) {
        long start = System.nanoTime();
        task.getValue().run();
        double took = System.nanoTime() - start;
        if (round >= 0) {
          nanos.computeIfAbsent(task.getKey(), name -> new ArrayList<>()).add(took);
        }
      }
    }
    return nanos;
  }

  /** Half of the events are copies of earlier ones; fingerprints, which both sides take. */
  private static long[] fingerprints() {
    KeyHash hash = Contestant.hash();
    var stream = new Stream();
    long[] fingerprints = new long[EVENTS];
    for (int event = 0; event < EVENTS; event++) {
      fingerprints[event] = hash.fingerprint(stream.key(event));
    }
    return fingerprints;
  }

  private void update(int kib) {
    int width = kib * 1_024 / Long.BYTES / DEPTH;
    long[] fingerprints = fingerprints();
    var ours = new CountMin(new CountMinShape(DEPTH, width, 1));
    var theirs = new CountMinSketch(DEPTH, width, 1);
    Map<String, Task> tasks = new LinkedHashMap<>();
    tasks.put("one by one", () -> {
      for (long fingerprint : fingerprints) {
        ours.add(fingerprint);
      }
    });
    tasks.put("batches", () -> ours.add(fingerprints, 0, EVENTS));
    tasks.put(PEER, () -> {
      for (long fingerprint : fingerprints) {
        theirs.add(fingerprint, 1);
      }
    });
    Map<String, List<Double>> nanos = timed(tasks);
    for (String how : List.of("one by one", "batches")) {
      Rounds found = rounds(nanos.get(how), nanos.get(PEER), EVENTS);
      double faster = 1 / found.ratio().orElseThrow();
      rows.accept(new Row("update, count-min, 5 rows, " + kib + " KiB, " + how + " / " + PEER,
          found.ours(), found.peer(), OptionalDouble.of(faster), "ns/event",
          Goal.atLeast(TWICE, faster)));
    }
  }

  private static Rounds rounds(List<Double> ours, List<Double> peer, int divisor) {
    var rounds = new Rounds();
    for (int i = 0; i < ours.size(); i++) {
      rounds.add(ours.get(i) / divisor, OptionalDouble.of(peer.get(i) / divisor));
    }
    return rounds;
  }

  private void others() {
    int width = COUNTERS / DEPTH;
    long[] fingerprints = fingerprints();
    long[] skewed = new ZipfStream(EVENTS, EVENTS, 1, 1).toArray();
    var agms = new FastAgms(new FastAgmsShape(DEPTH, width, 1));
    var counts = new CountMin(new CountMinShape(DEPTH, width, 1));
    var hot = new HotCounter(counts, new TopKeys(CANDIDATES));
    var pairs = new PairSketch(
        new PairSketchShape(new PairShape(6, 4, 0.5), new FastAgmsShape(3, 1_000, 1)));
    long[][] records = new long[EVENTS / 16][];
    var random = new SplittableRandom(1);
    for (int i = 0; i < records.length; i++) {
      records[i] = random.longs(6).toArray();
    }
    Map<String, Task> tasks = new LinkedHashMap<>();
    tasks.put("Fast-AGMS, 5 rows, 1 MiB", () -> {
      for (long fingerprint : fingerprints) {
        agms.add(fingerprint);
      }
    });
    tasks.put("count-min, 5 rows, 1 MiB, and the top 100 of a Zipf stream", () -> {
      hot.add(skewed, 0, skewed.length);
      hot.settle();
    });
    tasks.put("pairs, 4 of 6 fields, 3 x 3 x 1000 counters, a record", () -> {
      for (long[] record : records) {
        pairs.add(record, random);
      }
    });
    timed(tasks).forEach((name, took) -> {
      int events = name.startsWith("pairs") ? records.length : EVENTS;
      rows.accept(Row.alone("update, " + name, median(took) / events, "ns/event", Goal.NONE));
    });
  }

  private void merge() {
    int width = COUNTERS / DEPTH;
    long[] fingerprints = fingerprints();
    var sum = new CountMin(new CountMinShape(DEPTH, width, 1));
    var other = new CountMin(sum.shape());
    other.add(fingerprints, 0, EVENTS);
    var one = new CountMinSketch(DEPTH, width, 1);
    var two = new CountMinSketch(DEPTH, width, 1);
    for (long fingerprint : fingerprints) {
      two.add(fingerprint, 1);
    }
    Map<String, Task> tasks = new LinkedHashMap<>();
    tasks.put("ours", () -> {
      for (int i = 0; i < MERGES; i++) {
        sum.merge(other);
      }
    });
    tasks.put(PEER, () -> {
      for (int i = 0; i < MERGES; i++) {
        merged(one, two);
      }
    });
    Map<String, List<Double>> nanos = timed(tasks);
    Rounds found = rounds(nanos.get("ours"), nanos.get(PEER), MERGES * 1_000_000);
    rows.accept(new Row("merge of two sketches of 1 MiB, ours / " + PEER, found.ours(),
        found.peer(), OptionalDouble.of(1 / found.ratio().orElseThrow()), "ms",
        Goal.below(A_MILLISECOND, found.ours())));
  }

  private static CountMinSketch merged(CountMinSketch one, CountMinSketch two) {
    try {
      return CountMinSketch.merge(one, two);
    } catch (FrequencyMergeException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A report of all of a sketch, and one of what a thousand events changed. */
  private void reports() {
    long[] fingerprints = fingerprints();
    var sketch = new CountMin(new CountMinShape(DEPTH, COUNTERS / DEPTH, 1));
    sketch.add(fingerprints, 0, EVENTS);
    var reports = new Reports(sketch);
    Map<String, Task> tasks = new LinkedHashMap<>();
    tasks.put("all of", reports::all);
    tasks.put("1,000 events in", () -> {
      sketch.add(fingerprints, 0, 1_000);
      reports.changes();
    });
    timed(tasks).forEach((name, took) ->
        rows.accept(Row.alone("report of " + name + " a sketch of 1 MiB, taken, read and added",
            median(took) / 1e6, "ms", Goal.NONE)));
    rows.accept(Row.alone("report of all of a sketch of 1 MiB, size", reports.allBytes / 1_024.0,
        "KiB", Goal.NONE));
    rows.accept(Row.alone("report of 1,000 events in a sketch of 1 MiB, size",
        reports.changesBytes / 1_024.0, "KiB", Goal.NONE));
  }

  /** From a sketch to a sum. Owned by one thread. */
  private static final class Reports {
    private final CountMin sketch;
    private SketchChanges changes;
    private SketchSum<CountMin>.Part part;
    private int allBytes;
    private int changesBytes;

    Reports(CountMin sketch) {
      this.sketch = sketch;
    }

    void all() {
      changes = new SketchChanges(sketch, 1);
      part = new SketchSum<>(new CountMin(sketch.shape())).newPart(1);
      allBytes = report();
    }

    void changes() {
      changesBytes = report();
    }

    private int report() {
      byte[] bytes = changes.take(2 * MIB).orElseThrow();
      SketchReport report = SketchReport.read(bytes);
      part.apply(report);
      changes.acknowledged(report.number());
      return bytes.length;
    }
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
  }
}
