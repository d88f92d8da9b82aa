package io.bloomtree.tree;

/** What becomes of an event whose node cannot reach its parent. */
public enum ParentPolicy {
  /** The offer fails, and may be repeated. */
  FAIL,
  /** The event is delivered: DISTINCT, degraded. Its confirm is kept and sent later. */
  DELIVER,
  /** The event is dropped: DUPLICATE, degraded. */
  DROP
}
