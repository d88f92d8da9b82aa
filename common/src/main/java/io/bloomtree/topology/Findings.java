package io.bloomtree.topology;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What checking a file brings to light: its problems, and where each of its parts is written. Owned
 * by the one thread that reads the file.
 */
final class Findings {
  /** More help nobody, and a megabyte of nonsense must not become a gigabyte of messages. */
  static final int MOST_PROBLEMS = 100;

  private final String file;
  private final TreeSet<Problem> problems = new TreeSet<>();
  private final Map<String, Position> positions = new HashMap<>();
  private final Set<String> broken = new HashSet<>();
  private long found;

  Findings(String file) {
    this.file = file;
  }

  void problem(Position at, String message) {
    if (problems.add(new Problem(file, at.line(), at.column(), message))) {
      found++;
      if (problems.size() > MOST_PROBLEMS) {
        problems.pollLast();
      }
    }
  }

  /**
   * The name that was probably meant, as {@link Nearest#hint} says it; nothing once there are more
   * problems than are shown, since a file may have many thousands of names.
   */
  String hint(String found, Collection<String> names) {
    return problems.size() < MOST_PROBLEMS ? Nearest.hint(found, names) : "";
  }

  /** A problem that leaves a part of the file without a value. */
  void broken(String pointer, Position at, String message) {
    broken(pointer);
    problem(at, message);
  }

  /** The same if the problem is known already. An item of a list breaks the list. */
  void broken(String pointer) {
    String[] path = pointer.split("/");
    for (int i = path.length - 1; i >= 0; i--) {
      if (!path[i].matches("[0-9]+")) {
        broken.add(path[i]);
        return;
      }
    }
  }

  /** Whether one of these keys has, somewhere, no value because of a problem. */
  boolean anyBroken(String... keys) {
    return Stream.of(keys).anyMatch(broken::contains);
  }

  void place(String pointer, Position at) {
    positions.put(pointer, at);
  }

  Position position(String pointer) {
    return positions.getOrDefault(pointer, Position.START);
  }

  boolean isWritten(String pointer) {
    return positions.containsKey(pointer);
  }

  boolean isEmpty() {
    return problems.isEmpty();
  }

  void throwIfAny() {
    if (!problems.isEmpty()) {
      List<Problem> all = found <= problems.size()
          ? List.copyOf(problems)
          : Stream.concat(problems.stream(), Stream.of(more())).toList();
      throw new InvalidTopologyException(all);
    }
  }

  private Problem more() {
    Problem last = problems.last();
    return new Problem(
        file, last.line(), last.column(), (found - problems.size()) + " more problems follow");
  }
}
