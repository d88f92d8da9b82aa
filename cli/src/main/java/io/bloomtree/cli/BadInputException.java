package io.bloomtree.cli;

/** What a command was given to read cannot be read, or is not what it was said to be. */
final class BadInputException extends Exception {
  private static final long serialVersionUID = 1;

  BadInputException(String message) {
    super(message);
  }

  BadInputException(String message, Throwable cause) {
    super(message, cause);
  }
}
