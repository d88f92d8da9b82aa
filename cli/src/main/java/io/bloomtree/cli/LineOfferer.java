package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * Reads lines, finds their keys and offers them, until the input ends or a line stops it. Owned by
 * the thread that calls it.
 */
final class LineOfferer implements Callable<Ending> {
  static final int REPORTS = 10;
  /** Small at first: a tree that has just started is slow, and somebody may look at a few lines. */
  private static final int FIRST_BATCH = 64;
  private static final String INPUT = "<stdin>";

  private final KeySelector selector;
  private final MalformedPolicy policy;
  private final FilterLimits limits;
  private final KeyOffers offers;
  private final Flights flights;
  private final LineReader reader;

  private int batchLines;
  private LineBatch batch;
  private boolean headingExpected;
  private boolean inTooLongLine;
  private long malformed;

  LineOfferer(
      InputStream in,
      KeySelector selector,
      MalformedPolicy policy,
      FilterLimits limits,
      KeyOffers offers,
      Flights flights) {
    this.selector = requireNonNull(selector, "selector");
    this.policy = requireNonNull(policy, "policy");
    this.limits = requireNonNull(limits, "limits");
    this.offers = requireNonNull(offers, "offers");
    this.flights = requireNonNull(flights, "flights");
    // a line must not wait in a batch while nothing else comes
    this.reader = new LineReader(in, selector.ends(), limits.line(), this::submit);
    this.batchLines = Math.min(FIRST_BATCH, limits.batch());
    this.batch = new LineBatch(batchLines);
    this.headingExpected = selector.hasHeading();
  }

  @Override public Ending call() throws InterruptedException {
    try {
      Ending ending = readAll();
      submit();
      return ending;
    } finally {
      flights.end();
    }
  }

  private Ending readAll() throws InterruptedException {
    try {
      while (reader.next()) {
        Optional<Ending> ending = take();
        if (ending.isPresent()) {
          return ending.get();
        }
        if (batch.isFull()) {
          submit();
        }
      }
      return Ending.of(Ending.Cause.END_OF_INPUT);
    } catch (IOException e) {
      return Ending.of(
          Ending.Cause.INPUT_FAILED, "cannot read standard input: " + e.getMessage());
    }
  }

  private void submit() throws InterruptedException {
    if (!batch.isEmpty()) {
      flights.start(batch, offers);
      batchLines = Math.min(2 * batchLines, limits.batch());
      batch = new LineBatch(batchLines);
    }
  }

  /** Takes in what the reader is at. */
  private Optional<Ending> take() {
    if (inTooLongLine) {
      if (policy == MalformedPolicy.PASS) {
        pass();
      }
      inTooLongLine = !reader.last();
      return Optional.empty();
    }
    boolean isHeading = headingExpected;
    headingExpected = false;
    try {
      inTooLongLine = !reader.last();
      if (reader.tooLong()) {
        throw new MalformedLineException("longer than " + Figures.size(limits.line())
            + ", see --max-line" + selector.tooLongHint());
      }
      if (isHeading) {
        selector.readHeading(reader.buffer(), reader.start(), reader.contentEnd());
        pass();
      } else {
        byte[] key = selector.key(reader.buffer(), reader.start(), reader.contentEnd());
        checkLength(key);
        batch.offer(reader.buffer(), reader.start(), reader.end(), key);
      }
      return Optional.empty();
    } catch (MalformedLineException e) {
      String message = INPUT + ":" + reader.number() + ": " + e.getMessage();
      return isHeading
          ? Optional.of(Ending.of(Ending.Cause.BAD_HEADING, message))
          : malformed(message);
    }
  }

  private void checkLength(byte[] key) throws MalformedLineException {
    if (key.length == 0) {
      throw new MalformedLineException("the key is empty");
    }
    if (key.length > limits.key()) {
      throw new MalformedLineException("the key has " + Figures.counted(key.length, "byte")
          + ", the topology's limits.key is " + Figures.size(limits.key()));
    }
  }

  private Optional<Ending> malformed(String message) {
    malformed++;
    batch.countMalformed();
    if (policy == MalformedPolicy.FAIL) {
      return Optional.of(Ending.of(Ending.Cause.MALFORMED_LINE, message));
    }
    if (malformed <= REPORTS) {
      batch.report(message);
    }
    if (policy == MalformedPolicy.PASS) {
      pass();
    }
    return Optional.empty();
  }

  private void pass() {
    batch.pass(reader.buffer(), reader.start(), reader.end());
  }
}
