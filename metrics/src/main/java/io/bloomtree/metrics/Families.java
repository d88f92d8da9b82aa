package io.bloomtree.metrics;

import static io.bloomtree.metrics.Family.COUNTER;
import static io.bloomtree.metrics.Family.GAUGE;

import io.bloomtree.bus.AgentReport;
import io.bloomtree.bus.AgentReport.VerdictCount;
import io.bloomtree.bus.FilterReport;
import io.bloomtree.bus.HealthReport;
import io.bloomtree.bus.NodeReport;
import io.bloomtree.bus.TrafficReport;
import io.bloomtree.topology.Network;
import io.bloomtree.tree.Birth;
import io.bloomtree.tree.Resolution.Decision;
import io.bloomtree.tree.Tally;
import io.bloomtree.tree.Watch.Relation;
import io.bloomtree.wire.Degradation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** All metrics of slices and agents. Immutable. */
final class Families {
  /*
   * Labels name nodes of the topology and constants of this program, never a key or anything else
   * that a producer chooses: the number of series follows from the topology.
   */
  private static final List<String> SLICE = List.of("node", "slice", "level");
  private static final double MICROS = 1e-6;
  /** Microseconds: nobody asks whether a verdict took less. */
  private static final long LEAST_MICROS = 8;

  private final Network network;
  private final List<Family<?>> all = new ArrayList<>();

  private Families(Network network) {
    this.network = network;
    agents();
    counts();
    filters();
    tables();
    traffic();
    health();
  }

  static List<Family<?>> of(Network network) {
    return List.copyOf(new Families(network).all);
  }

  private void agents() {
    ofAgents("offers", "Offers that producers made.", AgentReport::offers);
    all.add(new Family<>(GAUGE, "bloomtree_open_offers", "Offers that have not ended.",
        List.of("node"),
        agent((node, report, series) ->
            series.accept(List.of(node), (double) report.open()))));
    all.add(new Family<>(COUNTER, "bloomtree_verdicts",
        "Verdicts, by decision and by the level of the node that decided; 0 is the root.",
        List.of("node", "decision", "level"), Families::verdicts));
    all.add(new Family<>(COUNTER, "bloomtree_offer_failures",
        "Offers that nobody decided in time, by reason.", List.of("node", "reason"),
        agent((node, report, series) -> report.failures().forEach((reason, times) ->
            series.accept(List.of(node, word(reason)), times)))));
    all.add(new Family<>(COUNTER, "bloomtree_degraded_verdicts",
        "Verdicts that are worth less than usual, by cause.", List.of("node", "cause"),
        agent((node, report, series) -> report.degraded().forEach((cause, times) ->
            series.accept(List.of(node, word(cause)), times)))));
    all.add(new Family<>(Family.histogram(MICROS, LEAST_MICROS),
        "bloomtree_verdict_latency_seconds", "Time from an offer to its verdict or failure.",
        List.of("node"),
        agent((node, report, series) -> series.accept(List.of(node), report.latency()))));
  }

  /**
   * Also those there were none of yet: a series that begins with its first verdict has no rate
   * until the second.
   */
  private static void verdicts(NodeReport report, BiConsumer<List<String>, Long> series) {
    if (report.agent() == null) {
      return;
    }
    for (Decision decision : Decision.values()) {
      for (int level = 0; level <= report.level(); level++) { // nobody below the agent decides
        series.accept(
            List.of(report.slice().node().value(), word(decision), Integer.toString(level)),
            count(report.agent().verdicts(), decision, level));
      }
    }
  }

  private static long count(List<VerdictCount> verdicts, Decision decision, int level) {
    return verdicts.stream()
        .filter(verdict -> verdict.decision() == decision && verdict.level() == level)
        .mapToLong(VerdictCount::count).sum();
  }

  private void ofAgents(String name, String help, ToLongFunction<AgentReport> value) {
    all.add(new Family<>(COUNTER, "bloomtree_" + name, help, List.of("node"),
        agent((node, report, series) ->
            series.accept(List.of(node), value.applyAsLong(report)))));
  }

  /** Reads the series of an agent. */
  private interface AgentPoints<V> {
    void read(String node, AgentReport report, BiConsumer<List<String>, V> series);
  }

  private static <V> Family.Points<V> agent(AgentPoints<V> points) {
    return (report, series) -> {
      if (report.agent() != null) {
        points.read(report.slice().node().value(), report.agent(), series);
      }
    };
  }

  /** What the machines count, but for what others below show in more detail. */
  private void counts() {
    for (Tally.Count count : Tally.Count.values()) {
      if (count != Tally.Count.DEGRADED && count != Tally.Count.PACKETS_SENT) {
        counter(count.name().toLowerCase(Locale.ROOT), CountHelp.of(count),
            report -> report.count(count));
      }
    }
  }

  private void filters() {
    filter("fill_ratio", "Share of the filter's cells that are set.", FilterReport::fill);
    filter("estimated_events", "Distinct events in the filter, judged by its fill.",
        FilterReport::estimatedEvents);
    filter("expected_events", "Events that the filter is sized for.", FilterReport::expected);
    filter("false_positive_ratio",
        "How often the filter claims an event it was never fed, judged by its fill.",
        FilterReport::falsePositiveRate);
    gauge("filter_planned_false_positive_ratio",
        "How often it would at the load that it is sized for.",
        report -> network.plan(report.slice().node()).falsePositiveRate());
    filter("memory_bytes", "Memory of the filter's cells.", FilterReport::memoryBytes);
    filter("sub_filters", "Filters that it consists of: more than one only if it grows.",
        FilterReport::subFilters);
    filter("growth_refused", "1 while the filter should have grown and could not.",
        filter -> oneIf(filter.growthRefused()));
    filter("window_lag_seconds", "How late it is in forgetting what its window has passed over.",
        filter -> filter.windowLagMillis() / 1e3);
  }

  private void filter(String name, String help, ToDoubleFunction<FilterReport> value) {
    gauge("filter_" + name, help, report -> value.applyAsDouble(report.filter()));
  }

  private void tables() {
    List<String> labels = with("table");
    all.add(new Family<>(GAUGE, "bloomtree_table_entries",
        "Entries of a table of the slice or agent, such as its claims.", labels,
        (report, series) -> report.tables().forEach(table ->
            series.accept(values(report, table.table()), (double) table.size()))));
    all.add(new Family<>(GAUGE, "bloomtree_table_limit_entries",
        "Entries that a table may have at most.", labels,
        (report, series) -> report.tables().forEach(table ->
            series.accept(values(report, table.table()), (double) table.limit()))));
  }

  private void traffic() {
    sent("sent_bytes", "Bytes of packets sent.", TrafficReport::bytesSent);
    sent("received_bytes", "Bytes of packets received.", TrafficReport::bytesReceived);
    sent("sent_packets", "Packets sent.", TrafficReport::packetsSent);
    sent("received_packets", "Packets received.", TrafficReport::packetsReceived);
    sent("malformed_packets", "Packets that could not be read, and were dropped.",
        TrafficReport::malformedPackets);
    sent("flooded_packets", "Packets dropped because their sender had too many waiting.",
        TrafficReport::floodedPackets);
    gauge("queued_packets", "Packets that have arrived and wait for the machine.",
        report -> report.traffic().queuedPackets());
    gauge("queued_events", "Events that wait to be sent to nodes above.",
        report -> report.traffic().queuedEvents());
    gauge("in_flight_frames", "Frames sent to nodes above and not wholly answered.",
        report -> report.traffic().framesInFlight());
    all.add(new Family<>(Family.histogram(1, 1), "bloomtree_ask_batch_events",
        "Events of each frame of asks that was sent to nodes above.", SLICE,
        (report, series) -> {
          if (report.level() > 0) { // the root asks nobody
            series.accept(values(report), report.traffic().batches());
          }
        }));
  }

  private void sent(String name, String help, ToLongFunction<TrafficReport> value) {
    counter(name, help, report -> value.applyAsLong(report.traffic()));
  }

  private void health() {
    all.add(new Family<>(COUNTER, "bloomtree_degraded_answers",
        "Answers that were worth less than usual, by cause.", with("cause"),
        (report, series) -> report.health().degradedAnswers().forEach((cause, times) ->
            series.accept(values(report, word(cause)), times))));
    all.add(new Family<>(GAUGE, "bloomtree_degraded",
        "1 while answers are worth less than usual for this cause.", with("cause"),
        (report, series) -> {
          for (Degradation cause : Degradation.values()) {
            if (cause != Degradation.NONE) {
              series.accept(values(report, word(cause)),
                  oneIf(report.health().degraded().contains(cause)));
            }
          }
        }));
    peers("peers", "Slices that it needs, by what they are to it.", peer -> true);
    peers("peers_away", "Slices that it needs and that do not answer.",
        HealthReport.Peer::away);
    gauge("state_lost", "1 while it has not got back the state that it should have.",
        report -> oneIf(report.health().birth() == Birth.LOST));
    gauge("settled", "0 while it waits for what others knew before the topology changed.",
        report -> oneIf(report.health().settled()));
    gauge("rebuild_left_bytes", "What is yet to come of a filter that is being copied.",
        report -> left(report.health().rebuilding()));
    gauge("start_time_seconds", "When it was started, in seconds since 1970.",
        report -> report.startedAt() / 1e3);
  }

  private static double left(HealthReport.Rebuilding copy) {
    return copy == null ? 0 : (double) (copy.total() - copy.done()) * Long.BYTES;
  }

  private void peers(String name, String help, Predicate<HealthReport.Peer> which) {
    all.add(new Family<>(GAUGE, "bloomtree_" + name, help, with("relation"),
        (report, series) -> {
          for (Relation relation : Relation.values()) {
            series.accept(values(report, word(relation)),
                (double) report.health().peers().stream()
                    .filter(peer -> peer.relation() == relation).filter(which).count());
          }
        }));
  }

  private void counter(String name, String help, ToLongFunction<NodeReport> value) {
    all.add(new Family<>(COUNTER, "bloomtree_" + name, help, SLICE,
        (report, series) -> series.accept(values(report), value.applyAsLong(report))));
  }

  private void gauge(String name, String help, ToDoubleFunction<NodeReport> value) {
    all.add(new Family<>(GAUGE, "bloomtree_" + name, help, SLICE,
        (report, series) -> series.accept(values(report), value.applyAsDouble(report))));
  }

  private static List<String> with(String label) {
    List<String> labels = new ArrayList<>(SLICE);
    labels.add(label);
    return labels;
  }

  private static List<String> values(NodeReport report, String... more) {
    List<String> values = new ArrayList<>(List.of(
        report.slice().node().value(), Integer.toString(report.slice().slice()),
        Integer.toString(report.level())));
    values.addAll(List.of(more));
    return values;
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static double oneIf(boolean is) {
    return is ? 1 : 0;
  }
}
