package io.bloomtree.state;

import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.MalformedSnapshotException;
import io.bloomtree.filter.SlicePlan;
import io.bloomtree.tree.Former;
import io.bloomtree.wire.Endpoint;
import java.util.Arrays;

/**
 * A filter that a slice has: its own, one that it keeps beside it, or a copy that is being made.
 * Immutable; nobody changes the array.
 *
 * @param number of the filter; none is given twice
 * @param of whose filter it is or was
 * @param since the epoch in which that one first had this plan
 * @param epoch the last epoch in which it had
 * @param plan in bytes
 */
record FilterGroup(int number, Use use, Endpoint of, int since, int epoch, byte[] plan) {

  /**
   * What it is there for. NEW is its own, but was perhaps never made in whole: whatever is there of
   * it says nothing. The order is in files and never changes.
   */
  enum Use { OWN, FORMER, DRAFT, NEW }

  FilterGroup {
    requireNonNull(use, "use");
    requireNonNull(of, "of");
  }

  void write(HeaderWriter out) {
    out.number(number);
    out.number(use.ordinal());
    out.endpoint(of);
    out.number(since);
    out.number(epoch);
    out.bytes(plan);
  }

  static FilterGroup read(HeaderReader in) {
    int number = in.small();
    int use = in.small();
    if (use >= Use.values().length) {
      throw new IllegalArgumentException("unknown use of a filter: " + use);
    }
    var group = new FilterGroup(
        number, Use.values()[use], in.endpoint(), in.small(), in.small(), in.bytes());
    if (group.of.slice() >= group.decodePlan().count()) {
      throw new IllegalArgumentException(
          "filter " + number + " is of a slice that its plan has not: " + group.of);
    }
    return group;
  }

  FilterGroup as(Use other) {
    return new FilterGroup(number, other, of, since, epoch, plan);
  }

  FilterGroup upTo(int laterEpoch) {
    return new FilterGroup(number, use, of, since, laterEpoch, plan);
  }

  boolean hasPlan(SlicePlan other) {
    return Arrays.equals(plan, other.toBytes());
  }

  /** Whether it is the filter that somebody means, who may know it from another epoch. */
  boolean is(Former former) {
    return of.equals(former.of()) && since <= former.epoch() && former.epoch() <= epoch
        && hasPlan(former.plan());
  }

  /** How machines know it. */
  Former toFormer() {
    return new Former(of, epoch, decodePlan());
  }

  SlicePlan decodePlan() {
    try {
      return SlicePlan.fromBytes(plan);
    } catch (MalformedSnapshotException e) {
      throw new IllegalArgumentException("plan of filter " + number + ": " + e.getMessage(), e);
    }
  }
}
