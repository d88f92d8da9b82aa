package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.cli.CheckReport.Keys;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Help.Ansi.Style;
import picocli.CommandLine.Help.ColorScheme;

/** What verdict logs say beside what is promised, for people and for programs. Immutable. */
record CheckScreen(CheckReport report, Allowance allowance) {

  /**
   * What no promise is broken by.
   *
   * @param fpp the tree's rate of false positives; if nobody says it, there may be none
   * @param expected how many keys that rate is for
   * @param doubles surplus deliveries that lost state explains
   * @param forgets whether the root forgets, by a window or by its kind: then any may be explained
   */
  record Allowance(
      Optional<Double> fpp, Optional<Long> expected, long doubles, boolean forgets) {
    Allowance {
      requireNonNull(fpp, "fpp");
      requireNonNull(expected, "expected");
    }
  }

  CheckScreen {
    requireNonNull(report, "report");
    requireNonNull(allowance, "allowance");
  }

  boolean keepsP1() {
    return report.keepsP1(allowance.fpp().orElse(0.0));
  }

  boolean keepsP2() {
    return allowance.forgets() || report.keepsP2(allowance.doubles());
  }

  void print(PrintWriter out, ColorScheme colors) {
    var prose = new Prose(out, colors);
    prose.title("Check of " + Figures.counted(report.logs(), "log"));
    printTold(out);
    if (report.torn() > 0) {
      prose.note("Cut off and left out: " + Figures.counted(report.torn(), "last line")
          + ", of whoever died while writing.");
    }
    prose.title(
        "Compared with an exact set of " + Figures.counted(report.keys().all(), "key"));
    printKeys(out);
    prose.title("Promises");
    promise(out, colors, keepsP1(), "P1", "no event is lost: " + p1(), report.droppedKeys());
    promise(out, colors, keepsP2(), "P2", "one is enough: " + p2(), report.doubledKeys());
    if (!keepsP1() && allowance.fpp().isEmpty()) {
      prose.note("Without --fpp or --topology no false positives are allowed for.");
    }
    allowance.expected().filter(most -> report.keys().delivered() > most)
        .ifPresent(most -> prose.note("More keys than the " + Figures.full(most)
            + " that the root expects: false positives may be more than fpp says."));
  }

  private void printTold(PrintWriter out) {
    var told = report.told();
    var settled = report.settled();
    var facts = new Facts()
        .add("offers", Figures.full(told.offers()), "that ended")
        .add("distinct", Figures.full(told.distinct()),
            Figures.full(settled.confirmed()) + " confirmed, " + Figures.full(settled.released())
                + " released, " + Figures.full(settled.unsettled()) + " never settled"
                + degraded(told.degradedDistinct()))
        .add("duplicate", Figures.full(told.duplicates()),
            "to be dropped" + degraded(told.degradedDuplicates()));
    if (told.failed() > 0) {
      facts.add("failed", Figures.full(told.failed()),
          "undecided; " + Figures.full(settled.undecided()) + " delivered all the same");
    }
    facts.print(out);
  }

  private static String degraded(long count) {
    return count == 0 ? "" : "; " + Figures.full(count) + " degraded";
  }

  private void printKeys(PrintWriter out) {
    Keys keys = report.keys();
    var facts = new Facts()
        .add("delivered once", Figures.full(keys.once()), "as all should be")
        .add("delivered again", Figures.full(keys.again()),
            Figures.counted(report.surplus().unexplained(), "time")
                + " too often, which no verdict explains")
        .add("dropped", Figures.full(keys.dropped()),
            "called duplicates and never delivered"
                + (report.droppedAfterClaim() == 0 ? ""
                    : "; " + Figures.full(report.droppedAfterClaim()) + " had been claimed"));
    addUnlessZero(facts, "excused doubles", keys.excusedAgain(),
        "delivered again, after degraded or missing verdicts");
    addUnlessZero(facts, "dropped by policy", keys.droppedByPolicy(),
        "called duplicates by degraded verdicts only");
    addUnlessZero(facts, "claimed only", keys.claimedOnly(),
        "nobody confirmed them, so the next copy passes");
    addUnlessZero(facts, "undecided", keys.undecided(),
        "all offers failed; they may be repeated");
    facts.print(out);
  }

  private static void addUnlessZero(Facts facts, String name, long count, String remark) {
    if (count > 0) {
      facts.add(name, Figures.full(count), remark);
    }
  }

  private String p1() {
    return Figures.full(report.keys().dropped()) + " dropped"
        + (report.keys().dropped() == 0 ? "" : ", " + Figures.rate(report.dropRate()))
        + allowance.fpp().map(rate -> "; fpp allows " + Figures.rate(rate)).orElse("");
  }

  private String p2() {
    return Figures.full(report.surplus().unexplained()) + " surplus"
        + (report.surplus().excused() == 0 ? ""
            : ", beside " + Figures.full(report.surplus().excused()) + " with an excuse")
        + (allowance.forgets() ? "; the root of this tree forgets, by its window or its kind" : "")
        + (allowance.doubles() == 0 ? ""
            : "; --allow-doubles allows " + Figures.full(allowance.doubles()));
  }

  private static void promise(
      PrintWriter out, ColorScheme colors, boolean kept, String name, String text,
      List<String> examples) {
    String verdict = colors.apply(
        kept ? "kept" : "BROKEN", List.of(kept ? Style.bold : Style.fg_red)).toString();
    out.println("  " + name + " " + verdict + ", " + text);
    if (!kept) {
      examples.forEach(key -> out.println("    " + Figures.printable(key)));
    }
  }

  Map<String, Object> json() {
    var told = report.told();
    var settled = report.settled();
    Keys keys = report.keys();
    var json = new LinkedHashMap<String, Object>();
    json.put("logs", report.logs());
    json.put("torn", report.torn());
    json.put("offers", told.offers());
    json.put("distinct", told.distinct());
    json.put("degradedDistinct", told.degradedDistinct());
    json.put("duplicates", told.duplicates());
    json.put("degradedDuplicates", told.degradedDuplicates());
    json.put("failed", told.failed());
    json.put("confirmed", settled.confirmed());
    json.put("released", settled.released());
    json.put("unsettled", settled.unsettled());
    json.put("undecidedDelivered", settled.undecided());
    json.put("keys", keys.all());
    json.put("deliveredOnce", keys.once());
    json.put("deliveredAgain", keys.again());
    json.put("deliveredAgainExcused", keys.excusedAgain());
    json.put("surplus", report.surplus().unexplained());
    json.put("surplusExcused", report.surplus().excused());
    json.put("dropped", keys.dropped());
    json.put("droppedAfterClaim", report.droppedAfterClaim());
    json.put("dropRate", report.dropRate());
    json.put("droppedByPolicy", keys.droppedByPolicy());
    json.put("claimedOnly", keys.claimedOnly());
    json.put("undecided", keys.undecided());
    json.put("fpp", allowance.fpp());
    json.put("allowedDoubles", allowance.doubles());
    json.put("rootForgets", allowance.forgets());
    json.put("p1", keepsP1());
    json.put("p2", keepsP2());
    json.put("droppedKeys", report.droppedKeys());
    json.put("doubledKeys", report.doubledKeys());
    return json;
  }
}
