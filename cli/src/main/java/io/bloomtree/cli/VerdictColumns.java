package io.bloomtree.cli;

import static io.bloomtree.cli.VerdictColumn.BY;
import static io.bloomtree.cli.VerdictColumn.DEGRADATION;
import static io.bloomtree.cli.VerdictColumn.EDGE;
import static io.bloomtree.cli.VerdictColumn.KEY;
import static io.bloomtree.cli.VerdictColumn.LEVEL;
import static io.bloomtree.cli.VerdictColumn.OFFER;
import static io.bloomtree.cli.VerdictColumn.SETTLED;
import static io.bloomtree.cli.VerdictColumn.TIME;
import static io.bloomtree.cli.VerdictColumn.VERDICT;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.bloomtree.cli.VerdictEntry.Told;
import io.bloomtree.tree.Resolution.Reason;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.NodeId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Which columns the lines of a verdict log have, and how they are read. Immutable. */
final class VerdictColumns {
  static final VerdictColumns ALL = new VerdictColumns(List.of(VerdictColumn.values()));
  static final String NONE = "-";

  private static final String NUMBER = "[0-9]{1,18}";
  private static final int WORD_SHOWN = 40;
  private static final List<String> VERDICTS = words(Told.values());
  private static final List<String> DEGRADATIONS =
      words(Degradation.values()).stream().filter(it -> !it.equals("none")).toList();
  private static final List<String> REASONS = words(Reason.values());

  private final List<VerdictColumn> columns;

  private VerdictColumns(List<VerdictColumn> columns) {
    this.columns = columns;
  }

  private static List<String> words(Enum<?>[] constants) {
    return Arrays.stream(constants).map(Figures::word).toList();
  }

  /** Those that a header names, with spaces or tabs between them. */
  static VerdictColumns named(String names) throws MalformedLineException {
    var columns = new ArrayList<VerdictColumn>();
    for (String name : names.strip().split("\\s+")) {
      VerdictColumn column = Arrays.stream(VerdictColumn.values())
          .filter(it -> it.word().equals(name)).findFirst()
          .orElseThrow(() -> new MalformedLineException(
              "there is no column " + quoted(name) + ", only " + ALL));
      if (columns.contains(column)) {
        throw new MalformedLineException("column '" + name + "' is named twice");
      }
      columns.add(column);
    }
    // last, so that no line of events begins with its key, which might begin with #
    if (!columns.contains(VERDICT) || columns.indexOf(KEY) != columns.size() - 1) {
      throw new MalformedLineException(
          "there must be a column 'verdict', and 'key' must be the last: " + names.strip());
    }
    return new VerdictColumns(columns);
  }

  /** What a line, without its end, says. */
  VerdictEntry parse(byte[] line) throws MalformedLineException {
    var words = new EnumMap<VerdictColumn, String>(VerdictColumn.class);
    int from = 0;
    for (VerdictColumn column : columns.subList(0, columns.size() - 1)) {
      int to = tab(line, from);
      if (to == line.length) {
        throw miscounted();
      }
      words.put(column, new String(line, from, to - from, ISO_8859_1));
      from = to + 1;
    }
    if (tab(line, from) != line.length) {
      throw miscounted();
    }
    byte[] key = EscapedKey.parse(line, from, line.length);
    if (key.length == 0) {
      throw new MalformedLineException("the key is empty");
    }
    return entry(words, key);
  }

  private static int tab(byte[] line, int from) {
    int to = from;
    while (to < line.length && line[to] != '\t') {
      to++;
    }
    return to;
  }

  private MalformedLineException miscounted() {
    return new MalformedLineException("must have " + Figures.counted(columns.size(), "column")
        + ", with tabs between them: " + this);
  }

  private VerdictEntry entry(Map<VerdictColumn, String> words, byte[] key)
      throws MalformedLineException {
    Told told = Told.values()[index(VERDICT, VERDICTS, words.get(VERDICT))];
    boolean failed = told == Told.FAILED;
    check(words, TIME, "milliseconds since 1970", word -> word.matches(NUMBER));
    check(words, EDGE, "the id of a node", VerdictColumns::isNodeId);
    check(words, BY, "the id of a node", VerdictColumns::isNodeId);
    check(words, LEVEL, failed ? "- for failed" : "a number",
        word -> failed ? word.equals(NONE) : word.matches("[0-9]{1,9}"));
    check(words, OFFER, "a number from 1 or -",
        word -> word.equals(NONE) || word.matches("[1-9][0-9]{0,17}"));
    String why = words.getOrDefault(DEGRADATION, NONE);
    if (!why.equals(NONE)) {
      index(DEGRADATION, failed ? REASONS : DEGRADATIONS, why);
    }
    String offer = words.getOrDefault(OFFER, NONE);
    return new VerdictEntry(
        offer.equals(NONE) ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(offer)),
        told, !failed && !why.equals(NONE), settled(words, told), key);
  }

  /** Who does not write down what became of a distinct event has delivered it. */
  private static Settlement settled(Map<VerdictColumn, String> words, Told told)
      throws MalformedLineException {
    String word = words.get(SETTLED);
    if (word == null) {
      return told == Told.DISTINCT ? Settlement.CONFIRMED : Settlement.OPEN;
    }
    List<Settlement> allowed = Arrays.stream(Settlement.values())
        .filter(it -> VerdictEntry.maySettle(told, it)).toList();
    return allowed.get(index(SETTLED, allowed.stream().map(Settlement::word).toList(), word));
  }

  private static int index(VerdictColumn column, List<String> allowed, String word)
      throws MalformedLineException {
    int index = allowed.indexOf(word);
    if (index < 0) {
      throw new MalformedLineException(
          column.word() + " must be one of " + String.join(", ", allowed) + ": " + quoted(word));
    }
    return index;
  }

  private interface Rule {
    boolean allows(String word);
  }

  private static void check(
      Map<VerdictColumn, String> words, VerdictColumn column, String expected, Rule rule)
      throws MalformedLineException {
    String word = words.get(column);
    if (word != null && !rule.allows(word)) {
      throw new MalformedLineException(
          column.word() + " must be " + expected + ": " + quoted(word));
    }
  }

  private static boolean isNodeId(String word) {
    try {
      return new NodeId(word).value().equals(word);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static String quoted(String word) {
    return "'" + Figures.printable(
        word.length() <= WORD_SHOWN ? word : word.substring(0, WORD_SHOWN) + "..") + "'";
  }

  /** The names of the columns. */
  @Override public String toString() {
    return columns.stream().map(VerdictColumn::word).collect(Collectors.joining(", "));
  }
}
