package io.bloomtree.cli;

import java.util.Locale;

/** The columns of a verdict log, in the order in which it is written. */
enum VerdictColumn {
  TIME, EDGE, OFFER, VERDICT, BY, LEVEL, DEGRADATION, SETTLED, KEY;

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
