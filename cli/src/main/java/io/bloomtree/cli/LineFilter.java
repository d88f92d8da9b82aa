package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.tree.Resolution;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Writes lines in the order in which they came, as soon as it is known whether they are distinct.
 * Owned by one thread; starts another one that reads.
 */
final class LineFilter {
  /*
   * Two threads, so that a line is written although the input has nothing more to say for now, and
   * so that a closed output ends the run although the input could still say something. The reading
   * thread cannot be called back from a read: it is a daemon, left behind when the process ends.
   */
  private final LineOfferer offerer;
  private final Flights flights;
  private final PatientOffers offers;
  private final FilterOutputs outputs;
  private final DesignLoad load;
  private final FilterConsole console;
  private final FilterTally tally = new FilterTally();

  LineFilter(
      LineOfferer offerer,
      Flights flights,
      PatientOffers offers,
      FilterOutputs outputs,
      DesignLoad load,
      FilterConsole console) {
    this.offerer = requireNonNull(offerer, "offerer");
    this.flights = requireNonNull(flights, "flights");
    this.offers = requireNonNull(offers, "offers");
    this.outputs = requireNonNull(outputs, "outputs");
    this.load = requireNonNull(load, "load");
    this.console = requireNonNull(console, "console");
  }

  FilterTally tally() {
    return tally;
  }

  /** Runs until the input ends or something stops it; all that was decided on is written, then. */
  Ending run() throws InterruptedException {
    var reading = new FutureTask<>(offerer);
    var thread = new Thread(reading, "bloomtree-filter-input");
    thread.setDaemon(true);
    thread.start();
    try {
      writeAll();
      outputs.close();
      return reading.get();
    } catch (Sink.FailedException e) {
      return outputs.stopped(e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("reading lines broke down", e.getCause());
    } finally {
      thread.interrupt();
      console.clear();
    }
  }

  private void writeAll() throws InterruptedException {
    for (var next = flights.next(); next.isPresent(); next = flights.next()) {
      Flights.Flight flight = next.get();
      LineBatch batch = flight.batch();
      List<Resolution> resolutions = offers.settled(flight.keys(), flight.resolutions());
      outputs.write(batch, flight.keys(), resolutions);
      tally.add(resolutions);
      tally.addMalformed(batch.malformed());
      flights.landed();
      if (flights.isIdle()) {
        outputs.flush();
      }
      batch.reports().forEach(console::say);
      load.warning(tally.distinct()).ifPresent(console::say);
      console.progress(tally);
    }
  }
}
