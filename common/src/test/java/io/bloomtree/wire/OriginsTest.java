package io.bloomtree.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class OriginsTest {
  private static final Origin FIRST = new Origin(new NodeId("a"), 1, 5);
  private static final Origin SECOND = new Origin(new NodeId("b"), 1, 6);
  private static final Origin THIRD = new Origin(new NodeId("a"), 1, 7);

  @Test
  void itIsAListOfOrigins() {
    Origins origins = Origins.copyOf(List.of(FIRST, SECOND, THIRD));

    assertThat(origins).containsExactly(FIRST, SECOND, THIRD);
    assertThat(origins).isEqualTo(List.of(FIRST, SECOND, THIRD));
    assertThat(origins.part(1, 3)).containsExactly(SECOND, THIRD);
    assertThat(Origins.none()).isEmpty();
  }

  @Test
  void entriesOfOneSourceShareIt() {
    Origins origins = Origins.copyOf(List.of(FIRST, SECOND, THIRD));

    assertThat(origins.source(0)).isEqualTo(Source.of(FIRST)).isSameAs(origins.source(2));
    assertThat(origins.sequence(2)).isEqualTo(7);
  }

  @Test
  void moreThanWereExpectedCanBeAdded() {
    var builder = new Origins.Builder(0);
    var source = new Source(new NodeId("a"), 1);
    for (int i = 0; i < 100; i++) {
      builder.add(source, i);
    }

    assertThat(builder.size()).isEqualTo(100);
    assertThat(builder.build()).hasSize(100).last()
        .isEqualTo(new Origin(new NodeId("a"), 1, 99));
  }

  @Test
  void whatIsNoOriginIsRefused() { // P6
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Origins.Builder(1).add(new Source(new NodeId("a"), 1), -1))
        .withMessage("sequence must be >= 0: -1");
    assertThatIllegalArgumentException().isThrownBy(() -> new Source(new NodeId("a"), -1))
        .withMessage("incarnation must be >= 0: -1");
    assertThatNullPointerException()
        .isThrownBy(() -> Origins.copyOf(Arrays.asList(FIRST, null)));
  }

  @Test
  void thereIsNothingBehindTheLast() {
    var builder = new Origins.Builder(8);
    builder.add(new Source(new NodeId("a"), 1), 1);
    Origins origins = builder.build();

    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> origins.sequence(1));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> origins.source(1));
  }
}
