package io.bloomtree.tree;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bloomtree.sketch.TopKeys;
import io.bloomtree.wire.SketchFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The texts of hot events, as far as they are known: of twice as many as there are candidates at
 * most, none longer than {@link SketchFrame#MOST_TEXT_BYTES}. Owned by the machine's event loop.
 */
final class KeptTexts {
  /*
   * Candidates come and go, and nobody says who went. So texts stay until there are twice as many
   * as candidates; then those of no candidate go, all at once.
   */
  private static final String MARK = "…";
  private static final int MARK_BYTES = MARK.getBytes(UTF_8).length;
  private static final int CONTINUES = 0x80;
  private static final int LEADING_BITS = 0xC0;

  private final TopKeys top;
  private final int limit;
  private final LongTable<Text> texts = LongTable.byFingerprint();

  /** A text, and whether the parent has it. */
  static final class Text {
    final String value;
    boolean isTold;

    private Text(String value) {
      this.value = value;
    }
  }

  KeptTexts(TopKeys top, int capacity) {
    this.top = top;
    this.limit = 2 * capacity;
  }

  boolean contains(long fingerprint) {
    return texts.containsKey(fingerprint);
  }

  Optional<String> get(long fingerprint) {
    return find(fingerprint).map(text -> text.value);
  }

  Optional<Text> find(long fingerprint) {
    return Optional.ofNullable(texts.get(fingerprint));
  }

  /** Keeps the text of a candidate, or its beginning. */
  void put(long fingerprint, String key) {
    if (texts.size() >= limit) {
      List<Long> left = new ArrayList<>();
      texts.forEach((candidate, text) -> {
        if (!top.contains(candidate)) {
          left.add(candidate);
        }
      });
      left.forEach(texts::remove);
    }
    texts.put(fingerprint, new Text(cut(key)));
  }

  /** The parent has started over, and has none. */
  void untell() {
    texts.forEach((fingerprint, text) -> text.isTold = false);
  }

  /** The parent drops what it knew of those that are no candidates any more. */
  void untellOthers() {
    texts.forEach((fingerprint, text) -> text.isTold &= top.contains(fingerprint));
  }

  int size() {
    return texts.size();
  }

  /** What is not longer than allowed; a text that is cut ends with a mark. */
  static String cut(String key) {
    int most = SketchFrame.MOST_TEXT_BYTES;
    // not all of a long one; and half a surrogate pair becomes a question mark
    byte[] utf8 = key.substring(0, Math.min(key.length(), most + 1)).getBytes(UTF_8);
    if (utf8.length <= most) {
      return new String(utf8, UTF_8);
    }
    int end = most - MARK_BYTES;
    while ((utf8[end] & LEADING_BITS) == CONTINUES) {
      end--;
    }
    return new String(utf8, 0, end, UTF_8) + MARK;
  }
}
