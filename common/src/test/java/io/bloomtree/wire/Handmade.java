package io.bloomtree.wire;

/** Packets spelled byte by byte, so that they may be wrong. */
final class Handmade {
  private static final int CAPACITY = 64;

  private Handmade() {}

  /** A good header, from node {@code eu}. */
  static WireWriter header() {
    var out = new WireWriter(CAPACITY);
    out.writeByte(Packet.VERSION);
    out.writeByte(0);
    out.writeInt(6);
    out.writeInt(0xcafebabe);
    out.writeLong(9);
    out.writeLong(9);
    out.writeShort(0);
    out.writeNodeId(new NodeId("eu"));
    return out;
  }

  /** One frame with a good header and any body. */
  static byte[] packet(FrameKind kind, byte... body) {
    WireWriter out = header();
    out.writeByte(kind.code());
    out.writeInt(body.length);
    out.writeBytes(body);
    return out.toByteArray();
  }
}
