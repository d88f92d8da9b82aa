package io.bloomtree.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RowTest {
  @Test void aRowInJsonSaysItsTargetAndWhetherItWasMet() {
    var met = Row.alone("a", 1, "ms", Row.Goal.below(10, 1));
    var none = Row.alone("b", 2, "ms", Row.Goal.NONE);

    assertThat(met.toJson()).endsWith("\"unit\":\"ms\",\"target\":\"< 10\",\"met\":true}");
    assertThat(none.toJson()).endsWith("\"unit\":\"ms\",\"target\":null,\"met\":null}");
  }
}
