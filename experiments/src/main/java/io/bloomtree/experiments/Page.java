package io.bloomtree.experiments;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bloomtree.experiments.Comparison.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What was found, for a browser: one file that needs nothing but the plots beside it. */
final class Page {
  private static final String STYLE = style();
  private static final int FEW_ROWS = 12;

  private final StringBuilder html = new StringBuilder();

  private Page() {}

  /**
   * The page.
   *
   * @param run one sentence on how this was run
   */
  static String of(String run, List<Result> results) {
    var page = new Page();
    page.add("""
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Bloomtree: the experiments of the papers</title>
        <style>
        %s</style>
        <h1>The experiments of the papers, on our own code</h1>
        <p>%s %s</p>
        """, Raw.of(STYLE), run, Raw.of(page.totals(results)));
    Map<Paper, List<Result>> byPaper = results.stream().collect(Collectors.groupingBy(
        result -> result.experiment().paper(), () -> new EnumMap<>(Paper.class),
        Collectors.toList()));
    page.contents(byPaper);
    byPaper.forEach(page::paper);
    page.add("</html>\n");
    return page.html.toString();
  }

  /** Text that is HTML already. */
  private record Raw(String html) {
    static Raw of(String html) {
      return new Raw(html);
    }
  }

  /** Everything but {@link Raw} is escaped. */
  private void add(String template, Object... values) {
    html.append(filled(template, values));
  }

  private static String filled(String template, Object... values) {
    var safe = new Object[values.length];
    for (int i = 0; i < values.length; i++) {
      safe[i] = values[i] instanceof Raw raw ? raw.html() : escaped(values[i].toString());
    }
    return template.formatted(safe);
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  private String totals(List<Result> results) {
    Totals totals = Totals.of(results);
    String papers = totals.compared() == 0 ? "" : filled("""
        Of what the papers print or claim, <span class="same">%s reproduced</span>, \
        <span class="better">%s came out better than printed</span>, and \
        <span class="other">%s did not reproduce</span>; those are in red, with both numbers.""",
        totals.reproduced(), totals.better(), totals.different());
    return totals.beyond() == 0 ? papers : papers + filled(
        " Of what goes beyond the papers, %s of %s are as promised.",
        totals.promised(), totals.beyond());
  }

  private void contents(Map<Paper, List<Result>> byPaper) {
    add("<nav aria-label=\"Experiments\">\n");
    byPaper.forEach((paper, results) -> {
      add("<strong>%s</strong>\n<ul>\n", paper.title());
      results.forEach(result -> add("<li><a href=\"#%s\">%s</a> <span class=\"soft\">%s</span>%s\n",
          result.experiment().name(), result.experiment().title(), result.experiment().figures(),
          Raw.of(result.differences() == 0
              ? "" : " <span class=\"other\">" + result.differences() + " differ</span>")));
      add("</ul>\n");
    });
    add("</nav>\n");
  }

  private void paper(Paper paper, List<Result> results) {
    add("<h2>%s</h2>\n<p class=\"soft\">%s</p>\n", paper.title(), paper.reference());
    results.forEach(this::experiment);
  }

  private void experiment(Result result) {
    Experiment experiment = result.experiment();
    Findings findings = result.findings();
    add("""
        <article id="%s">
        <p class="figures">%s</p>
        <h3>%s</h3>
        <p>%s</p>
        """, experiment.name(), experiment.figures(), experiment.title(), findings.setting());
    comparisons(result);
    add("<div class=\"plots\">\n");
    findings.plots().forEach(plot -> add("""
        <figure><img src="%1$s.svg" alt="%2$s" width="760" height="460" loading="lazy">\
        <figcaption><a href="%1$s.svg">SVG</a> <a href="%1$s.png">PNG</a></figcaption></figure>
        """, Report.file(experiment, plot.name()), plot.title()));
    add("</div>\n");
    findings.tables().forEach(table -> table(experiment, table));
    add("<p class=\"soft\">bloomtree experiments %s, %s s</p>\n</article>\n", experiment.name(),
        Unit.NUMBER.show(result.took().toMillis() / 1e3));
  }

  private void comparisons(Result result) {
    if (result.ownStream()) {
      add("<p class=\"soft\">On a stream of your own: the paper has nothing to compare it with."
          + "</p>\n");
      return;
    }
    boolean beyond = result.experiment().paper() == Paper.BEYOND;
    add("""
        <div class="wide"><table><caption>Side by side</caption>
        <tr><th>What<th>%s<th>Here<th>Outcome
        """, beyond ? "Without it" : "The paper");
    for (Comparison comparison : result.comparisons()) {
      String look = switch (comparison.outcome()) {
        case REPRODUCED -> "same";
        case BETTER -> "better";
        case DIFFERENT -> "other";
      };
      add("""
          <tr%s><td>%s<td>%s<td>%s<td><span class="%s">%s</span>%s
          """, Raw.of(look.equals("other") ? " class=\"other-row\"" : ""), comparison.what(),
          comparison.paper(), comparison.ours(), look, result.words(comparison),
          Raw.of(comparison.remark().isEmpty() ? "" : "<br>" + escaped(comparison.remark())));
    }
    add("</table></div>\n");
  }

  private void table(Experiment experiment, DataTable table) {
    add("<details%s><summary>%s</summary>\n<div class=\"wide\"><table>\n<tr>",
        table.rows().size() <= FEW_ROWS ? Raw.of(" open") : "", table.title());
    table.columns().forEach(column -> add("<th%s>%s", look(column), column.name()));
    add("\n");
    for (List<Object> row : table.rows()) {
      add("<tr>");
      for (int i = 0; i < row.size(); i++) {
        DataTable.Column column = table.columns().get(i);
        add("<td%s>%s", look(column), column.unit().show(row.get(i)));
      }
      add("\n");
    }
    add("</table></div>\n<p class=\"soft\"><a href=\"%s.csv\">CSV</a></p></details>\n",
        Report.file(experiment, table.name()));
  }

  private static Raw look(DataTable.Column column) {
    return Raw.of(column.unit() == Unit.TEXT ? "" : " class=\"number\"");
  }

  private static String style() {
    try (InputStream in = Page.class.getResourceAsStream("page.css")) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
