package io.bloomtree.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bloomtree.bench.TreeRace.Load;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Against the edge that is measured. */
class LineProducerTest {
  private static final int EVENTS = 5_200; // no whole number of batches

  private static ChildJvm edge;
  private static int port;

  @BeforeAll static void start() throws IOException {
    edge = ChildJvm.start("edge", EdgeJvm.class);
    port = edge.ask("port").get("port").intValue();
  }

  @AfterAll static void stop() throws IOException {
    edge.close();
  }

  /** The copies first: all that they copy must be among them. */
  @Test void aRoundIsMeasuredOnlyIfItsAnswersAreRight() throws IOException {
    for (int round = 0; round < 3; round++) {
      assertThat(new LineProducer(port, Load.COPIES_AT_HOME, round, EVENTS).run()).isPositive();
    }
    for (int round = 3; round < 6; round++) { // keys beyond those above
      assertThat(new LineProducer(port, Load.DISTINCT, round, EVENTS).run()).isPositive();
    }

    assertThatThrownBy(() -> new LineProducer(port, Load.DISTINCT, 4, EVENTS).run())
        .isInstanceOf(IOException.class)
        .hasMessage("DISTINCT: told DISTINCT=0, DUPLICATE=5120, offered events=5120, distinct=5120");
  }
}
