package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeyBeginningsTest {

  @Test
  void keysAreShownEscapedAndLongOnesCutOff() {
    var beginnings = new KeyBeginnings(1 << 20);

    beginnings.keep(0, "a\tb".getBytes(UTF_8));
    beginnings.keep(0, "c".getBytes(UTF_8));
    beginnings.keep(1, "x".repeat(KeyBeginnings.LONGEST).getBytes(UTF_8));
    beginnings.keep(2, "x".repeat(KeyBeginnings.LONGEST + 1).getBytes(UTF_8));

    assertThat(beginnings.text(0)).isEqualTo("a\\tb");
    assertThat(beginnings.text(1)).isEqualTo("x".repeat(64));
    assertThat(beginnings.text(2)).isEqualTo("x".repeat(64) + "..");
  }

  @Test
  void noMoreIsKeptThanThereIsRoomFor() {
    var beginnings = new KeyBeginnings(3 << 20);
    int keys = 1_000_000;
    for (int i = 0; i < keys; i++) {
      beginnings.keep(i, ("key " + i).getBytes(UTF_8));
    }

    assertThat(beginnings.text(0)).isEqualTo("key 0");
    assertThat(beginnings.text(200_000)).isEqualTo("key 200000");
    assertThat(beginnings.text(keys - 1)).isEqualTo("(key 1,000,000, not kept)");
  }
}
