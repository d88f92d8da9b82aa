package io.bloomtree.http;

import static java.util.Objects.requireNonNull;

/** How many requests of a kind may be under way at once. One event loop's. */
final class Limit {
  private final String what;
  private final int most;
  private int open;

  /** {@code what}: they are, of which there are too many. */
  Limit(String what, int most) {
    this.what = requireNonNull(what, "what");
    this.most = most;
  }

  /** Counts one more until it is over; refuses it if there are as many as there may be. */
  void admit(Call call) {
    if (open >= most) {
      throw new ProblemException(ProblemType.OVERLOADED, most + " " + what + " are open")
          .withHeader("Retry-After", "1");
    }
    open++;
    call.over().onComplete(over -> open--);
  }
}
