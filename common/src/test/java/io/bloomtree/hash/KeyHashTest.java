package io.bloomtree.hash;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyHashTest {
  private static final KeyHash HASH = KeyHash.of("xxh3-64", 42);

  /** A fingerprint that changes makes every filter on every disk forget everything. */
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "xxh3-64, d7bf5c37818f9d3f, fa8fef75684826ad",
    "xxh64, 3fb43dab9a935790, 58b35c353f11bb77",
    "komihash-5.0, 7c765f7c33ad5040, 4cfd26ccb0a15c42",
    "wyhash-final-4, 44a448e42849fcbb, 474b76df5b60b75",
    "rapidhash-v3, fc9788bc64c86b5b, 892b173d7b8c55ae",
    "metrohash-64, 9a5b0d68c8d307c5, bbec1a557d87dc19",
    "farmhash-uo, b7700d1bfa4cc72d, e430bedfab8f68e5",
  })
  void fingerprintsNeverChange(String name, String bytes, String fields) {
    var hash = KeyHash.of(name, 42);

    assertThat(Long.toHexString(hash.fingerprint("click-0001"))).isEqualTo(bytes);
    assertThat(Long.toHexString(hash.fingerprintOfFields("click", "0001"))).isEqualTo(fields);
  }

  /** From the published test vectors of XXH3: the name means what others mean by it. */
  @Test void namesMeanThePublishedFunctions() {
    assertThat(KeyHash.of("xxh3-64", 0).fingerprint("a".getBytes(UTF_8)))
        .isEqualTo(0xE6C632B61E964E1FL);
    assertThat(KeyHash.of("xxh64", 0).fingerprint("abc".getBytes(UTF_8)))
        .isEqualTo(0x44BC2CF5AD770999L);
  }

  @Test void everyKnownNameMakesAHash() {
    Set<Long> fingerprints = new HashSet<>();
    for (String name : KeyHash.names()) {
      var hash = KeyHash.of(name, 7);
      assertThat(hash.name()).isEqualTo(name);
      assertThat(hash.seed()).isEqualTo(7);
      fingerprints.add(hash.fingerprint("key"));
    }
    assertThat(fingerprints).hasSameSizeAs(KeyHash.names());
  }

  @Test void anUnknownNameIsRefusedWithTheKnownOnes() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeyHash.of("xxh3", 1))
        .withMessage("unknown hash: name=xxh3, known: " + String.join(", ", KeyHash.names()));
  }

  @Test void seedsSeparate() {
    assertThat(HASH.fingerprint("key")).isNotEqualTo(KeyHash.of("xxh3-64", 43).fingerprint("key"));
  }

  @Test void aStringIsItsUtf8Bytes() {
    for (String key : new String[] {"a", "κλικ", "😀 emoji", "\0"}) {
      assertThat(HASH.fingerprint(key)).isEqualTo(HASH.fingerprint(key.getBytes(UTF_8)));
      assertThat(HASH.fingerprintOfFields(key, "x"))
          .isEqualTo(HASH.fingerprintOfFields(key.getBytes(UTF_8), new byte[] {'x'}));
    }
  }

  @Test void aRangeOfBytesIsAKey() {
    byte[] bytes = "..click..".getBytes(UTF_8);

    assertThat(HASH.fingerprint(bytes, 2, 5)).isEqualTo(HASH.fingerprint("click"));
  }

  /** They take a path of their own. */
  @Test void keysOfSixteenBytesAreHashedLikeAllOthers() {
    byte[] bytes = "..0123456789abcdef..".getBytes(UTF_8);
    for (HashFunction function : HashFunction.values()) {
      long expected = function.seeded(42).hashBytesToLong(bytes, 2, 16);
      var hash = KeyHash.of(function.published(), 42);

      assertThat(hash.fingerprint(bytes, 2, 16)).isEqualTo(expected);
      assertThat(hash.fingerprint("0123456789abcdef")).isEqualTo(expected);
    }
  }

  @Test void fieldsAreFramed() {
    Set<Long> fingerprints = new HashSet<>();
    String[][] keys = {
      {"ab", "c"}, {"a", "bc"}, {"abc"}, {"a", "b", "c"}, {"", "abc"}, {"abc", ""}, {"", "abc", ""},
      {"c", "ab"},
    };
    for (String[] fields : keys) {
      fingerprints.add(HASH.fingerprintOfFields(fields));
    }
    fingerprints.add(HASH.fingerprint("abc"));

    assertThat(fingerprints).hasSize(keys.length + 1);
  }

  @Test void noPlainKeyIsTheFrameOfAStructuredOne() {
    byte[] frame = {2, 0, 0, 0, 2, 0, 0, 0, 'a', 'b', 1, 0, 0, 0, 'c'};

    assertThat(HASH.fingerprint(frame)).isNotEqualTo(HASH.fingerprintOfFields("ab", "c"));
  }

  @Test void emptyKeysAreRefused() {
    String message = "key must not be empty: length=0";
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HASH.fingerprint("")).withMessage(message);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HASH.fingerprint(new byte[0])).withMessage(message);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HASH.fingerprint(new byte[9], 3, 0)).withMessage(message);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HASH.fingerprintOfFields("", "")).withMessage(message);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HASH.fingerprintOfFields(new String[0])).withMessage(message);
  }

  @Test void nullKeysAreRefused() {
    assertThatNullPointerException().isThrownBy(() -> HASH.fingerprint((String) null));
    assertThatNullPointerException().isThrownBy(() -> HASH.fingerprint((byte[]) null));
    assertThatNullPointerException()
        .isThrownBy(() -> HASH.fingerprintOfFields("a", null)).withMessage("field");
  }

  @Test void keysUpToTheLimitAreTakenAndLargerOnesRefused() {
    var hash = KeyHash.of("xxh3-64", 1, 20);
    hash.fingerprint(new byte[20]);
    hash.fingerprintOfFields("1234567890", "1234567890");

    String message = "key must be <= 20 bytes: length=21";
    assertThatIllegalArgumentException()
        .isThrownBy(() -> hash.fingerprint(new byte[21])).withMessage(message);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> hash.fingerprint("1234567890123456789é")).withMessage(message);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> hash.fingerprintOfFields("1234567890", "12345678901"))
        .withMessage(message);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeyHash.of("xxh3-64", 1, 15).fingerprint(new byte[16]))
        .withMessage("key must be <= 15 bytes: length=16");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HASH.fingerprint(new byte[64 * 1024 + 1]))
        .withMessage("key must be <= 65536 bytes: length=65537");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1})
  void aLimitThatAdmitsNothingIsRefused(int limit) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeyHash.of("xxh3-64", 1, limit))
        .withMessage("maxKeyBytes must be positive: maxKeyBytes=" + limit);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ab\uD83D", "\uDE00", "\uD83Dx"})
  void halfASurrogatePairIsRefused(String key) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HASH.fingerprint(key))
        .withMessageStartingWith("key has half a surrogate pair: index=");
  }
}
