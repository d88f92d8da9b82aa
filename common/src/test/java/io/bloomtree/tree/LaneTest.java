package io.bloomtree.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Batches of at most 4 events, gathered for 3 ms, with 2 frames in flight. */
class LaneTest {
  private static final long PATIENCE = 100;
  private static final long MOST_PATIENCE = 4 * PATIENCE;
  private static final Settings.Batching BATCHING =
      new Settings.Batching(4, Duration.ofMillis(3), 2);

  private final Timers timers = new Timers();
  private final List<List<Cargo>> sent = new ArrayList<>();
  private boolean away;
  private final Lane<Cargo> lane =
      new Lane<>(
          BATCHING, PATIENCE, MOST_PATIENCE, () -> away, timers,
          (events, now) -> sent.add(List.copyOf(events)));
  private long now;

  private static final class Parcel extends Cargo {
    @Override void fire(long now) {}
  }

  private List<Cargo> submit(int parcels) {
    List<Cargo> submitted = new ArrayList<>();
    for (int i = 0; i < parcels; i++) {
      Cargo parcel = new Parcel();
      submitted.add(parcel);
      lane.submit(parcel, now);
    }
    endStep();
    return submitted;
  }

  private void advance(long millis) {
    now += millis;
    timers.fireDue(now);
    endStep();
  }

  /** As a machine ends each of its steps. */
  private void endStep() {
    if (lane.isDue()) {
      lane.pump(now);
    }
  }

  @Test
  void theEventThatFillsAFrameSendsItAtOnce() {
    submit(3);
    assertThat(sent).isEmpty();

    submit(1);

    assertThat(sent).hasSize(1);
    assertThat(sent.get(0)).hasSize(4);
  }

  @Test
  void fewerEventsGoWhenTheFirstHasLingered() {
    submit(1);
    advance(2);
    submit(2);
    assertThat(sent).isEmpty();

    advance(1);

    assertThat(sent).hasSize(1);
    assertThat(sent.get(0)).hasSize(3);
  }

  @Test
  void aFrameNeverHasMoreThanItsEvents() { // P5
    submit(7);

    assertThat(sent).extracting(List::size).containsExactly(4, 3);
  }

  @Test
  void eventsGoInTheOrderInWhichTheyCame() {
    List<Cargo> submitted = submit(8);

    assertThat(sent.stream().flatMap(List::stream)).containsExactlyElementsOf(submitted);
  }

  @Test
  void whatExceedsTheFramesInFlightWaits() { // P5
    submit(12);

    assertThat(sent).hasSize(2);
    advance(50);
    assertThat(sent).hasSize(2);
  }

  @Test
  void aFrameThatIsWhollyAnsweredMakesRoom() {
    List<Cargo> submitted = submit(12);

    submitted.subList(0, 3).forEach(Cargo::leave);
    endStep();
    assertThat(sent).as("one of four is not answered").hasSize(2);
    submitted.get(3).leave();
    endStep();

    assertThat(sent).hasSize(3);
  }

  @Test
  void aFrameThatIsNeverAnsweredMakesRoomWhenPatienceEnds() {
    submit(12);

    advance(PATIENCE);

    assertThat(sent).hasSize(3);
  }

  @Test
  void anAnswerAfterPatienceHasEndedMakesNoRoomASecondTime() {
    List<Cargo> submitted = submit(20);
    advance(PATIENCE);
    assertThat(sent).hasSize(4);

    submitted.subList(0, 8).forEach(Cargo::leave);
    endStep();

    assertThat(sent).hasSize(4);
  }

  @Test
  void anEventSubmittedTwiceGoesOnce() {
    Cargo parcel = new Parcel();
    lane.submit(parcel, now);
    lane.submit(parcel, now);

    advance(3);

    assertThat(sent).containsExactly(List.of(parcel));
  }

  @Test
  void anEventSettledWhileItWaitsDoesNotGo() {
    Cargo parcel = submit(1).get(0);

    parcel.leave();
    advance(3);

    assertThat(sent).isEmpty();
  }

  @Test
  void anEventSettledAndSubmittedAgainGoesOnce() {
    Cargo parcel = submit(1).get(0);
    parcel.leave();

    lane.submit(parcel, now);
    advance(3);

    assertThat(sent).containsExactly(List.of(parcel));
  }

  @Test
  void anEventLeavesItsLaneForAnother() {
    List<List<Cargo>> elsewhere = new ArrayList<>();
    Lane<Cargo> other =
        new Lane<>(
            BATCHING, PATIENCE, MOST_PATIENCE, () -> false, timers,
            (events, at) -> elsewhere.add(List.copyOf(events)));
    Cargo parcel = submit(1).get(0);

    other.submit(parcel, now);
    advance(3);
    other.pump(now);

    assertThat(sent).isEmpty();
    assertThat(elsewhere).containsExactly(List.of(parcel));
  }

  @Test
  void anEventInFlightIsNotQueuedAgain() { // P5
    List<Cargo> submitted = submit(4);

    submitted.forEach(parcel -> lane.submit(parcel, now));
    advance(PATIENCE - 1);

    assertThat(sent).hasSize(1);
    assertThat(submitted).allMatch(Cargo::isInFlight);
  }

  @Test
  void norInAnotherLane() {
    List<List<Cargo>> elsewhere = new ArrayList<>();
    Lane<Cargo> other =
        new Lane<>(
            BATCHING, PATIENCE, MOST_PATIENCE, () -> false, timers,
            (events, at) -> elsewhere.add(List.copyOf(events)));
    List<Cargo> submitted = submit(4);

    submitted.forEach(parcel -> other.submit(parcel, now));
    other.pump(now);

    assertThat(elsewhere).isEmpty();
  }

  @Test
  void anEventWhoseFrameIsGivenUpMayGoAgain() {
    List<Cargo> submitted = submit(4);
    advance(PATIENCE);
    assertThat(submitted).noneMatch(Cargo::isInFlight);

    submitted.forEach(parcel -> lane.submit(parcel, now));
    endStep();

    assertThat(sent).containsExactly(submitted, submitted);
  }

  @Test
  void anAnsweredEventMayGoAgainThoughTheRestOfItsFrameIsInFlight() {
    List<Cargo> submitted = submit(4);
    submitted.get(0).leave();

    submitted.forEach(parcel -> lane.submit(parcel, now));
    advance(3);

    assertThat(sent).containsExactly(submitted, submitted.subList(0, 1));
  }

  @Test
  void repeatingWhatIsInFlightDoesNotGetAroundTheLimit() { // P5
    List<Cargo> submitted = submit(12);

    for (int i = 0; i < 10; i++) {
      submitted.forEach(parcel -> lane.submit(parcel, now));
      advance(5);
    }

    assertThat(sent).hasSize(2);
    submitted.forEach(Cargo::leave);
    advance(3);
    assertThat(sent).as("nothing was left to send").hasSize(2);
  }

  @Test
  void aParentThatIsSlowIsWaitedForLonger() {
    List<Cargo> first = submit(4);
    advance(PATIENCE); // given up
    first.forEach(parcel -> lane.submit(parcel, now));
    endStep();
    assertThat(sent).hasSize(2);

    advance(PATIENCE);
    first.forEach(parcel -> lane.submit(parcel, now));
    endStep();
    assertThat(sent).as("in flight for twice as long").hasSize(2);

    advance(PATIENCE);
    first.forEach(parcel -> lane.submit(parcel, now));
    endStep();
    assertThat(sent).hasSize(3);
  }

  @Test
  void patienceHasALimit() {
    List<Cargo> parcels = submit(4);
    for (int i = 0; i < 10; i++) {
      advance(MOST_PATIENCE);
      parcels.forEach(parcel -> lane.submit(parcel, now));
      endStep();
    }

    assertThat(sent).hasSize(11);
  }

  @Test
  void aParentThatIsQuickAgainIsTrustedAgain() {
    submit(4);
    advance(PATIENCE); // given up: the next are given longer
    for (int i = 0; i < 50; i++) {
      submit(4).forEach(Cargo::leave);
    }
    List<Cargo> last = submit(4);
    int before = sent.size();

    advance(PATIENCE);
    last.forEach(parcel -> lane.submit(parcel, now));
    endStep();

    assertThat(sent).hasSize(before + 1);
  }

  @Test
  void whatIsInFlightToASliceThatIsAwayMayGoElsewhere() {
    List<List<Cargo>> elsewhere = new ArrayList<>();
    Lane<Cargo> other = new Lane<>(
        BATCHING, PATIENCE, MOST_PATIENCE, () -> false, timers,
        (events, at) -> elsewhere.add(List.copyOf(events)));
    List<Cargo> parcels = submit(4);
    away = true;

    parcels.forEach(parcel -> other.submit(parcel, now));
    other.pump(now);

    assertThat(elsewhere).containsExactly(parcels);
  }
}
