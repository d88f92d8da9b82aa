package io.bloomtree.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Figures one below the other, each with its name and a remark. Owned by one thread. */
final class Facts {
  private static final int LEAST_NAME = 20;
  private static final int LEAST_FIGURE = 12;

  private record Fact(String name, String figure, String remark) {}

  private final List<Fact> facts = new ArrayList<>();

  Facts add(String name, String figure, String remark) {
    facts.add(new Fact(name, figure, remark));
    return this;
  }

  /** So wide that the figures of several of them line up. */
  void print(PrintWriter out) {
    int name = facts.stream().mapToInt(it -> it.name.length()).reduce(LEAST_NAME, Math::max);
    int figure = facts.stream().mapToInt(it -> it.figure.length()).reduce(LEAST_FIGURE, Math::max);
    facts.forEach(it -> out.println(String.format(
        "  %-" + name + "s  %" + figure + "s  %s", it.name, it.figure, it.remark)));
  }
}
