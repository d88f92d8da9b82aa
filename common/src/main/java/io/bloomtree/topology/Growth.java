package io.bloomtree.topology;

/** When a filter that is full gets another one beside it. */
public enum Growth {
  /** Never: past the design load its rate of false positives rises. */
  NONE,
  /** When too many bits are set. */
  DENSITY,
  /** When it holds the expected number of events. */
  CARDINALITY
}
