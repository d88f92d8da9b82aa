package io.bloomtree.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.hash.KeyHash;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyTableTest {

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void numbersKeysInTheOrderOfTheirFirstSight(long seed) {
    var table = new KeyTable(KeyHash.of("xxh3-64", 42));
    Map<String, Integer> model = new HashMap<>();
    var random = new Random(seed);
    for (int i = 0; i < 50_000; i++) {
      String key = Integer.toString(random.nextInt(20_000));
      model.putIfAbsent(key, model.size());

      assertThat(table.number(key.getBytes(UTF_8))).isEqualTo(model.get(key));
    }

    assertThat(table.size()).isEqualTo(model.size());
  }

  @Test
  void keysWhoseFingerprintsCollideStayTwo() {
    var table = new KeyTable(KeyHash.of("xxh3-64", 42));

    assertThat(table.number(7, 1)).isZero();
    assertThat(table.number(7, 2)).isEqualTo(1);
    assertThat(table.number(7, 1)).isZero();
    assertThat(table.fingerprint(1)).isEqualTo(7);
  }

  static List<String> hashes() {
    return KeyHash.names();
  }

  @ParameterizedTest
  @MethodSource("hashes")
  void keepsTheFingerprintOfTheTree(String name) {
    var hash = KeyHash.of(name, 42);
    var table = new KeyTable(hash);
    byte[] key = "/page/1".getBytes(UTF_8);

    assertThat(table.fingerprint(table.number(key))).isEqualTo(hash.fingerprint(key));
  }
}
