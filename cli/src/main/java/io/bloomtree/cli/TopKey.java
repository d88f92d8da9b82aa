package io.bloomtree.cli;

import java.io.IOException;

/**
 * A key that was pressed. Immutable.
 *
 * @param letter which, if it is a {@link Kind#LETTER}
 */
record TopKey(Kind kind, char letter) {
  private static final int ESCAPE = 27;
  /** What one key sends arrives together; what a person presses does not. */
  private static final long TOGETHER_MILLIS = 50;

  /** What keys there are. */
  enum Kind { NONE, END_OF_INPUT, LETTER, UP, DOWN, PAGE_UP, PAGE_DOWN, HOME, END, OTHER }

  /** Where characters come from. */
  @FunctionalInterface
  interface Characters {
    /** The next; -2 if none comes in time, -1 if none will ever come. */
    int read(long millis) throws IOException;
  }

  /** The next key; {@link Kind#NONE} if none is pressed in time. */
  static TopKey read(Characters characters, long millis) throws IOException {
    int first = characters.read(millis);
    if (first == -1) {
      return new TopKey(Kind.END_OF_INPUT, ' ');
    }
    if (first < 0) {
      return new TopKey(Kind.NONE, ' ');
    }
    return first == ESCAPE ? new TopKey(sequence(characters), ' ')
        : new TopKey(Kind.LETTER, (char) first);
  }

  /** What terminals send for keys without a letter: {@code ESC [ A}, {@code ESC O A}. */
  private static Kind sequence(Characters characters) throws IOException {
    int introducer = characters.read(TOGETHER_MILLIS);
    if (introducer != '[' && introducer != 'O') {
      return Kind.OTHER;
    }
    var parameters = new StringBuilder();
    int last = characters.read(TOGETHER_MILLIS);
    while (last >= ' ' && last < '@') { // parameters and intermediates; the final is above
      parameters.append((char) last);
      last = characters.read(TOGETHER_MILLIS);
    }
    return switch (last) {
      case 'A' -> Kind.UP;
      case 'B' -> Kind.DOWN;
      case 'H' -> Kind.HOME;
      case 'F' -> Kind.END;
      case '~' -> switch (parameters.toString()) {
        case "1", "7" -> Kind.HOME;
        case "4", "8" -> Kind.END;
        case "5" -> Kind.PAGE_UP;
        case "6" -> Kind.PAGE_DOWN;
        default -> Kind.OTHER;
      };
      default -> Kind.OTHER;
    };
  }
}
