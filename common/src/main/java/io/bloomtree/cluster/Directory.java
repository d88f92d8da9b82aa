package io.bloomtree.cluster;

import com.hazelcast.config.Config;
import io.vertx.core.Vertx;
import io.vertx.core.spi.cluster.RegistrationListener;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;
import java.time.Duration;

/** Who is there, and who listens where. Thread-safe. */
final class Directory extends HazelcastClusterManager {
  /*
   * The bus looks an address up once, and then relies on being told of changes. What it is told
   * may get lost while members come, go and fall silent at the same time; it would send to nobody,
   * or to a process that is gone, for ever. So it is made to look again every few seconds.
   */

  private static final long PERIOD_MILLIS = Duration.ofSeconds(3).toMillis();

  /** The bus; null until it has started. */
  private volatile RegistrationListener bus;

  Directory(Config config) {
    super(config);
  }

  @Override public void registrationListener(RegistrationListener listener) {
    bus = listener;
    super.registrationListener(listener);
  }

  /** Until {@code vertx} is closed. */
  void keepLooking(Vertx vertx) {
    vertx.setPeriodic(PERIOD_MILLIS, tick -> {
      RegistrationListener listener = bus;
      if (listener != null) {
        listener.registrationsLost();
      }
    });
  }
}
