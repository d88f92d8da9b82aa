package io.bloomtree.state;

import static java.util.Objects.requireNonNull;

/**
 * State on disk that cannot be used, or cannot be made. The message names the file, what is wrong
 * with it and what would be right.
 */
public final class StateException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** What kind of trouble it is. */
  public enum Reason {
    /** Another process, or this one, already works with it. */
    IN_USE,
    /** It is not what was written there. */
    DAMAGED,
    /** It belongs to another tree, node or version of the program. */
    FOREIGN,
    /** The topology's epoch does not fit it. */
    EPOCH,
    /** The disk is full, or a limit is reached. */
    NO_ROOM,
    /** The operating system refused. */
    REFUSED
  }

  private final Reason reason;
  private final String file;

  public StateException(Reason reason, String file, String what) {
    this(reason, file, what, null);
  }

  public StateException(Reason reason, String file, String what, Throwable cause) {
    super(file + ": " + what, cause);
    this.reason = requireNonNull(reason, "reason");
    this.file = file;
  }

  public Reason reason() {
    return reason;
  }

  /** The file or directory that it is about. */
  public String file() {
    return file;
  }
}
