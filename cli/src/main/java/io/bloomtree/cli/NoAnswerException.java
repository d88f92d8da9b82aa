package io.bloomtree.cli;

/** The tree cannot say what it was asked; the message says why, and what to do. */
final class NoAnswerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NoAnswerException(String message) {
    super(message);
  }
}
