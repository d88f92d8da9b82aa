package io.bloomtree.bus;

import java.util.List;

/**
 * How many pairs of delivered events have similar keys: within what was offered to a node or below,
 * or of one here and one there. Immutable.
 *
 * @param other the other node; null: pairs within one
 * @param sample which share of the events was looked at; all numbers are of all events
 * @param records how many events were delivered, about; at {@code node}
 * @param otherRecords the same at the other node; null if there is none
 * @param fields how many fields the record of a key has
 * @param pairs by how many fields are alike at least, the most first
 * @param since the wall clock's milliseconds when the first of those began that were counted here
 */
public record SimilarPairs(
    String node, String other, double sample, double records, Double otherRecords, int fields,
    List<AtLeast> pairs, long since) {
  public SimilarPairs {
    pairs = List.copyOf(pairs);
  }

  /**
   * Pairs of which so many fields or more are alike.
   *
   * @param similarity the share of fields, on average that of the shingles that both keys have
   * @param pairs an estimate, which may be off, and below zero where there are hardly any
   */
  public record AtLeast(int alike, double similarity, double pairs) {}
}
