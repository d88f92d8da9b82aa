package io.bloomtree.cluster;

/** A process could not join its tree, and why. */
public final class ClusterJoinException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ClusterJoinException(String message) {
    super(message);
  }

  ClusterJoinException(String message, Throwable cause) {
    super(message, cause);
  }
}
