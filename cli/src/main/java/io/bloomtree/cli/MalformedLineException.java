package io.bloomtree.cli;

/** A line that has no key, and why. Without a stack trace: a stream may be full of such lines. */
final class MalformedLineException extends Exception {
  private static final long serialVersionUID = 1L;

  MalformedLineException(String reason) {
    super(reason, null, false, false);
  }
}
