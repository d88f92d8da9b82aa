package io.bloomtree.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

/** The digest by which packets of another tree are known (P6). */
class TreeIdentityTest {
  private static final TreeIdentity CLICKS = new TreeIdentity("clicks", "xxh3-64", 42);

  @Test
  void digestNeverChanges() {
    assertThat(CLICKS.digest()).isEqualTo(0x5ce0ca4a);
    assertThat(new TreeIdentity("κλικ", "komihash", Long.MIN_VALUE).digest()).isEqualTo(0xd6c37151);
  }

  @Test
  void everyPartMatters() {
    assertThat(CLICKS.digest())
        .isNotEqualTo(new TreeIdentity("click", "xxh3-64", 42).digest())
        .isNotEqualTo(new TreeIdentity("clicks", "xxh3-128", 42).digest())
        .isNotEqualTo(new TreeIdentity("clicks", "xxh3-64", 43).digest());
  }

  @Test
  void namesAreFramed() {
    assertThat(new TreeIdentity("ab", "c", 0).digest())
        .isNotEqualTo(new TreeIdentity("a", "bc", 0).digest());
  }

  @Test
  void helloSpellsOutTheIdentity() {
    var hello = new HelloFrame(new NodeId("eu"), 1, 0, "clicks", "xxh3-64", 42, 0, 0, false);

    assertThat(hello.identity()).isEqualTo(CLICKS);
  }

  @Test
  void namesThatCannotTravelAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new TreeIdentity("", "xxh3-64", 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TreeIdentity("x".repeat(256), "xxh3-64", 0))
        .withMessage("tree must have at most 255 bytes: length=256");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TreeIdentity("clicks", "\uD83C", 0))
        .withMessage("hashName must not hold half a surrogate pair");
  }
}
