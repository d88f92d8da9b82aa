package io.bloomtree.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever reads the documents of the archive finds what they point to, in the archive. */
class LinksTest {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```|`[^`\\n]*`");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.*)$");

  @TempDir static Path directory;
  private static Path home;

  @BeforeAll
  static void unpack() throws Exception {
    Run.saidBy(directory, "tar", "-xzf",
        Built.ARCHIVES.resolve(Built.NAME + ".tar.gz").toString());
    home = directory.resolve(Built.NAME);
  }

  private static List<Path> documents() throws IOException {
    try (Stream<Path> files = Files.walk(home)) {
      return files.filter(file -> file.toString().endsWith(".md")).toList();
    }
  }

  /** The names by which links find the headings of a document. */
  private static Set<String> anchors(Path document) throws IOException {
    Set<String> anchors = new HashSet<>();
    HEADING.matcher(Files.readString(document).replaceAll("(?ms)^```.*?^```", "")).results()
        .map((MatchResult heading) -> heading.group(1).strip().toLowerCase(Locale.ROOT)
            .replaceAll("[^\\p{L}\\p{N}_ -]", "").replace(' ', '-'))
        .forEach(anchors::add);
    return anchors;
  }

  private static boolean leadsNowhere(Path document, String link) throws IOException {
    if (link.matches("[a-z]+:.*")) {
      return false;
    }
    String[] parts = link.split("#", 2);
    Path target = parts[0].isEmpty()
        ? document
        : document.resolveSibling(parts[0]).normalize();
    return !target.startsWith(home) || !Files.exists(target)
        || parts.length > 1 && !anchors(target).contains(parts[1]);
  }

  @Test
  void everyLinkLeadsSomewhere() throws Exception {
    List<String> broken = new ArrayList<>();
    int links = 0;
    for (Path document : documents()) {
      for (String link : LINK.matcher(CODE.matcher(Files.readString(document)).replaceAll("``"))
          .results().map((MatchResult it) -> it.group(1)).toList()) {
        links++;
        if (leadsNowhere(document, link)) {
          broken.add(home.relativize(document) + ": " + link);
        }
      }
    }

    assertThat(broken).isEmpty();
    assertThat(links).isGreaterThan(200);
  }
}
