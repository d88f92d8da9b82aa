package io.bloomtree.cli;

/** What became of an event that its producer was told to deliver, as a verdict log has it. */
enum Settlement {
  /** It was delivered. */
  CONFIRMED("confirmed"),
  /** It was given back: the next copy is to be delivered. */
  RELEASED("released"),
  /** There is nothing to settle, or nobody has done so yet; nobody ever will if they died. */
  OPEN("-");

  private final String word;

  Settlement(String word) {
    this.word = word;
  }

  String word() {
    return word;
  }
}
