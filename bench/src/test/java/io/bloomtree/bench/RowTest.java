package io.bloomtree.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class RowTest {
  @Test void aRowInJsonSaysItsTargetAndWhetherItWasMet() {
    var met = Row.alone("a", 1, "ms", Row.Goal.below(10, 1));
    var none = Row.alone("b", 2, "ms", Row.Goal.NONE);

    assertThat(met.toJson()).endsWith("\"unit\":\"ms\",\"target\":\"< 10\",\"met\":true}");
    assertThat(none.toJson()).endsWith("\"unit\":\"ms\",\"target\":null,\"met\":null}");
  }

  @Test void aRowShowsItsSpread() {
    var row = new Row("a", 99, OptionalDouble.of(100), OptionalDouble.of(0.99), "events/s",
        Row.Goal.atLeast(0.95, 0.99), Optional.of(new Rounds.Spread(0.978, 1.004)));

    assertThat(row.toText()).endsWith("0.99  >= 0.95  met, 0.978 to 1.004");
    assertThat(row.toJson()).endsWith("\"met\":true,\"low\":0.978,\"high\":1.004}");
  }
}
