package io.bloomtree.tree;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads {@code planted-bugs.txt}, which says what it is made of. */
final class PlantedBugs {
  private final Map<String, String> abbreviations = new HashMap<>();
  private final List<PlantedBug> bugs = new ArrayList<>();
  private String rule;
  private StringBuilder focus;
  private List<PlantedBug.Change> changes;
  private String className;
  private StringBuilder before;
  private StringBuilder after;

  private PlantedBugs() {}

  static List<PlantedBug> all() {
    try (InputStream in = PlantedBugs.class.getResourceAsStream("planted-bugs.txt")) {
      var reader = new PlantedBugs();
      new String(in.readAllBytes(), UTF_8).lines().forEach(reader::read);
      reader.endBug();
      return reader.bugs;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void read(String line) {
    if (line.startsWith("let ")) {
      String[] words = line.split(" ", 3);
      abbreviations.put(words[1], words[2]);
    } else if (line.startsWith("=== ")) {
      endBug();
      rule = line.substring(4);
      focus = new StringBuilder();
      changes = new ArrayList<>();
    } else if (line.startsWith("focus ")) {
      for (String word : line.substring(6).split(" ")) {
        focus.append(abbreviations.getOrDefault(word, word)).append(' ');
      }
    } else if (line.startsWith("--- ")) {
      endChange();
      className = line.substring(4);
      before = new StringBuilder();
      after = new StringBuilder();
    } else if (className != null && !line.isEmpty()) {
      readChanged(line.charAt(0), line.substring(1) + "\n");
    }
  }

  private void readChanged(char sign, String line) {
    if (sign != '+') {
      before.append(line);
    }
    if (sign != '-') {
      after.append(line);
    }
  }

  private void endChange() {
    if (className != null) {
      changes.add(new PlantedBug.Change(className, before.toString(), after.toString()));
      className = null;
    }
  }

  private void endBug() {
    endChange();
    if (rule != null) {
      bugs.add(new PlantedBug(rule, focus.toString(), changes));
    }
  }
}
