package io.bloomtree.experiments;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * What an experiment found.
 *
 * @param setting a sentence or two: what was run, at which scale, what differs from the paper and
 *     why
 */
public record Findings(
    String setting, List<DataTable> tables, List<Plot> plots, List<Comparison> comparisons) {

  public Findings {
    requireNonNull(setting, "setting");
    tables = List.copyOf(tables);
    plots = List.copyOf(plots);
    comparisons = List.copyOf(comparisons);
  }

  public DataTable table(String name) {
    return tables.stream()
        .filter(table -> table.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no table " + name));
  }
}
