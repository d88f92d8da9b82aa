package io.bloomtree.wire;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What one slice sends another at one time: some frames, and who sends them. Immutable.
 *
 * @param identity digest of tree name, hash name and seed ({@link TreeIdentity#digest()}): another
 *     tree's packets are refused
 * @param epoch number of the topology the sender runs; adjacent ones may talk
 * @param from the sending slice
 * @param incarnation the sender's incarnation
 * @param born the incarnation in which the sender's state was created; later than it once was
 *     means that the sender has lost its state
 * @param lost whether the sender knows that it has lost an earlier state, and has not got it back:
 *     what it does not know proves nothing
 */
public record Packet(
    int identity, int epoch, Endpoint from, long incarnation, long born, boolean lost,
    List<Frame> frames) {
  /*
   *   0         1       2       6          10            18     26      28
   *   +---------+-------+-------+----------+-------------+------+-------+------+--------
   *   | version | flags | epoch | identity | incarnation | born | slice | node | frames
   *   | 1       | 1     | 4     | 4        | 8           | 8    | 2     | id   |
   *   +---------+-------+-------+----------+-------------+------+-------+------+--------
   *
   * and each frame, one or more, back to back until the packet ends:
   *
   *   0      1        5
   *   +------+--------+---------------+
   *   | kind | length | body          |
   *   | 1    | 4      | length bytes  |
   *   +------+--------+---------------+
   *
   * Numbers are little-endian. A packet has one encoding: the shortest varints, the shortest
   * columns, no unused bytes. So what decodes at all encodes to the same bytes again, golden
   * packets pin the writer as well as the reader, and nothing hides in a packet.
   */

  /** The version of the format, and the first byte of every packet. */
  public static final int VERSION = 1;

  /** The longest packet that is accepted, unless the topology says otherwise. */
  public static final int DEFAULT_MAX_BYTES = 1 << 20;

  /** The lowest limit a topology may set: any frame fits once its batch is cut small enough. */
  public static final int LOWEST_MAX_BYTES = 8 << 10;

  private static final int LOST = 1;
  private static final int SENDER_OFFSET = 26;
  private static final int USUAL_BYTES = 512;
  private static final int USUAL_BYTES_PER_ENTRY = 12;

  public Packet {
    requireNonNull(from, "from");
    Checks.notNegative(epoch, "epoch");
    Checks.notNegative(born, "born");
    if (incarnation < born) {
      throw new IllegalArgumentException(
          "incarnation must be >= born: incarnation=" + incarnation + ", born=" + born);
    }
    frames = List.copyOf(frames);
    if (frames.isEmpty()) {
      throw new IllegalArgumentException("packet has no frames: from=" + from);
    }
  }

  /** A packet of a sender that has lost nothing. */
  public Packet(
      int identity, int epoch, Endpoint from, long incarnation, long born, List<Frame> frames) {
    this(identity, epoch, from, incarnation, born, false, frames);
  }

  /** This packet's bytes, however many. */
  public byte[] encode() {
    var out = new WireWriter(usualBytes());
    out.writeByte(VERSION);
    out.writeByte(lost ? LOST : 0);
    out.writeInt(epoch);
    out.writeInt(identity);
    out.writeLong(incarnation);
    out.writeLong(born);
    out.writeShort(from.slice());
    out.writeNodeId(from.node());
    for (Frame frame : frames) {
      writeFrame(out, frame);
    }
    return out.toByteArray();
  }

  /** More than most packets take, so that they are written in one go. */
  private int usualBytes() {
    int bytes = USUAL_BYTES;
    for (Frame frame : frames) {
      bytes += frame instanceof BatchFrame batch ? batch.size() * USUAL_BYTES_PER_ENTRY : 0;
    }
    return bytes;
  }

  private static void writeFrame(WireWriter out, Frame frame) {
    FrameKind kind = FrameKind.of(frame);
    out.writeByte(kind.code());
    int lengthOffset = out.size();
    out.writeInt(0);
    int bodyOffset = out.size();
    kind.writeBody(frame, out);
    out.overwriteInt(lengthOffset, out.size() - bodyOffset);
  }

  /**
   * This packet's bytes as one packet or, if it would be longer than {@code maxBytes}, as several
   * that together say the same, in order.
   */
  public List<byte[]> encodeWithin(int maxBytes) {
    if (maxBytes < LOWEST_MAX_BYTES) {
      throw new IllegalArgumentException(
          "maxBytes must be at least " + LOWEST_MAX_BYTES + ": " + maxBytes);
    }
    var packets = new ArrayList<byte[]>();
    encodeWithin(maxBytes, packets);
    return packets;
  }

  private void encodeWithin(int maxBytes, List<byte[]> packets) {
    byte[] bytes = encode();
    if (bytes.length <= maxBytes) {
      packets.add(bytes);
    } else if (frames.size() > 1) {
      int middle = frames.size() / 2;
      withFrames(frames.subList(0, middle)).encodeWithin(maxBytes, packets);
      withFrames(frames.subList(middle, frames.size())).encodeWithin(maxBytes, packets);
    } else {
      // A batch, of two entries or more: anything less is within the lowest limit.
      BatchFrame batch = (BatchFrame) frames.get(0);
      int middle = batch.size() / 2;
      withFrames(List.of(batch.part(0, middle))).encodeWithin(maxBytes, packets);
      withFrames(List.of(batch.part(middle, batch.size()))).encodeWithin(maxBytes, packets);
    }
  }

  private Packet withFrames(List<Frame> some) {
    return new Packet(identity, epoch, from, incarnation, born, lost, some);
  }

  /**
   * The packet that these bytes are.
   *
   * @param maxBytes more than that is refused unread
   * @throws MalformedPacketException if they are no packet of this version
   */
  public static Packet decode(byte[] bytes, int maxBytes) {
    if (bytes.length > maxBytes) {
      throw new MalformedPacketException(
          maxBytes, "packet must have at most " + maxBytes + " bytes: length=" + bytes.length);
    }
    var in = new WireReader(bytes);
    requireVersion(in.readByte("version"));
    try {
      return read(in);
    } catch (IllegalArgumentException e) {
      throw new MalformedPacketException(in.position(), e.getMessage(), e);
    }
  }

  /** Who a packet says it is from; empty if these bytes are no packet of this version. */
  public static Optional<Endpoint> sender(byte[] bytes) {
    if (bytes.length <= SENDER_OFFSET || bytes[0] != VERSION) {
      return Optional.empty();
    }
    try {
      var in = new WireReader(bytes).next(bytes.length);
      in.next(SENDER_OFFSET);
      int slice = in.readShort("slice");
      return Optional.of(new Endpoint(in.readNodeId("sender"), slice));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static void requireVersion(int version) {
    if (version != VERSION) {
      throw new MalformedPacketException(
          RefusalCode.WIRE_VERSION, 0, "wire version must be " + VERSION + ": " + version);
    }
  }

  private static Packet read(WireReader in) {
    int flagsOffset = in.position();
    int flags = in.readByte("flags");
    if ((flags & ~LOST) != 0) {
      throw new MalformedPacketException(flagsOffset, "flags must be 0 or 1: " + flags);
    }
    int epoch = in.readInt("epoch");
    int identity = in.readInt("identity");
    long incarnation = in.readLong("incarnation");
    long born = in.readLong("born");
    int slice = in.readShort("slice");
    var from = new Endpoint(in.readNodeId("sender"), slice);
    var frames = new ArrayList<Frame>();
    while (in.remaining() > 0) {
      frames.add(readFrame(in));
    }
    return new Packet(identity, epoch, from, incarnation, born, flags == LOST, frames);
  }

  private static Frame readFrame(WireReader in) {
    FrameKind kind = FrameKind.ofCode(in.readByte("frame kind"));
    WireReader body = in.next(in.readInt("frame length"));
    try {
      Frame frame = kind.readBody(body);
      if (body.remaining() > 0) {
        throw new MalformedPacketException(
            body.position(), kind + " frame must end here: left=" + body.remaining());
      }
      return frame;
    } catch (IllegalArgumentException e) {
      throw new MalformedPacketException(body.position(), kind + " frame: " + e.getMessage(), e);
    }
  }
}
