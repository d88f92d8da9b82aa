package io.bloomtree.tree;

import static java.util.Objects.requireNonNull;

/** How many entries one table of a machine has, and how many it may have (P5). Immutable. */
public record Occupancy(String table, long size, long limit) {
  public Occupancy {
    requireNonNull(table, "table");
  }

  public boolean withinLimit() {
    return size <= limit;
  }
}
