package io.bloomtree.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.cli.TopKey.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopKeyTest {

  /** What was pressed, by what the terminal has sent so far. */
  private static List<TopKey> pressed(String sent) throws IOException {
    int[] next = {0};
    TopKey.Characters characters = millis -> next[0] < sent.length() ? sent.charAt(next[0]++) : -2;
    var keys = new ArrayList<TopKey>();
    for (TopKey key = TopKey.read(characters, 0); key.kind() != Kind.NONE;
        key = TopKey.read(characters, 0)) {
      keys.add(key);
    }
    return keys;
  }

  @ParameterizedTest
  @CsvSource({
    "[A, UP", "OA, UP", "[B, DOWN", "OB, DOWN", "[5~, PAGE_UP", "[6~, PAGE_DOWN", "[H, HOME",
    "[1~, HOME", "OF, END", "[4~, END", "[1;5A, UP", "[3~, OTHER", "[200~, OTHER", "x, OTHER"
  })
  void keysWithoutALetterAreSequences(String sequence, Kind kind) throws IOException {
    assertThat(pressed("\u001b" + sequence + "q"))
        .containsExactly(new TopKey(kind, ' '), new TopKey(Kind.LETTER, 'q'));
  }

  @Test
  void escapeAloneIsNoLetter() throws IOException {
    assertThat(pressed("\u001b")).extracting(TopKey::kind).containsExactly(Kind.OTHER);
    assertThat(pressed("")).isEmpty();
    assertThat(TopKey.read(millis -> -1, 0).kind()).isEqualTo(Kind.END_OF_INPUT);
  }
}
