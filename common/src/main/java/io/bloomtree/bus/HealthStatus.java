package io.bloomtree.bus;

import java.util.List;

/**
 * Whether a process is as it should be. Immutable.
 *
 * @param up whether every check is
 */
public record HealthStatus(boolean up, List<Check> checks) {
  public HealthStatus {
    checks = List.copyOf(checks);
  }

  HealthStatus(List<Check> checks) {
    this(checks.stream().allMatch(Check::up), checks);
  }

  /**
   * One thing that was looked at. Immutable.
   *
   * @param name what it was, such as {@code eu/0 parent}
   * @param why it is up, or is not
   */
  public record Check(String name, boolean up, String why) {}
}
