package io.bloomtree.cli;

import io.bloomtree.cli.TopScreen.Line;
import io.bloomtree.cli.TopScreen.Style;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jline.terminal.Attributes;
import org.jline.terminal.Attributes.ControlChar;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.Curses;
import org.jline.utils.InfoCmp.Capability;

/**
 * The terminal while {@code top} has it: on a screen of its own, key by key, and put back as it was
 * when it is closed, or the process ends. Lines are shown by one thread; closing is thread-safe.
 */
final class TerminalScreen implements AutoCloseable {
  /*
   * Each screen is written over the last in one go, line by line, so nothing flickers and nothing
   * is left of what was there. Sequences are those of every terminal that moves a cursor (ECMA-48);
   * what differs between terminals, the second screen and the cursor, JLine looks up.
   *
   * When the process is told to end, JLine closes the terminal, and sets its attributes back, in a
   * shutdown hook that runs beside ours, before or after it. So what leaves the second screen is
   * looked up in advance, and all that is written goes past JLine.
   */

  private static final String HOME = "\u001b[H";
  private static final String CLEAR_LINE = "\u001b[K";
  private static final String CLEAR_BELOW = "\u001b[J";
  private static final String RESET = "\u001b[0m";
  private static final int USUAL_WIDTH = 80;
  private static final int USUAL_HEIGHT = 24;

  private final Terminal terminal;
  private final String leaving;
  private final boolean hasColors;
  private final Thread atExit = new Thread(this::leave, "bloomtree-terminal");
  private final AtomicBoolean isResized = new AtomicBoolean();
  private final AtomicBoolean isInterrupted = new AtomicBoolean();
  /** Guarded by this. */
  private boolean isLeft;

  private TerminalScreen(Terminal terminal, boolean hasColors) {
    this.terminal = terminal;
    this.hasColors = hasColors;
    this.leaving = sequence(Capability.cursor_normal) + sequence(Capability.exit_ca_mode);
  }

  private String sequence(Capability capability) {
    String found = terminal.getStringCapability(capability);
    return found == null ? "" : Curses.tputs(found);
  }

  /**
   * Takes the terminal of this process.
   *
   * @throws IOException if there is none, or it can only print
   */
  static TerminalScreen open(boolean hasColors) throws IOException {
    Terminal terminal;
    try {
      terminal = TerminalBuilder.builder()
          .system(true).dumb(false).provider("exec").nativeSignals(true)
          .signalHandler(Terminal.SignalHandler.SIG_IGN)
          .graphemeCluster(false) // asking the terminal whether it can would swallow keys
          .build();
    } catch (IllegalStateException e) {
      throw new IOException(e.getMessage(), e);
    }
    if (terminal.getStringCapability(Capability.cursor_address) == null) {
      String type = terminal.getType();
      terminal.close();
      throw new IOException("a terminal of type " + type + " cannot move its cursor");
    }
    var screen = new TerminalScreen(terminal, hasColors);
    screen.take();
    return screen;
  }

  private void take() {
    Runtime.getRuntime().addShutdownHook(atExit);
    terminal.enterRawMode();
    terminal.handle(Signal.WINCH, signal -> isResized.set(true));
    terminal.handle(Signal.INT, signal -> isInterrupted.set(true));
    // stopped, the process would leave the terminal as it is now
    Attributes raw = terminal.getAttributes();
    raw.setControlChar(ControlChar.VSUSP, 0);
    terminal.setAttributes(raw);
    write(sequence(Capability.enter_ca_mode) + sequence(Capability.cursor_invisible));
  }

  /** In characters; terminals without a window do not know. */
  int width() {
    int width = terminal.getColumns();
    return width > 0 ? width : USUAL_WIDTH;
  }

  /** In lines; terminals without a window do not know. */
  int height() {
    int height = terminal.getRows();
    return height > 0 ? height : USUAL_HEIGHT;
  }

  /** Whether its size has changed since this was asked. */
  boolean wasResized() {
    return isResized.getAndSet(false);
  }

  /** Whether somebody pressed Ctrl-C. */
  boolean isInterrupted() {
    return isInterrupted.get();
  }

  TopKey read(long millis) throws IOException {
    return TopKey.read(terminal.reader()::read, millis);
  }

  void show(List<Line> lines) {
    var screen = new StringBuilder(HOME);
    for (int i = 0; i < lines.size(); i++) {
      boolean isLast = i == lines.size() - 1;
      String style = style(lines.get(i).style());
      // cleared first: where a line is full, clearing after it would take its last character
      screen.append(isLast ? CLEAR_BELOW : CLEAR_LINE)
          .append(style).append(lines.get(i).text()).append(style.isEmpty() ? "" : RESET)
          .append(isLast ? "" : "\r\n");
    }
    write(screen.toString());
  }

  private String style(Style style) {
    return switch (style) {
      case PLAIN -> "";
      case BOLD -> "\u001b[1m";
      case TITLE -> "\u001b[7m";
      case GOOD -> hasColors ? "\u001b[32m" : "";
      case WARNING -> hasColors ? "\u001b[33m" : "\u001b[1m";
      case BAD -> hasColors ? "\u001b[1;31m" : "\u001b[1m";
    };
  }

  private synchronized void write(String text) {
    if (!isLeft) {
      System.out.print(text);
      System.out.flush();
    }
  }

  private synchronized void leave() {
    write(leaving);
    isLeft = true;
  }

  @Override public void close() throws IOException {
    leave();
    terminal.close();
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      return; // it is running, or has run: the process ends
    }
  }
}
