package io.bloomtree.wire;

import java.util.zip.CRC32C;

/** What two nodes must agree on before a fingerprint means the same to both. Immutable. */
public record TreeIdentity(String tree, String hashName, long hashSeed) {
  /*
   * Digest: CRC-32C over
   *
   *   +--------+-------+--------+-----------+-----------+
   *   | length | tree  | length | hash name | hash seed |
   *   | 1      | UTF-8 | 1      | UTF-8     | 8         |
   *   +--------+-------+--------+-----------+-----------+
   *
   * It is there against mistakes, not against forgery: two trees that share a digest by chance
   * (one pair in 4 billion) are still told apart by the names in their hellos.
   */

  /** The longest tree or hash name, in UTF-8 bytes: one length byte on the wire. */
  public static final int MAX_NAME_BYTES = 255;

  private static final int INITIAL_CAPACITY = 64;

  public TreeIdentity {
    requireNames(tree, hashName);
  }

  static void requireNames(String tree, String hashName) {
    Utf8.requireName(tree, "tree", MAX_NAME_BYTES);
    Utf8.requireName(hashName, "hashName", MAX_NAME_BYTES);
  }

  /** What every packet of this tree carries, so that another tree's packet is refused at once. */
  public int digest() {
    var framed = new WireWriter(INITIAL_CAPACITY);
    framed.writeShortText(Utf8.encode(tree, "tree", MAX_NAME_BYTES));
    framed.writeShortText(Utf8.encode(hashName, "hashName", MAX_NAME_BYTES));
    framed.writeLong(hashSeed);
    var crc = new CRC32C();
    crc.update(framed.toByteArray());
    return (int) crc.getValue();
  }
}
