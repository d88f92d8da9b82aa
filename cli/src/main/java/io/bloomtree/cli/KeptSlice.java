package io.bloomtree.cli;

import io.bloomtree.state.Finding;
import io.bloomtree.state.StateSummary;
import java.util.List;
import java.util.Optional;

/**
 * What was found of one slice in a data directory. Immutable.
 *
 * @param summary empty if it cannot be read
 * @param findings what is wrong with it, if that was looked for
 * @param error why it cannot be read or verified
 */
record KeptSlice(
    String path, Optional<StateSummary> summary, List<Finding> findings, Optional<String> error) {
  KeptSlice {
    findings = List.copyOf(findings);
  }

  static KeptSlice of(StateSummary summary, List<Finding> findings) {
    return new KeptSlice(summary.path(), Optional.of(summary), findings, Optional.empty());
  }

  static KeptSlice failed(String path, String why) {
    return new KeptSlice(path, Optional.empty(), List.of(), Optional.of(why));
  }

  boolean isSound() {
    return error.isEmpty() && findings.stream().allMatch(Finding::isHarmless);
  }
}
