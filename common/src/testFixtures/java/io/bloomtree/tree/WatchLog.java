package io.bloomtree.tree;

import io.bloomtree.filter.StorageException;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.NodeId;
import io.bloomtree.wire.RefusalCode;
import java.util.ArrayList;
import java.util.List;

/** Writes down what a machine tells its watch. */
final class WatchLog implements Watch {
  private final List<String> lines = new ArrayList<>();

  /** What was told since the test last looked. */
  List<String> take() {
    List<String> taken = List.copyOf(lines);
    lines.clear();
    return taken;
  }

  @Override public void met(Endpoint peer, Relation relation) {
    lines.add("met " + relation + " " + peer);
  }

  @Override public void away(Endpoint peer, Relation relation) {
    lines.add("away " + relation + " " + peer);
  }

  @Override public void back(Endpoint peer, Relation relation, long awayMillis) {
    lines.add("back " + relation + " " + peer + " after " + awayMillis);
  }

  @Override public void refused(Endpoint peer, RefusalCode code, String reason) {
    lines.add("refused " + peer + " " + code + ": " + reason);
  }

  @Override public void refusedBy(Endpoint peer, RefusalCode code, String reason) {
    lines.add("refused by " + peer + " " + code + ": " + reason);
  }

  @Override public void degraded(Degradation cause) {
    lines.add("degraded " + cause);
  }

  @Override public void recovered(long degradedAnswers, long millis) {
    lines.add("recovered from " + degradedAnswers + " after " + millis);
  }

  @Override public void stopped(StorageException cause) {
    lines.add("stopped: " + cause.getMessage());
  }

  @Override public void stateLost() {
    lines.add("state lost");
  }

  @Override public void heardOfLoss(NodeId agent) {
    lines.add("loss of " + agent);
  }

  @Override public void rebuilding(long done, long total, Endpoint from) {
    lines.add("rebuilding from " + from + ": " + done + " of " + total);
  }

  @Override public void notRebuilt(Endpoint child, String why) {
    lines.add("not rebuilt from " + child + ": " + why);
  }

  @Override public void rebuilt() {
    lines.add("rebuilt");
  }

  @Override public void healed() {
    lines.add("healed");
  }

  @Override public void settling(int epoch) {
    lines.add("settling in " + epoch);
  }

  @Override public void unsettled(Endpoint slice, String why) {
    lines.add("waits for " + slice + ": " + why);
  }

  @Override public void settled(int epoch) {
    lines.add("settled in " + epoch);
  }

  @Override public void outlived(Former former) {
    lines.add("outlived " + former.of());
  }
}
