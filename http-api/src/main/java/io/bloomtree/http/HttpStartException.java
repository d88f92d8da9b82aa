package io.bloomtree.http;

/** A server could not start: its address is taken, or its certificate cannot be used. */
public final class HttpStartException extends RuntimeException {
  private static final long serialVersionUID = 1;

  HttpStartException(String message, Throwable cause) {
    super(message, cause);
  }
}
