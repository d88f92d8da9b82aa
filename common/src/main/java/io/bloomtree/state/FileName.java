package io.bloomtree.state;

import io.bloomtree.wire.Endpoint;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * Names of directories and files made from names of trees, nodes and areas, which may be any text.
 */
final class FileName {
  /*
   * Letters, digits, '_' and '-' stay; so does a dot that is not the first character. Any other
   * byte of the UTF-8 becomes %XX. What would be longer than file systems allow is cut, with a
   * checksum of the whole in its place: the full name is in the header of each file.
   */
  private static final int LONGEST = 200;

  private FileName() {}

  static String of(String text) {
    var name = new StringBuilder();
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    for (byte b : bytes) {
      char c = (char) (b & 0xFF);
      boolean stays = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
          || c == '_' || c == '-' || c == '.' && name.length() > 0;
      if (stays) {
        name.append(c);
      } else {
        name.append(String.format("%%%02X", (int) c));
      }
    }
    if (name.length() <= LONGEST) {
      return name.toString();
    }
    var crc = new CRC32C();
    crc.update(bytes);
    return name.substring(0, LONGEST) + String.format("~%08x", crc.getValue());
  }

  /** The directory of a slice, within that of its tree. */
  static String of(Endpoint slice) {
    return of(slice.node().value()) + "." + slice.slice();
  }
}
