package io.bloomtree.http;

/** What the holder of a token is there for. */
public enum Role {
  /** Offers, claims, confirms and releases events. */
  PRODUCER,
  /** Sees how the tree is, but no keys. */
  VIEWER,
  /** May do everything. */
  OPERATOR
}
