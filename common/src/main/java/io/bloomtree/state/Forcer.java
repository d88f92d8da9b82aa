package io.bloomtree.state;

import java.time.Duration;

/** Forces files to disk now and then. */
public interface Forcer {

  /** Does something again and again, until what it returns is closed. */
  Ticket every(Duration interval, Runnable force);

  /** Ends it. */
  interface Ticket extends AutoCloseable {
    @Override void close();
  }

  /** The one of this process: a thread that does not keep it alive. */
  static Forcer inBackground() {
    return BackgroundForcer.SHARED;
  }
}
