package io.bloomtree.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the archive says of the licences of its libraries. */
class LicencesTest {
  /** What a text under a licence says, whatever its white space. */
  private static final Map<String, String> WORDS = Map.of(
      "Apache-2.0", "Apache License Version 2.0",
      "BSD-2-Clause", "Redistributions in binary form must reproduce",
      "BSD-3-Clause", "Redistributions in binary form must reproduce",
      "EPL-2.0", "Eclipse Public License - v 2.0",
      "LGPL-3.0", "GNU LESSER GENERAL PUBLIC LICENSE Version 3",
      "MIT", "The above copyright notice and this permission notice shall be");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)]+)\\)");

  @TempDir static Path directory;
  private static Path home;
  private static List<Row> rows;

  /** A line of the table. */
  private record Row(String library, String version, String licence, List<String> texts) {}

  @BeforeAll
  static void unpack() throws Exception {
    Run.saidBy(directory, "tar", "-xzf",
        Built.ARCHIVES.resolve(Built.NAME + ".tar.gz").toString());
    home = directory.resolve(Built.NAME);
    rows = Files.readAllLines(home.resolve("THIRD-PARTY.md")).stream()
        .filter(line -> line.startsWith("| ")).skip(1)
        .map(line -> line.split("\\|"))
        .map(cells -> new Row(cells[1].strip(), cells[2].strip(), cells[3].strip(),
            LINK.matcher(cells[4]).results().map((MatchResult link) -> link.group(1)).toList()))
        .toList();
  }

  @Test
  void everyLibraryIsListed() throws Exception {
    try (Stream<Path> files = Files.list(home.resolve("lib"))) {
      assertThat(rows.stream().filter(row -> !row.version.isEmpty())
          .map(row -> row.library + "-" + row.version + ".jar"))
          .containsExactlyInAnyOrderElementsOf(new TreeSet<>(files
              .map(file -> file.getFileName().toString())
              .filter(name -> !name.startsWith("bloomtree-")).toList()));
    }
  }

  @Test
  void theTextOfALicenceIsThere() {
    assertThat(rows).hasSizeGreaterThan(50)
        .filteredOn(row -> !row.licence.equals("public domain"))
        .allSatisfy(row -> assertThat(List.of(row.licence.split(" or ")))
            .as("a licence of %s with its text among %s", row.library, row.texts)
            .anyMatch(licence -> row.texts.stream().anyMatch(text -> isUnder(licence, text))));
  }

  private static boolean isUnder(String licence, String text) {
    try {
      return WORDS.containsKey(licence) && Files.readString(home.resolve(text))
          .replaceAll("[\\s=]+", " ").contains(WORDS.get(licence));
    } catch (IOException e) {
      throw new AssertionError(text, e);
    }
  }

  /** Who has the text of the lesser licence needs that of the other one, which it adds to. */
  @Test
  void theLesserLicenceHasWhatItAddsTo() {
    assertThat(rows).filteredOn(row -> row.licence.startsWith("LGPL")).isNotEmpty()
        .allSatisfy(row -> assertThat(row.texts).contains("licences/GPL-3.0.txt"));
  }
}
