package io.bloomtree.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.Writer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProgressBarTest {
  private final ProgressBar bar =
      new ProgressBar(new PrintWriter(Writer.nullWriter()), "schedules", 100_000);

  @Test
  void lineShowsShareRateAndTimeLeft() {
    assertThat(bar.line(50_000, Duration.ofSeconds(100))).isEqualTo(
        "[###############...............] 50,000/100,000 schedules  500/s  ETA 1:40");
  }

  @Test
  void nothingDoneYetHasNoTimeLeft() {
    assertThat(bar.line(0, Duration.ZERO))
        .isEqualTo("[..............................] 0/100,000 schedules  0/s  ETA ?");
  }

  @Test
  void hoursAreShown() {
    assertThat(bar.line(5, Duration.ofSeconds(5))).endsWith("ETA 27:46:35");
    assertThat(bar.line(5, Duration.ofSeconds(4))).as("too early to tell").endsWith("ETA ?");
  }

  @Test
  void withoutATotalThereIsNoShare() {
    var counter = new ProgressBar(new PrintWriter(Writer.nullWriter()), "events");

    assertThat(counter.line(50_000, Duration.ofSeconds(100))).isEqualTo("50,000 events  500/s");
  }
}
