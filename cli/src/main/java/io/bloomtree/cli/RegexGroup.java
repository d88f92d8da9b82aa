package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The first group of a regular expression's first match is the key; without groups, the match is.
 * Owned by one thread.
 */
final class RegexGroup implements KeySelector {
  /*
   * Some expressions take time exponential in the length of some lines, and some a stack frame for
   * each character. Neither may stop a stream for the rest of its days: an expression gets so many
   * looks at characters for each line, plenty for one that works, and what overflows the stack is
   * caught.
   */
  private static final long LOOKS_AT_LEAST = 10_000_000;
  private static final long LOOKS_A_CHARACTER = 100;

  private final StrictUtf8 utf8 = new StrictUtf8();
  private final Matcher matcher;
  private final int group;

  private RegexGroup(Matcher matcher) {
    this.matcher = requireNonNull(matcher, "matcher");
    this.group = Math.min(1, matcher.groupCount());
  }

  /**
   * The selector with that expression.
   *
   * @throws java.util.regex.PatternSyntaxException if it is none
   */
  static RegexGroup of(String expression) {
    return new RegexGroup(Pattern.compile(expression).matcher(""));
  }

  @Override public byte[] key(byte[] bytes, int from, int to) throws MalformedLineException {
    String line = utf8.decode(bytes, from, to);
    matcher.reset(new Watched(line));
    try {
      if (!matcher.find()) {
        throw new MalformedLineException("the regular expression does not match");
      }
    } catch (TooManyLooksException | StackOverflowError e) {
      throw new MalformedLineException("the regular expression takes too long for this line");
    }
    if (matcher.start(group) < 0) {
      throw new MalformedLineException("the regular expression matches without its group");
    }
    return utf8.encode(line.substring(matcher.start(group), matcher.end(group)));
  }

  /** A line that may be looked at so often. */
  private static final class Watched implements CharSequence {
    private final String text;
    private long looksLeft;

    Watched(String text) {
      this.text = text;
      this.looksLeft = LOOKS_AT_LEAST + LOOKS_A_CHARACTER * text.length();
    }

    @Override public char charAt(int index) {
      if (--looksLeft < 0) {
        throw new TooManyLooksException();
      }
      return text.charAt(index);
    }

    @Override public int length() {
      return text.length();
    }

    @Override public CharSequence subSequence(int start, int end) {
      return text.subSequence(start, end);
    }

    @Override public String toString() {
      return text;
    }
  }

  /** Ends a match from within. */
  private static final class TooManyLooksException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooManyLooksException() {
      super(null, null, false, false);
    }
  }
}
