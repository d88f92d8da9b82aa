package io.bloomtree.filter;

/** There is no room for what a filter must keep, or it cannot be kept. */
public final class StorageException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public StorageException(String message) {
    super(message);
  }

  public StorageException(String message, Throwable cause) {
    super(message, cause);
  }
}
