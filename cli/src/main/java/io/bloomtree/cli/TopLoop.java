package io.bloomtree.cli;

import io.bloomtree.bus.TreeView;
import io.bloomtree.cli.TopKey.Kind;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Looks at a tree and at the keys until somebody has seen enough. Owned by one thread. */
final class TopLoop {
  /** How soon what was seen, a resized window or a signal shows. */
  private static final long KEY_MILLIS = 50;
  /** How long a line of the log is shown. */
  private static final int LOOKS_WITH_NOTICE = 5;

  private final TreeSource source;
  private final TerminalScreen terminal;
  private final Supplier<String> logged;
  private final LongSupplier nanoTime;
  private final long period;
  private final TopScreen screen;
  private Optional<TreeRows> shown = Optional.empty();
  private String trouble = "";
  private String notice = "";
  private int looksWithNotice;

  /** {@code logged}: takes the last line of the log, empty if there is no new one. */
  TopLoop(
      TreeSource source, TerminalScreen terminal, Duration every, Supplier<String> logged,
      LongSupplier nanoTime) {
    this.source = source;
    this.terminal = terminal;
    this.logged = logged;
    this.nanoTime = nanoTime;
    this.period = every.toNanos();
    this.screen = new TopScreen(every);
  }

  /** Returns when it was told to. */
  void run() throws IOException {
    long asked = nanoTime.getAsLong();
    CompletableFuture<TreeView> look = source.view();
    boolean isPending = true;
    while (!terminal.isInterrupted()) {
      boolean isChanged = terminal.wasResized();
      if (isPending && look.isDone()) {
        isPending = false;
        take(look);
        isChanged = true;
      }
      long now = nanoTime.getAsLong();
      if (!isPending && !screen.isPaused() && now - asked >= period) {
        asked = now;
        look = source.view();
        isPending = true;
      }
      TopKey key = terminal.read(KEY_MILLIS);
      if (isEnd(key)) {
        return;
      }
      isChanged |= key.kind() != Kind.NONE && screen.press(key, terminal.height());
      if (isChanged) {
        show();
      }
    }
  }

  private static boolean isEnd(TopKey key) {
    return key.kind() == Kind.END_OF_INPUT
        || key.kind() == Kind.LETTER && (key.letter() == 'q' || key.letter() == 'Q');
  }

  private void take(CompletableFuture<TreeView> look) {
    String line = logged.get();
    if (!line.isEmpty() || looksWithNotice == 0) {
      notice = line;
      looksWithNotice = LOOKS_WITH_NOTICE;
    }
    looksWithNotice--;
    try {
      shown = Optional.of(TreeRows.of(look.join(), shown.map(TreeRows::view)));
      trouble = "";
    } catch (CompletionException e) {
      trouble = String.valueOf(
          (e.getCause() instanceof UnreachableTreeException ? e.getCause() : e).getMessage());
    }
  }

  /** Until the tree was seen once there is nothing to show but why not. */
  private void show() {
    String said = trouble.isEmpty() ? notice : trouble;
    if (shown.isPresent()) {
      terminal.show(screen.lines(shown.get(), said, terminal.width(), terminal.height()));
    } else {
      terminal.show(TopScreen.nothing(said, terminal.width()));
    }
  }
}
