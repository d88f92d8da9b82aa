package io.bloomtree.experiments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Writes tables for other programs (RFC 4180, with line feeds). */
final class Csv {

  private Csv() {}

  static void write(DataTable table, Path file) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(line(table.columns().stream().map(DataTable.Column::name).toList()));
    table.rows().forEach(row -> lines.add(line(row)));
    Files.write(file, lines);
  }

  private static String line(List<?> values) {
    return values.stream().map(value -> quoted(value.toString())).collect(Collectors.joining(","));
  }

  private static String quoted(String value) {
    return value.matches("[^\",\n\r]*") ? value : '"' + value.replace("\"", "\"\"") + '"';
  }
}
