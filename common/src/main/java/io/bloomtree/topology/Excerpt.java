package io.bloomtree.topology;

/** A user's text as a message shows it: short, on one line, printable. */
final class Excerpt {
  private static final int LONGEST = 60;

  private Excerpt() {}

  static String quoted(String text) {
    var shown = new StringBuilder("'");
    text.codePoints().limit(LONGEST).forEach(c -> {
      if (isPrintable(c)) {
        shown.appendCodePoint(c);
      } else {
        shown.append(String.format("\\u%04X", c));
      }
    });
    return shown.append(text.codePointCount(0, text.length()) > LONGEST ? "…'" : "'").toString();
  }

  /** Whether a terminal shows it, rather than obeying it. */
  private static boolean isPrintable(int c) {
    int type = Character.getType(c);
    return type != Character.CONTROL && type != Character.FORMAT && type != Character.SURROGATE
        && type != Character.UNASSIGNED && type != Character.LINE_SEPARATOR
        && type != Character.PARAGRAPH_SEPARATOR && type != Character.PRIVATE_USE;
  }
}
