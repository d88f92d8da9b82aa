package io.bloomtree.state;

import io.bloomtree.state.StateException.Reason;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.NodeId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/** Reads what {@link HeaderWriter} wrote. Owned by whoever makes it. */
final class HeaderReader {
  private final ByteBuffer in;

  private HeaderReader(byte[] bytes) {
    this.in = ByteBuffer.wrap(bytes);
  }

  /**
   * What the content of a header means.
   *
   * @throws StateException if it means nothing, though its checksum is right
   */
  static <T> T read(byte[] bytes, String file, Function<HeaderReader, T> meaning) {
    try {
      var reader = new HeaderReader(bytes);
      T read = meaning.apply(reader);
      if (reader.in.hasRemaining()) {
        throw new IllegalArgumentException(reader.in.remaining() + " bytes too many");
      }
      return read;
    } catch (IllegalArgumentException e) {
      throw new StateException(
          Reason.DAMAGED, file, "its header makes no sense: " + e.getMessage(), e);
    }
  }

  long number() {
    require(Long.BYTES);
    return in.getLong();
  }

  int small() {
    long value = number();
    if (value < 0 || value > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("number must be in 0..2147483647: " + value);
    }
    return (int) value;
  }

  boolean flag() {
    return small() != 0;
  }

  byte[] bytes() {
    int length = small();
    require(length);
    byte[] value = new byte[length];
    in.get(value);
    return value;
  }

  String text() {
    return new String(bytes(), StandardCharsets.UTF_8);
  }

  Endpoint endpoint() {
    return new Endpoint(new NodeId(text()), small());
  }

  /** How many things of at least so many bytes follow. */
  int count(int leastBytes) {
    int count = small();
    if (count > in.remaining() / leastBytes) {
      throw new IllegalArgumentException("there are not so many: " + count);
    }
    return count;
  }

  private void require(int length) {
    if (length > in.remaining()) {
      throw new IllegalArgumentException(length + " bytes expected, " + in.remaining() + " left");
    }
  }
}
