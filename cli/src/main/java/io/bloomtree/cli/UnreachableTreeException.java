package io.bloomtree.cli;

/** Nobody tells how a tree is. */
final class UnreachableTreeException extends RuntimeException {
  private static final long serialVersionUID = 1;

  UnreachableTreeException(String message) {
    super(message);
  }

  UnreachableTreeException(String message, Throwable cause) {
    super(message, cause);
  }
}
