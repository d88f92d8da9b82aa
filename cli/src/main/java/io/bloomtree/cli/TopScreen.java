package io.bloomtree.cli;

import io.bloomtree.bus.AgentReport;
import io.bloomtree.bus.TreeView;
import io.bloomtree.cli.NodeRow.Condition;
import io.bloomtree.tree.Resolution.Decision;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What {@code top} shows, as lines of ASCII that fit a terminal; and what the keys have changed of
 * it. Owned by one thread.
 */
final class TopScreen {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss 'UTC'").withZone(ZoneOffset.UTC);
  /** The lines above and below the nodes. */
  private static final int FRAME = 6;
  private static final int LEAST_NAME = 12;
  private static final int MOST_NAME = 40;

  /** How a line is to stand out; without colours it says the same. */
  enum Style { PLAIN, BOLD, TITLE, GOOD, WARNING, BAD }

  record Line(String text, Style style) {}

  private final Duration every;
  private TopOrder order = TopOrder.TREE;
  private boolean isReversed;
  private boolean isPaused;
  private int first;

  TopScreen(Duration every) {
    this.every = every;
  }

  boolean isPaused() {
    return isPaused;
  }

  /** Does what a key means; whether it means anything here. */
  boolean press(TopKey key, int height) {
    int page = Math.max(1, height - FRAME);
    switch (key.kind()) {
      case UP -> first--;
      case DOWN -> first++;
      case PAGE_UP -> first -= page;
      case PAGE_DOWN -> first += page;
      case HOME -> first = 0;
      case END -> first = Integer.MAX_VALUE / 2;
      case LETTER -> {
        return pressLetter(key.letter());
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean pressLetter(char letter) {
    if (letter == 'p' || letter == ' ') {
      isPaused = !isPaused;
      return true;
    }
    if (letter == 'R') {
      isReversed = !isReversed;
      return true;
    }
    var chosen = Arrays.stream(TopOrder.values()).filter(it -> it.key() == letter).findFirst();
    chosen.ifPresent(it -> {
      order = it;
      isReversed = false;
      first = 0;
    });
    return chosen.isPresent();
  }

  /**
   * The whole screen, as many lines as it has.
   *
   * @param trouble what is in the way of looking at the tree; empty if nothing is
   */
  List<Line> lines(TreeRows tree, String trouble, int width, int height) {
    List<NodeRow> rows = ordered(tree.rows());
    int room = Math.max(0, height - FRAME);
    first = Math.max(0, Math.min(first, rows.size() - room));
    List<NodeRow> shown = rows.subList(first, Math.min(rows.size(), first + room));
    int name = nameWidth(rows, width);
    List<TopColumn> columns = columns(width - name);
    var lines = new ArrayList<Line>();
    lines.add(new Line(title(tree.view(), width), Style.BOLD));
    lines.add(new Line(tree.summary(), Style.PLAIN));
    lines.add(new Line(traffic(tree, width), Style.PLAIN));
    lines.add(problem(tree, trouble));
    lines.add(new Line(
        padded("  NODE" + hidden(rows.size(), shown.size()), name)
            + columns.stream().map(it -> " " + it.title()).collect(Collectors.joining()),
        Style.TITLE));
    shown.forEach(row -> lines.add(row(row, name, columns)));
    while (lines.size() < height - 1) {
      lines.add(new Line("", Style.PLAIN));
    }
    lines.add(new Line(keys(width), Style.PLAIN));
    return lines.subList(0, Math.min(lines.size(), height)).stream()
        .map(line -> new Line(fitted(line, width), line.style)).toList();
  }

  /** The screen before a tree was seen: all there is to say of why not. */
  static List<Line> nothing(String trouble, int width) {
    var lines = new ArrayList<Line>();
    String rest = "! " + trouble;
    while (!rest.isEmpty()) {
      int space = rest.lastIndexOf(' ', width);
      int end = rest.length() <= width ? rest.length() : space > 0 ? space : width;
      lines.add(new Line(fitted(new Line(rest.substring(0, end), Style.BAD), width), Style.BAD));
      rest = rest.substring(end).strip();
    }
    lines.add(new Line(
        fitted(new Line("trying again; q quits", Style.PLAIN), width), Style.PLAIN));
    return lines;
  }

  private List<NodeRow> ordered(List<NodeRow> rows) {
    var ordered = new ArrayList<>(rows);
    ordered.sort(order.comparator());
    if (isReversed) {
      Collections.reverse(ordered);
    }
    return ordered;
  }

  private String title(TreeView view, int width) {
    String left = "bloomtree top: " + view.tree() + ", epoch " + view.epoch() + ", " + view.mode();
    String right = (isPaused ? "PAUSED at " : "") + TIME.format(Instant.ofEpochMilli(view.at()))
        + ", every " + Figures.time(every);
    return left.length() + 1 + right.length() > width
        ? left : padded(left, width - right.length()) + right;
  }

  /** What fits of it, failures before the median. */
  private static String traffic(TreeRows tree, int width) {
    OptionalDouble failed = tree.perSecond(it -> StatusScreen.sum(it.failures().values()));
    String offers = "offers " + figure(tree.perSecond(AgentReport::offers)) + "/s: "
        + figure(tree.perSecond(it -> StatusScreen.decided(it, Decision.DISTINCT))) + " distinct, "
        + figure(tree.perSecond(it -> StatusScreen.decided(it, Decision.DUPLICATE))) + " duplicate"
        + (failed.orElse(0) > 0 ? ", " + figure(failed) + " FAILED" : "");
    String slowest = quantile(tree, "p99", 0.99);
    String all = offers + quantile(tree, "p50", 0.5) + slowest;
    return all.length() > width ? offers + slowest : all;
  }

  private static String quantile(TreeRows tree, String name, double share) {
    return tree.latency().map(it -> "  " + name + " " + Figures.micros(it.quantile(share)))
        .orElse("");
  }

  private static String figure(OptionalDouble rate) {
    return rate.isPresent() ? Figures.about(Math.round(rate.getAsDouble())) : "-";
  }

  private static Line problem(TreeRows tree, String trouble) {
    if (!trouble.isEmpty()) {
      return new Line("! " + trouble, Style.BAD);
    }
    List<NodeRow> ill = tree.ill(false);
    if (ill.isEmpty()) {
      return new Line("all is well", Style.GOOD);
    }
    NodeRow worst = Collections.max(
        ill, (one, other) -> one.condition().compareTo(other.condition()));
    List<String> remarks = worst.remarks();
    return new Line("! " + worst.node().id() + ": "
        + (remarks.isEmpty() ? "does not answer" : String.join("; ", remarks))
        + (ill.size() == 1 ? "" : "; and " + (ill.size() - 1) + " more"),
        worst.condition() == Condition.AWAY ? Style.BAD : Style.WARNING);
  }

  private String hidden(int all, int shown) {
    return all == shown ? "" : " " + (first + 1) + "-" + (first + shown) + "/" + all;
  }

  private Line row(NodeRow row, int name, List<TopColumn> columns) {
    boolean isIll = row.isIll(false);
    String indent = order == TopOrder.TREE && !isReversed ? "  ".repeat(row.depth()) : "";
    String text = padded((isIll ? "! " : "  ") + indent + row.node().id(), name)
        + columns.stream().map(it -> " " + it.cell(row)).collect(Collectors.joining());
    Style style = !isIll ? Style.PLAIN
        : row.condition() == Condition.AWAY ? Style.BAD : Style.WARNING;
    return new Line(text, style);
  }

  /** As long as the longest name, but leaving room for columns. */
  private static int nameWidth(List<NodeRow> rows, int width) {
    int longest = rows.stream()
        .mapToInt(row -> 2 + 2 * row.depth() + row.node().id().length()).max().orElse(0);
    return Math.max(LEAST_NAME, Math.min(longest, Math.min(MOST_NAME, width / 4)));
  }

  private static List<TopColumn> columns(int width) {
    var columns = new ArrayList<TopColumn>();
    int left = width;
    for (TopColumn column : TopColumn.values()) {
      left -= 1 + column.width();
      if (left < 0) {
        break;
      }
      columns.add(column);
    }
    return columns;
  }

  /** As much as fits; where little does, letters have to do. */
  private String keys(int width) {
    String words = "q quit  sort by letter: " + orders(TopOrder::word);
    String all = words + "  R reverse  p pause  arrows scroll";
    String letters = "q quit  sort: " + orders(it -> String.valueOf(it.key()));
    return all.length() <= width ? all : words.length() <= width ? words : letters;
  }

  /** The one that holds in brackets; turned round it has the letter that did so. */
  private String orders(Function<TopOrder, String> name) {
    return Arrays.stream(TopOrder.values())
        .map(it -> it == order
            ? "[" + name.apply(it) + (isReversed ? " R" : "") + "]" : name.apply(it))
        .collect(Collectors.joining(" "));
  }

  private static String padded(String text, int width) {
    return text.length() > width ? text.substring(0, Math.max(0, width - 2)) + ".."
        : text + " ".repeat(width - text.length());
  }

  /** Exactly ASCII, since nothing else is sure to be as wide as it is long. */
  private static String fitted(Line line, int width) {
    String ascii = line.text.replaceAll("[^\\x20-\\x7e]", "?");
    String clipped = ascii.length() > width ? ascii.substring(0, width) : ascii;
    return line.style == Style.TITLE ? padded(clipped, width) : clipped;
  }
}
