package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.SlicePlan;
import io.bloomtree.state.StateSummary;
import io.bloomtree.tree.Former;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Help.Ansi.Style;
import picocli.CommandLine.Help.ColorScheme;

/** What a data directory holds, for people and for programs. */
final class StateScreen {
  private final PrintWriter out;
  private final ColorScheme colors;
  private final Prose prose;

  StateScreen(PrintWriter out, ColorScheme colors) {
    this.out = requireNonNull(out, "out");
    this.colors = requireNonNull(colors, "colors");
    this.prose = new Prose(out, colors);
  }

  void print(Path data, List<KeptSlice> slices, boolean isVerified) {
    prose.title("State in " + data);
    var table = new Table().left("tree").left("slice").right("epoch").left("filter")
        .right("size").left("shut down").left("state").right("formers").left("last used");
    slices.forEach(slice -> slice.summary().ifPresent(it -> table.row(
        it.tree().tree(), it.self().toString(), Integer.toString(it.epoch()), cut(it.plan()),
        Figures.size(it.bytes()), it.isClean() ? "yes" : "no: it runs, or was killed",
        it.absorbedBy().isEmpty() ? it.isLost() ? "lost some" : "whole"
            : "left to " + it.absorbedBy(),
        Integer.toString(it.formers().size()),
        Instant.ofEpochMilli(it.time()).truncatedTo(ChronoUnit.SECONDS).toString())));
    table.print(out, colors);
    if (slices.stream().flatMap(it -> it.summary().stream()).anyMatch(StateSummary::isLost)) {
      prose.note("Lost some: what such a slice does not know proves nothing until it was rebuilt, "
          + "its window has passed, or --accept-loss says so.");
    }
    slices.forEach(slice -> {
      slice.error().ifPresent(why -> prose.note(why, List.of(Style.fg_red)));
      slice.findings().forEach(found -> prose.note(
          found + (found.isHarmless() ? " (harmless)" : ""),
          found.isHarmless() ? List.of() : List.of(Style.fg_red)));
    });
    if (isVerified && slices.stream().allMatch(KeptSlice::isSound)) {
      prose.note("Verified: nothing is damaged, as far as "
          + (slices.stream().flatMap(it -> it.summary().stream()).allMatch(StateSummary::isClean)
              ? "checksums of every page can tell."
              : "headers, records and structure can tell of what was not shut down."));
    }
  }

  private static String cut(SlicePlan plan) {
    return kind(plan) + (plan.count() == 1 ? "" : ", 1 of " + plan.count() + " "
        + PlanJson.word(plan.scheme()));
  }

  private static String kind(SlicePlan plan) {
    return plan.shape().getClass().getSimpleName().replace("Shape", "")
        .replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
  }

  static Map<String, Object> json(Path data, List<KeptSlice> slices) {
    var json = new LinkedHashMap<String, Object>();
    json.put("data", data.toString());
    json.put("slices", slices.stream().map(StateScreen::json).toList());
    return json;
  }

  private static Map<String, Object> json(KeptSlice slice) {
    var json = new LinkedHashMap<String, Object>();
    json.put("path", slice.path());
    slice.summary().ifPresent(it -> {
      json.put("tree", it.tree().tree());
      json.put("slice", it.self().toString());
      json.put("epoch", it.epoch());
      json.put("kind", kind(it.plan()));
      json.put("slices", it.plan().count());
      json.put("scheme", PlanJson.word(it.plan().scheme()));
      json.put("clean", it.isClean());
      json.put("lost", it.isLost());
      json.put("formers", it.formers().stream().map(StateScreen::former).toList());
      json.put("bytes", it.bytes());
    });
    json.put("findings", slice.findings().stream().map(found -> {
      var one = new LinkedHashMap<String, Object>();
      one.put("file", found.file());
      one.put("what", found.what());
      one.put("harmless", found.isHarmless());
      return one;
    }).toList());
    json.put("error", slice.error());
    return json;
  }

  private static Map<String, Object> former(Former former) {
    var json = new LinkedHashMap<String, Object>();
    json.put("of", former.of().toString());
    json.put("epoch", former.epoch());
    return json;
  }
}
