package io.bloomtree.bus;

import io.bloomtree.tree.Histogram;
import io.bloomtree.tree.Resolution.Decision;
import io.bloomtree.tree.Resolution.Reason;
import io.bloomtree.wire.Degradation;
import java.util.List;
import java.util.Map;

/**
 * How the offers of an agent ended since it started. Immutable.
 *
 * @param offers that producers made
 * @param open that have not ended
 * @param verdicts by decision and by the level of who decided; those there were none of are left
 *     out
 * @param failures offers that nobody decided in time, by reason
 * @param degraded verdicts that are worth less than usual, by cause
 * @param latency from the offer to its end, of verdicts and failures that the agent's event loop
 *     saw
 */
public record AgentReport(
    long offers,
    long open,
    List<VerdictCount> verdicts,
    Map<Reason, Long> failures,
    Map<Degradation, Long> degraded,
    Histogram latency) {
  public AgentReport {
    verdicts = List.copyOf(verdicts);
    failures = Map.copyOf(failures);
    degraded = Map.copyOf(degraded);
  }

  /** How often a level decided so; 0 is the root. Immutable. */
  public record VerdictCount(Decision decision, int level, long count) {}
}
