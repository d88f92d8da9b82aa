package io.bloomtree.state;

import static java.util.Objects.requireNonNull;

/**
 * One file of a slice, as the catalog knows it. Immutable.
 *
 * @param number of the file; none is given twice
 * @param group the filter it belongs to, or {@link #NO_GROUP}
 * @param name what it holds
 * @param words how many words of that
 */
record FileEntry(int number, int group, String name, long words) {
  /** Of what belongs to the slice itself: its undo journal and its records. */
  static final int NO_GROUP = 0;

  FileEntry {
    requireNonNull(name, "name");
    if (number < 1 || group < 0 || words < 1 || words > 1L << 40) {
      throw new IllegalArgumentException("impossible file: number=" + number + ", group=" + group
          + ", words=" + words);
    }
  }

  void write(HeaderWriter out) {
    out.number(number);
    out.number(group);
    out.text(name);
    out.number(words);
  }

  static FileEntry read(HeaderReader in) {
    return new FileEntry(in.small(), in.small(), in.text(), in.number());
  }

  String fileName() {
    return number + "-" + FileName.of(name);
  }
}
