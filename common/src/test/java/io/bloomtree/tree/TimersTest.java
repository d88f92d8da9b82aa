package io.bloomtree.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimersTest {
  private final Timers timers = new Timers();
  private final List<String> fired = new ArrayList<>();

  private Timer timer(String name) {
    return timer(name, () -> {});
  }

  private Timer timer(String name, Runnable then) {
    return new Timer() {
      @Override void fire(long now) {
        fired.add(name + "@" + now);
        then.run();
      }
    };
  }

  @Test
  void timersFireInTheOrderInWhichTheyAreDue() {
    timers.arm(timer("late"), 30);
    timers.arm(timer("early"), 10);
    timers.arm(timer("middle"), 20);

    timers.fireDue(20);

    assertThat(fired).containsExactly("early@20", "middle@20");
    assertThat(timers.next()).isEqualTo(30);
  }

  @Test
  void timersDueTogetherFireInTheOrderInWhichTheyWereArmed() {
    timers.arm(timer("a"), 10);
    timers.arm(timer("elsewhere"), 11);
    timers.arm(timer("b"), 10);

    timers.fireDue(10);

    assertThat(fired).containsExactly("a@10", "b@10");
  }

  @Test
  void aTimerFiresOnce() {
    Timer timer = timer("once");
    timers.arm(timer, 10);
    timers.fireDue(10);

    timers.fireDue(20);

    assertThat(fired).containsExactly("once@10");
    assertThat(timer.isArmed()).isFalse();
    assertThat(timers.next()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void armingAnewMovesATimer() {
    Timer timer = timer("moved");
    timers.arm(timer, 10);

    timers.arm(timer, 20);

    assertThat(timers.next()).isEqualTo(20);
    assertThat(timer.due()).isEqualTo(20);
    timers.fireDue(19);
    assertThat(fired).isEmpty();
  }

  @Test
  void aCancelledTimerDoesNotFire() {
    Timer timer = timer("cancelled");
    timers.arm(timer, 10);
    timers.arm(timer("kept"), 10);

    timers.cancel(timer);
    timers.cancel(timer);
    timers.fireDue(10);

    assertThat(fired).containsExactly("kept@10");
  }

  @Test
  void aTimerMayCancelOneThatIsDueTogetherWithIt() {
    Timer victim = timer("victim");
    timers.arm(timer("first", () -> timers.cancel(victim)), 10);
    timers.arm(victim, 10);

    timers.fireDue(10);

    assertThat(fired).containsExactly("first@10");
  }

  @Test
  void aTimerArmedForThisInstantFiresInTheSameStep() {
    timers.arm(timer("first", () -> timers.arm(timer("second"), 10)), 10);

    timers.fireDue(10);

    assertThat(fired).containsExactly("first@10", "second@10");
  }

  @Test
  void aTimerArmedForThePastFiresInTheSameStep() {
    timers.arm(timer("first", () -> timers.arm(timer("overdue"), 3)), 10);

    timers.fireDue(10);

    assertThat(fired).containsExactly("first@10", "overdue@10");
  }

  @Test
  void nothingIsNextWhenAllAreCancelled() {
    Timer timer = timer("cancelled");
    timers.arm(timer, 10);
    timers.cancel(timer);

    assertThat(timers.next()).isEqualTo(Long.MAX_VALUE);
    timers.arm(timer, 10);
    assertThat(timers.next()).isEqualTo(10);
  }
}
