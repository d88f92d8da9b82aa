package io.bloomtree.filter;

import io.bloomtree.filter.BloomShape.Layout;
import io.bloomtree.filter.GrowingShape.Trigger;
import io.bloomtree.filter.ImportanceShape.Variant;
import io.bloomtree.filter.ReservoirShape.Reset;
import io.bloomtree.filter.SlicePlan.Scheme;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;

/**
 * How a filter is built and cut, as bytes.
 *
 * <pre>
 *   offset  bytes
 *        0      4  magic "BTSP"
 *        4      1  version, 1
 *        5      1  scheme: 1 whole, 2 horizontal, 3 vertical
 *        6      2  slices
 *        8         the shape of the filter before it is cut
 *               4  CRC32C of all bytes before
 *
 *   of a shape: 1 byte that says which, then
 *     1 bloom         layout 1 (1 plain, 2 cache line), probes 1, bits 8, expected 8, fpp 8
 *     2 sliding       a bloom, a window, equal timers 4
 *     3 growing       a bloom or sliding, trigger 1 (1 density, 2 cardinality), most parts 4,
 *                     most bytes 8
 *     4 stable        bits of a cell 1, probes 1, cells 8, decrements 8
 *     5 reservoir     reset 1 (1 random, 2 set ones), filters 1, bits of each 8, threshold 8
 *     6 importance    variant 1 (1 two classes, 2 multi-class, 3 hybrid), bits of a cell 1,
 *                     probes 1, cells 8, decrements 8
 *     7 buffer        capacity 4
 *     8 timed buffer  a buffer, a window
 *     9 fp-buffer     a buffer, fpp 8
 *
 *   of a window: unit 1 (1 milliseconds, 2 events), span 8, slots 4
 * </pre>
 *
 * All numbers are little-endian, rates are IEEE 754. The shape of a slice is not told: it follows.
 */
final class PlanFormat {
  private static final int MAGIC = 0x50535442;
  private static final byte VERSION = 1;
  private static final int SHAPE = 8;
  private static final int CHECKSUM = 4;
  /** More than any plan takes. */
  private static final int MOST = 128;

  private static final byte BLOOM = 1;
  private static final byte SLIDING = 2;
  private static final byte GROWING = 3;
  private static final byte STABLE = 4;
  private static final byte RESERVOIR = 5;
  private static final byte IMPORTANCE = 6;
  private static final byte BUFFER = 7;
  private static final byte TIMED_BUFFER = 8;
  private static final byte FP_BUFFER = 9;

  private PlanFormat() {}

  static byte[] write(SlicePlan plan) {
    ByteBuffer out = WordBlocks.littleEndian(MOST)
        .putInt(MAGIC)
        .put(VERSION)
        .put(code(plan.scheme()))
        .putShort((short) plan.count());
    putShape(plan.shape(), out);
    out.putInt(WordBlocks.checksum(out.array(), out.position()));
    return Arrays.copyOf(out.array(), out.position());
  }

  private static void putShape(FilterShape shape, ByteBuffer out) {
    if (shape instanceof BloomShape bloom) {
      out.put(BLOOM).put(code(bloom.layout())).put((byte) bloom.probes())
          .putLong(bloom.bits()).putLong(bloom.expected()).putDouble(bloom.fpp());
    } else if (shape instanceof SlidingShape sliding) {
      putShape(sliding.cells(), out.put(SLIDING));
      putWindow(sliding.window(), out).putInt(sliding.equalTimers());
    } else if (shape instanceof GrowingShape growing) {
      putShape(growing.first(), out.put(GROWING));
      out.put(code(growing.trigger())).putInt(growing.mostFilters()).putLong(growing.mostBytes());
    } else if (shape instanceof StableShape stable) {
      out.put(STABLE).put((byte) stable.cellBits()).put((byte) stable.probes())
          .putLong(stable.cells()).putLong(stable.decrements());
    } else if (shape instanceof ReservoirShape reservoir) {
      out.put(RESERVOIR).put(code(reservoir.reset())).put((byte) reservoir.filters())
          .putLong(reservoir.bits()).putDouble(reservoir.threshold());
    } else if (shape instanceof ImportanceShape importance) {
      out.put(IMPORTANCE).put(code(importance.variant())).put((byte) importance.cellBits())
          .put((byte) importance.probes()).putLong(importance.cells())
          .putLong(importance.decrements());
    } else if (shape instanceof BufferShape buffer) {
      out.put(BUFFER).putInt(buffer.capacity());
    } else if (shape instanceof TimedBufferShape timed) {
      putShape(timed.buffer(), out.put(TIMED_BUFFER));
      putWindow(timed.window(), out);
    } else if (shape instanceof FpBufferShape claiming) {
      putShape(claiming.buffer(), out.put(FP_BUFFER));
      out.putDouble(claiming.fpp());
    } else {
      throw new AssertionError("a shape without a format: " + shape);
    }
  }

  private static ByteBuffer putWindow(Window window, ByteBuffer out) {
    return out.put(code(window.unit())).putLong(window.span()).putInt(window.slots());
  }

  /**
   * The plan of exactly these bytes.
   *
   * @throws MalformedSnapshotException if they are not one
   */
  static SlicePlan read(byte[] bytes) {
    if (bytes.length < SHAPE + 1 + CHECKSUM || bytes.length > MOST) {
      throw new MalformedSnapshotException("no plan has " + bytes.length + " bytes", bytes.length);
    }
    ByteBuffer in = WordBlocks.checkedHeader(bytes, MAGIC, "plan", VERSION);
    in.position(5).limit(bytes.length - CHECKSUM);
    try {
      Scheme scheme = choice(Scheme.class, in);
      int count = Short.toUnsignedInt(in.getShort());
      FilterShape shape = shape(in);
      if (in.hasRemaining()) {
        throw new MalformedSnapshotException("bytes after the plan", in.position());
      }
      return plan(scheme, shape, count);
    } catch (BufferUnderflowException e) {
      throw new MalformedSnapshotException("plan is cut short", in.position());
    } catch (IllegalArgumentException e) {
      throw new MalformedSnapshotException("an impossible plan, " + e.getMessage(), in.position());
    }
  }

  private static SlicePlan plan(Scheme scheme, FilterShape shape, int count) {
    return switch (scheme) {
      case WHOLE -> {
        if (count != 1) {
          throw new IllegalArgumentException("an uncut filter has one slice: count=" + count);
        }
        yield SlicePlan.whole(shape);
      }
      case HORIZONTAL -> SlicePlan.horizontal(shape, count);
      case VERTICAL -> SlicePlan.vertical(shape, count);
    };
  }

  private static FilterShape shape(ByteBuffer in) {
    int at = in.position();
    byte kind = in.get();
    return switch (kind) {
      case BLOOM -> bloom(in);
      case SLIDING ->
          new SlidingShape(nested(BLOOM, BloomShape.class, in), window(in), in.getInt());
      case GROWING -> growing(in);
      case STABLE -> stable(in);
      case RESERVOIR ->
          reservoir(choice(Reset.class, in), in.get(), in.getLong(), in.getDouble());
      case IMPORTANCE -> importance(choice(Variant.class, in), in);
      case BUFFER -> new BufferShape(in.getInt());
      case TIMED_BUFFER ->
          new TimedBufferShape(nested(BUFFER, BufferShape.class, in), window(in));
      case FP_BUFFER -> new FpBufferShape(nested(BUFFER, BufferShape.class, in), in.getDouble());
      default -> throw new MalformedSnapshotException("unknown kind of shape: " + kind, at);
    };
  }

  private static BloomShape bloom(ByteBuffer in) {
    Layout layout = choice(Layout.class, in);
    int probes = in.get();
    return new BloomShape(layout, in.getLong(), probes, in.getLong(), in.getDouble());
  }

  private static GrowingShape growing(ByteBuffer in) {
    byte first = peek(in);
    return new GrowingShape(
        first == SLIDING
            ? nested(SLIDING, SlidingShape.class, in)
            : nested(BLOOM, BloomShape.class, in),
        choice(Trigger.class, in), in.getInt(), in.getLong());
  }

  private static StableShape stable(ByteBuffer in) {
    int cellBits = in.get();
    int probes = in.get();
    return new StableShape(in.getLong(), cellBits, probes, in.getLong());
  }

  private static ReservoirShape reservoir(Reset reset, int filters, long bits, double threshold) {
    return new ReservoirShape(filters, bits, threshold, reset);
  }

  private static ImportanceShape importance(Variant variant, ByteBuffer in) {
    int cellBits = in.get();
    int probes = in.get();
    return new ImportanceShape(in.getLong(), cellBits, probes, in.getLong(), variant);
  }

  /** A shape within another one, of the only kind that may be there: shapes nest no deeper. */
  private static <T extends FilterShape> T nested(byte kind, Class<T> type, ByteBuffer in) {
    byte found = peek(in);
    if (found != kind) {
      throw new MalformedSnapshotException(
          "kind of shape must be " + kind + ", is " + found, in.position());
    }
    return type.cast(shape(in));
  }

  /** The next byte, which may be missing as any other. */
  private static byte peek(ByteBuffer in) {
    byte next = in.get();
    in.position(in.position() - 1);
    return next;
  }

  private static Window window(ByteBuffer in) {
    return new Window(choice(Window.Unit.class, in), in.getLong(), in.getInt());
  }

  /** Alternatives are numbered from 1, in the order in which they are declared. */
  private static byte code(Enum<?> choice) {
    return (byte) (choice.ordinal() + 1);
  }

  private static <T extends Enum<T>> T choice(Class<T> type, ByteBuffer in) {
    T[] choices = type.getEnumConstants();
    int at = in.position();
    byte code = in.get();
    if (code < 1 || code > choices.length) {
      throw new MalformedSnapshotException(type.getSimpleName().toLowerCase(Locale.ROOT)
          + " must be 1 to " + choices.length + ", is " + code, at);
    }
    return choices[code - 1];
  }
}
