package io.bloomtree.bench;

import io.bloomtree.bench.Contestant.Kind;
import io.bloomtree.filter.BloomShape;
import io.bloomtree.filter.BloomShape.Layout;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Compares our filters with those of others: speed, and memory against theory. */
public final class Compare {
  private static final Set<String> OPTIONS = Set.of("--json", "--quick", "--help");

  private static final String USAGE = """
      usage: compare [--quick] [--json]

      Test-and-set at 1 % false positives, one thread, keys of 16 bytes, hashing included on
      both sides, half of the events copies of earlier ones; and bits per event against theory.

        --quick   1M and 8M events instead of 1M and 50M, fewer rounds
        --json    one object a line: name, ours, peer, ratio, unit
        --help    this text
      """;

  private final PrintStream out;
  private final boolean json;
  private final int large;
  private final int smallRounds;
  private final int largeRounds;

  private Compare(PrintStream out, boolean json, boolean quick) {
    this.out = out;
    this.json = json;
    this.large = quick ? 8_000_000 : 50_000_000;
    this.smallRounds = quick ? 5 : 15;
    this.largeRounds = quick ? 1 : 3;
  }

  public static void main(String[] args) {
    System.exit(run(args, System.out, System.err));
  }

  static int run(String[] args, PrintStream out, PrintStream err) {
    Set<String> options = Set.copyOf(List.of(args));
    for (String option : args) {
      if (!OPTIONS.contains(option)) {
        err.println("unknown option: " + option);
        err.print(USAGE);
        return 2;
      }
    }
    if (options.contains("--help")) {
      out.print(USAGE);
      return 0;
    }
    new Compare(out, options.contains("--json"), options.contains("--quick")).run();
    return 0;
  }

  private void run() {
    if (!json) {
      out.printf(Locale.ROOT, "%-74s %8s %8s %-10s %6s  %s%n",
          "what, ours / peer", "ours", "peer", "unit", "ratio", "target");
    }
    memory(this::print);
    Contest.run(List.of(Kind.values()), 200_000, 10);
    speed(1_000_000, smallRounds).forEach(this::print);
    speed(large, largeRounds).forEach(this::print);
  }

  private static List<Row> speed(int events, int rounds) {
    Map<Kind, Double> nanos = Contest.run(List.of(Kind.values()), events, rounds);
    String on = " on " + events / 1_000_000 + "M";
    double batchTarget = events >= 50_000_000 ? 1.3 : 0;
    List<Row> rows = new ArrayList<>();
    rows.add(faster("test-and-set" + on, Kind.OURS, Kind.GUAVA, 4, nanos));
    rows.add(faster("test-and-set" + on, Kind.OURS, Kind.DATASKETCHES, 2, nanos));
    rows.add(faster("test-and-set" + on, Kind.OURS, Kind.FASTFILTER, 0, nanos));
    rows.add(faster("test-and-set" + on, Kind.OURS_BATCH, Kind.OURS, batchTarget, nanos));
    rows.add(faster("test-and-set" + on, Kind.OURS_PLAIN, Kind.GUAVA, 0, nanos));
    rows.add(faster("look-up" + on, Kind.OURS_LOOK_UP, Kind.FASTFILTER_LOOK_UP, 0, nanos));
    return rows;
  }

  private static Row faster(
      String what, Kind ours, Kind peer, double target, Map<Kind, Double> nanos) {
    String name = what + ", " + ours.label() + " / " + peer.label();
    double oursTook = nanos.get(ours);
    double peerTook = nanos.get(peer);
    return new Row(
        name, oursTook, peerTook, peerTook / oursTook, "ns/event", target, Double.MAX_VALUE);
  }

  private static void memory(Consumer<Row> rows) {
    for (double fpp : new double[] {0.3, 0.1, 0.01, 0.001, 0.0001}) {
      rows.accept(memory(Layout.PLAIN, fpp, 1.08));
    }
    rows.accept(memory(Layout.CACHE_LINE, 0.1, 1.12));
    rows.accept(memory(Layout.CACHE_LINE, 0.01, 1.12));
    rows.accept(memory(Layout.CACHE_LINE, 0.001, 1.20));
    rows.accept(memory(Layout.CACHE_LINE, 0.0001, 1.30));
  }

  private static Row memory(Layout layout, double fpp, double most) {
    double ours = BloomShape.sizedFor(layout, 1_000_000, fpp).bitsPerEvent();
    double least = BloomShape.leastBitsPerEvent(fpp);
    String layoutName = layout.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    String name = "memory at " + fpp + ", " + layoutName + " / 1.44 log2(1/fpp)";
    return new Row(name, ours, least, ours / least, "bits/event", 0, most);
  }

  private void print(Row row) {
    out.println(json ? row.toJson() : row.toText());
    out.flush();
  }

  /** One comparison; a target of 0 to the largest number is none. */
  private record Row(
      String name, double ours, double peer, double ratio, String unit, double least, double most) {

    String toJson() {
      return String.format(Locale.ROOT,
          "{\"name\":\"%s\",\"ours\":%.3f,\"peer\":%.3f,\"ratio\":%.3f,\"unit\":\"%s\"}",
          name, ours, peer, ratio, unit);
    }

    String toText() {
      return String.format(Locale.ROOT, "%-74s %8.2f %8.2f %-10s %6.2f  %s",
          name, ours, peer, unit, ratio, target());
    }

    private String target() {
      if (least == 0 && most == Double.MAX_VALUE) {
        return "";
      }
      String bound = least > 0 ? ">= " + least : "<= " + most;
      return bound + (ratio >= least && ratio <= most ? "  met" : "  MISSED");
    }
  }
}
