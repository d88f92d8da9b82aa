package io.bloomtree.hash;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.checkFromIndexSize;
import static java.util.Objects.requireNonNull;

import com.dynatrace.hash4j.hashing.Hasher64;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/**
 * Turns keys into 64-bit fingerprints with a named, seeded hash. Two of the same name and seed
 * agree on every fingerprint, on every machine. Immutable; safe to share between threads.
 */
public final class KeyHash {
  /*
   * A key is one sequence of bytes, or a list of fields. Fields are framed before they are hashed:
   *
   *   +-------+----------+---------+----------+---------+----
   *   | count | length 1 | field 1 | length 2 | field 2 | ...
   *   +-------+----------+---------+----------+---------+----
   *
   * (count and lengths: 32 bits, little-endian), so ("ab","c"), ("a","bc") and ("abc") are three
   * keys. They are hashed with a seed of their own, so that no plain key, whatever its bytes, is
   * the frame of a structured one. A string is its UTF-8 bytes, alone or as a field.
   *
   * Keys of 16 bytes, which most ids are, are read as two longs: the library's hashes are the same
   * for both and two longs spare it the choice of a path by length, a third of its time
   * (TestAndSetBenchmark).
   *
   * A field may be empty (an optional column is), a key may not: without fields, or with nothing
   * but empty ones, it identifies no event, and all such events would be duplicates of each other.
   */

  /** The largest key that is accepted unless told otherwise. */
  public static final int DEFAULT_MAX_KEY_BYTES = 64 * 1024;

  private static final int TWO_LONGS = 2 * Long.BYTES;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long FIELDS = 0x6669656C64732031L;

  private final HashFunction function;
  private final long seed;
  private final int maxKeyBytes;
  private final Hasher64 plain;
  private final Hasher64 structured;

  private KeyHash(HashFunction function, long seed, int maxKeyBytes) {
    if (maxKeyBytes < 1) {
      throw new IllegalArgumentException(
          "maxKeyBytes must be positive: maxKeyBytes=" + maxKeyBytes);
    }
    this.function = function;
    this.seed = seed;
    this.maxKeyBytes = maxKeyBytes;
    this.plain = function.seeded(seed);
    this.structured = function.seeded(seed ^ FIELDS);
  }

  /**
   * The hash of that name with that seed, for keys of up to {@link #DEFAULT_MAX_KEY_BYTES}.
   *
   * @throws IllegalArgumentException if no hash has that name; the message lists those there are
   */
  public static KeyHash of(String name, long seed) {
    return of(name, seed, DEFAULT_MAX_KEY_BYTES);
  }

  /** The hash of that name with that seed, for keys of up to {@code maxKeyBytes}. */
  public static KeyHash of(String name, long seed, int maxKeyBytes) {
    return new KeyHash(HashFunction.named(requireNonNull(name, "name")), seed, maxKeyBytes);
  }

  /**
   * The names that {@link #of} knows; the first is the one to take if there is no reason for
   * another.
   */
  public static List<String> names() {
    return Arrays.stream(HashFunction.values()).map(HashFunction::published).toList();
  }

  public String name() {
    return function.published();
  }

  public long seed() {
    return seed;
  }

  public int maxKeyBytes() {
    return maxKeyBytes;
  }

  /**
   * The fingerprint of a key.
   *
   * @throws IllegalArgumentException if the key is empty or larger than {@link #maxKeyBytes}
   */
  public long fingerprint(byte[] key) {
    return fingerprint(key, 0, key.length);
  }

  /** The fingerprint of the key that is {@code length} bytes of an array. */
  public long fingerprint(byte[] bytes, int offset, int length) {
    checkFromIndexSize(offset, length, bytes.length);
    if (length == TWO_LONGS && length <= maxKeyBytes) {
      return plain.hashLongLongToLong(
          (long) LONGS.get(bytes, offset), (long) LONGS.get(bytes, offset + Long.BYTES));
    }
    checkLength(length);
    return plain.hashBytesToLong(bytes, offset, length);
  }

  /**
   * The fingerprint of a string's UTF-8 bytes.
   *
   * @throws IllegalArgumentException as for bytes, or if the string has no UTF-8 form
   */
  public long fingerprint(String key) {
    return fingerprint(utf8(key));
  }

  /**
   * The fingerprint of a key of several fields, in this order.
   *
   * @throws IllegalArgumentException if all fields together are empty or larger than the limit
   */
  public long fingerprintOfFields(String... fields) {
    byte[][] encoded = new byte[fields.length][];
    for (int i = 0; i < fields.length; i++) {
      encoded[i] = utf8(requireNonNull(fields[i], "field"));
    }
    return fingerprintOfFields(encoded);
  }

  /** The fingerprint of a key of several fields, in this order. */
  public long fingerprintOfFields(byte[]... fields) {
    long length = 0;
    for (byte[] field : fields) {
      length += requireNonNull(field, "field").length;
    }
    checkLength(length);
    long framed = Integer.BYTES * (1L + fields.length) + length;
    if (framed > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException("key has too many fields: fields=" + fields.length);
    }
    ByteBuffer frame = ByteBuffer.allocate((int) framed).order(ByteOrder.LITTLE_ENDIAN);
    frame.putInt(fields.length);
    for (byte[] field : fields) {
      frame.putInt(field.length).put(field);
    }
    return structured.hashBytesToLong(frame.array(), 0, frame.position());
  }

  private void checkLength(long length) {
    if (length == 0) {
      throw new IllegalArgumentException("key must not be empty: length=0");
    }
    if (length > maxKeyBytes) {
      throw new IllegalArgumentException(
          "key must be <= " + maxKeyBytes + " bytes: length=" + length);
    }
  }

  /** Encoding replaces half a surrogate pair by a question mark: two keys would become one. */
  private byte[] utf8(String text) {
    if (text.length() > maxKeyBytes) {
      throw new IllegalArgumentException(
          "key must be <= " + maxKeyBytes + " bytes: length>=" + text.length());
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        if (!Character.isHighSurrogate(c)
            || i + 1 == text.length()
            || !Character.isLowSurrogate(text.charAt(i + 1))) {
          throw new IllegalArgumentException("key has half a surrogate pair: index=" + i);
        }
        i++;
      }
    }
    return text.getBytes(UTF_8);
  }

  @Override public boolean equals(Object other) {
    return other instanceof KeyHash that
        && function == that.function
        && seed == that.seed
        && maxKeyBytes == that.maxKeyBytes;
  }

  @Override public int hashCode() {
    return 31 * (31 * function.published().hashCode() + Long.hashCode(seed)) + maxKeyBytes;
  }

  @Override public String toString() {
    return "KeyHash[name=" + name() + ", seed=" + seed + ", maxKeyBytes=" + maxKeyBytes + "]";
  }
}
