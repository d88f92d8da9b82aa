package io.bloomtree.experiments.beyond;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bloomtree.filter.Confidence;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.NodeId;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LinksTest {
  private static final Endpoint ROOT = new Endpoint(new NodeId("root"), 0);
  private static final Endpoint AGENT = new Endpoint(new NodeId("a0"), 0);
  private static final int MILLIS = 10_000;

  @Test
  void asManyMillisecondsLoseAsShouldSeed1() {
    var links = new Links(1, 0.1, 1, 5);

    Confidence.assertAbout(0.1, losses(links), MILLIS);
    assertThat(losses(new Links(1, 0, 1, 5))).isZero();
  }

  private static long losses(Links links) {
    return LongStream.range(0, MILLIS).filter(now -> links.loses(ROOT, AGENT, now)).count();
  }

  @Test
  void delaysAreThoseThatMayBeAndTheSameForAll() {
    var links = new Links(1, 0.1, 2, 5);

    for (long now = 0; now < MILLIS; now++) {
      assertThat(links.delay(ROOT, AGENT, now)).isBetween(2L, 5L)
          .isEqualTo(new Links(1, 0.9, 2, 5).delay(ROOT, AGENT, now));
    }
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    assertThatThrownBy(() -> new Links(1, 1, 1, 5)).hasMessageContaining("loss=1.0");
    assertThatThrownBy(() -> new Links(1, 0, 3, 2)).hasMessageContaining("longest=2");
  }
}
