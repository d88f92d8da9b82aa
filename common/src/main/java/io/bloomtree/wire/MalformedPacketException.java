package io.bloomtree.wire;

import static java.util.Objects.requireNonNull;

/**
 * Bytes that are no packet of this version: nothing in them may be used. The receiver counts them,
 * may answer with a {@link RefusalFrame} of this {@link #code()}, and keeps consuming.
 */
public final class MalformedPacketException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final RefusalCode code;
  private final int offset;

  MalformedPacketException(RefusalCode code, int offset, String problem) {
    super(problem + ", at byte " + offset);
    this.code = requireNonNull(code, "code");
    this.offset = offset;
  }

  MalformedPacketException(int offset, String problem) {
    this(RefusalCode.MALFORMED, offset, problem);
  }

  /** Bytes that parse, as a value that its type refuses. */
  MalformedPacketException(int offset, String problem, IllegalArgumentException cause) {
    this(offset, problem);
    initCause(cause);
  }

  /** What to tell the sender: {@code WIRE_VERSION} if it speaks another version of this format. */
  public RefusalCode code() {
    return code;
  }

  /** The index of the first byte that makes no sense. */
  public int offset() {
    return offset;
  }
}
