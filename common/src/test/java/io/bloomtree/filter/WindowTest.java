package io.bloomtree.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class WindowTest {
  @Test void slotsAreNumberedWithoutGapsWhereverTheClockStarts() {
    var random = new SplittableRandom(1);
    for (Window window : List.of(
        Window.of(Duration.ofMinutes(10)), Window.of(Duration.ofMillis(7)),
        new Window(Window.Unit.MILLIS, 1_000, 7), new Window(Window.Unit.MILLIS, 997, 100))) {
      for (int i = 0; i < 1_000; i++) {
        long time = random.nextLong(-1L << 40, 1L << 40);
        long slot = window.slotOf(time);
        assertThat(window.startOf(slot)).isLessThanOrEqualTo(time);
        assertThat(window.startOf(slot + 1)).isGreaterThan(time);
        assertThat(window.slotOf(window.startOf(slot))).isEqualTo(slot);
        assertThat(window.slotOf(window.startOf(slot) - 1)).isEqualTo(slot - 1);
        assertThat(window.slotOf(time + window.span())).isEqualTo(slot + window.slots());
      }
    }
  }

  @Test void aWindowHasTheUsualSlotsUnlessItIsTooShort() {
    assertThat(Window.of(Duration.ofMinutes(10)).slots()).isEqualTo(100);
    assertThat(Window.of(Duration.ofMillis(30)).slots()).isEqualTo(30);
    assertThat(Window.ofEvents(100_000)).isEqualTo(new Window(Window.Unit.EVENTS, 100_000, 100));
    assertThat(Window.ofEvents(1).slots()).isEqualTo(1);
  }

  @Test void whatIsAliveAtMostIsOneSlotMoreThanTheWindow() {
    assertThat(Window.of(Duration.ofMinutes(1)).mostAlive(1_000)).isEqualTo(1_010);
    assertThat(new Window(Window.Unit.MILLIS, 10, 1).mostAlive(5)).isEqualTo(10);
  }

  @Test void anImpossibleWindowIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Window(Window.Unit.MILLIS, 0, 1))
        .withMessageContaining("span=0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Window(Window.Unit.MILLIS, 10, 11))
        .withMessage("slots must be 1 to 10, no shorter than a millisecond or an event: slots=11");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Window(Window.Unit.EVENTS, 100_000, 10_001))
        .withMessageContaining("slots=10001");
  }
}
