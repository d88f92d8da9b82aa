package io.bloomtree.http;

import io.bloomtree.bus.AgentReport;
import io.bloomtree.bus.Availability;
import io.bloomtree.bus.NodeView;
import io.bloomtree.bus.TreeView;
import io.bloomtree.tree.Histogram;
import io.bloomtree.tree.Resolution.Decision;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * How a tree was at some time, and what happened since the view before, per second. Immutable.
 *
 * @param p50 of the verdicts and failures of all agents, in microseconds; NaN if there were none
 * @param values of each node in the order of the view, those of {@link #FIELDS} one after the
 *     other; NaN where nothing is known
 */
record Sample(long at, double p50, double p99, float[] values) {
  /** What is kept of a node: rates, then its filter as it was. */
  static final List<String> FIELDS = List.of(
      "tests", "hits", "sets", "held", "bytes", "offers", "distinct", "duplicates", "failed",
      "degraded", "fill", "fpp", "estimated");

  private static final int RATES = 10;
  private static final int OFFERS = 5;
  private static final double MILLIS = 1e3;

  /** What there is to say of a view; {@code before}: an earlier one of the same tree. */
  static Sample of(TreeView before, TreeView now) {
    int width = FIELDS.size();
    float[] values = new float[now.nodes().size() * width];
    Arrays.fill(values, Float.NaN);
    double seconds = (now.at() - before.at()) / MILLIS;
    Histogram latency = null;
    for (int i = 0; i < now.nodes().size(); i++) {
      NodeView node = now.nodes().get(i);
      NodeView earlier = before.nodes().get(i);
      if (node.state() == Availability.AWAY) {
        continue;
      }
      values[i * width + RATES] = (float) node.filter().fill();
      values[i * width + RATES + 1] = (float) node.filter().falsePositiveRate();
      values[i * width + RATES + 2] = (float) node.filter().estimatedEvents();
      if (earlier.state() != Availability.AWAY && seconds > 0) {
        putRates(values, i * width, counts(node), counts(earlier), seconds);
        latency = plus(latency, node.agent(), earlier.agent());
      }
    }
    return new Sample(now.at(), quantile(latency, 0.5), quantile(latency, 0.99), values);
  }

  /** Counts that fell were begun anew by another process. */
  private static void putRates(
      float[] values, int from, double[] counts, double[] earlier, double seconds) {
    for (int i = 0; i < RATES; i++) {
      double grown = counts[i] >= earlier[i] ? counts[i] - earlier[i] : counts[i];
      values[from + i] = (float) (grown / seconds);
    }
  }

  private static double[] counts(NodeView node) {
    double[] counts = new double[RATES];
    for (int i = 0; i < OFFERS - 1; i++) {
      counts[i] = node.counts().getOrDefault(FIELDS.get(i), 0L);
    }
    counts[OFFERS - 1] = node.bytesSent();
    AgentReport agent = node.agent();
    Arrays.fill(counts, OFFERS, RATES, Double.NaN);
    if (agent != null) {
      counts[OFFERS] = agent.offers();
      counts[OFFERS + 1] = verdicts(agent, Decision.DISTINCT);
      counts[OFFERS + 2] = verdicts(agent, Decision.DUPLICATE);
      counts[OFFERS + 3] = sum(agent.failures());
      counts[OFFERS + 4] = sum(agent.degraded());
    }
    return counts;
  }

  private static double verdicts(AgentReport agent, Decision decision) {
    return agent.verdicts().stream().filter(it -> it.decision() == decision)
        .mapToLong(AgentReport.VerdictCount::count).sum();
  }

  private static double sum(Map<?, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  private static Histogram plus(Histogram sum, AgentReport now, AgentReport before) {
    if (now == null || before == null || !now.latency().upTo().equals(before.latency().upTo())
        || now.latency().count() < before.latency().count()) {
      return sum;
    }
    Histogram since = now.latency().since(before.latency());
    return sum == null ? since : sum.plus(since);
  }

  private static double quantile(Histogram latency, double share) {
    return latency == null || latency.count() == 0 ? Double.NaN : latency.quantile(share);
  }

  /** Of all nodes together. */
  double total(String field) {
    int index = FIELDS.indexOf(field);
    double total = 0;
    for (int i = index; i < values.length; i += FIELDS.size()) {
      total += Float.isNaN(values[i]) ? 0 : values[i];
    }
    return total;
  }
}
