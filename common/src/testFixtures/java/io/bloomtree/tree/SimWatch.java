package io.bloomtree.tree;

import io.bloomtree.filter.StorageException;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.Endpoint;
import java.util.HashSet;
import java.util.Set;

/** Hears what a simulated machine tells, and tells the model where that makes no sense. */
final class SimWatch implements Watch {
  private final ExactModel model;
  private final SimNode self;
  private final Set<Endpoint> met = new HashSet<>();
  private final Set<Endpoint> away = new HashSet<>();
  private boolean degraded;
  private boolean isLost;
  private boolean stateLost;
  private boolean isGrowthRefused;

  SimWatch(ExactModel model, SimNode self) {
    this.model = model;
    this.self = self;
  }

  Set<Endpoint> away() {
    return away;
  }

  @Override public void met(Endpoint peer, Relation relation) {
    check(met.add(peer), "met twice: " + peer);
    check(!away.contains(peer), "met and away: " + peer);
  }

  @Override public void away(Endpoint peer, Relation relation) {
    check(away.add(peer), "away twice: " + peer);
    met.add(peer); // whoever was away is back, not met
  }

  @Override public void back(Endpoint peer, Relation relation, long awayMillis) {
    check(away.remove(peer), "back and never away: " + peer);
    check(awayMillis >= 0, "back before it was away: " + peer);
  }

  @Override public void degraded(Degradation cause) {
    check(!degraded, "degraded twice");
    check(cause != Degradation.NONE, "degraded for no cause");
    degraded = true;
    stateLost |= cause == Degradation.STATE_LOST;
  }

  @Override public void recovered(long degradedAnswers, long millis) {
    check(degraded, "recovered and never degraded");
    check(away.isEmpty(), "recovered while away: " + away);
    check(!isLost || !stateLost, "recovered and still without its state");
    check(degradedAnswers > 0 && millis >= 0, "recovered from nothing");
    degraded = false;
  }

  @Override public void stateLost() {
    check(self.store().birth() == Birth.LOST, "lost state and has it");
    model.count("noticed that state was lost");
    isLost = true;
    self.isRebuilt = false;
  }

  @Override public void rebuilt() {
    check(isLost, "rebuilt and never lost anything");
    model.count("rebuilt");
    self.isRebuilt = true;
  }

  @Override public void notRebuilt(Endpoint child, String why) {
    check(isLost, "not rebuilt and never lost anything");
    model.count("not rebuilt: " + why.replaceAll("[:=].*", ""));
  }

  @Override public void healed() {
    check(isLost, "healed and never lost anything");
    isLost = false;
    stateLost = false;
    self.healed();
  }

  @Override public void settled(int epoch) {
    check(epoch == self.identity.epoch(), "settled in another epoch: " + epoch);
    model.count("settled");
  }

  @Override public void growthRefused(int subFilters, long memoryBytes) {
    check(!isGrowthRefused, "growth refused twice");
    check(subFilters > 0 && memoryBytes > 0, "growth refused of nothing");
    model.count("growth refused");
    isGrowthRefused = true;
  }

  @Override public void growsAgain() {
    check(isGrowthRefused, "grows again and always could");
    isGrowthRefused = false;
  }

  @Override public void stopped(StorageException cause) {
    self.disk.ifPresentOrElse(
        SimState::failed, () -> check(false, "its store failed: " + cause.getMessage()));
  }

  private void check(boolean condition, String otherwise) {
    if (!condition) {
      model.violation("P6: " + self.endpoint + " tells its watch nonsense: " + otherwise);
    }
  }
}
