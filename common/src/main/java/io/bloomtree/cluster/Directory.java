package io.bloomtree.cluster;

import com.hazelcast.config.Config;
import io.vertx.core.Completable;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.spi.cluster.RegistrationInfo;
import io.vertx.core.spi.cluster.RegistrationListener;
import io.vertx.core.spi.cluster.RegistrationUpdateEvent;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Who is there, and who listens where. Thread-safe. */
final class Directory extends HazelcastClusterManager {
  /*
   * The bus looks an address up once, and then relies on being told of changes. What it is told
   * may get lost while members come, go and fall silent at the same time; it would send to nobody,
   * or to a process that is gone, for ever. So what it has looked up is looked up again every few
   * seconds, and it is told. Not if nothing is found: while the cluster mends itself the bus does
   * better with what it knew. And not while the last look is still under way: each holds a thread
   * until it ends, and there are few of them.
   */

  private static final long PERIOD_MILLIS = Duration.ofSeconds(3).toMillis();

  private final Set<String> lookedUp = ConcurrentHashMap.newKeySet();
  private final Set<String> underWay = ConcurrentHashMap.newKeySet();
  /** The bus; null until it has started. */
  private volatile RegistrationListener bus;

  Directory(Config config) {
    super(config);
  }

  @Override public void registrationListener(RegistrationListener listener) {
    bus = listener;
    super.registrationListener(listener);
  }

  @Override public void getRegistrations(
      String address, Completable<List<RegistrationInfo>> found) {
    lookedUp.add(address);
    super.getRegistrations(address, found);
  }

  /** Until {@code vertx} is closed. */
  void keepLooking(Vertx vertx) {
    vertx.setPeriodic(PERIOD_MILLIS, tick -> lookedUp.forEach(this::lookAgain));
  }

  private void lookAgain(String address) {
    if (!bus.wantsUpdatesFor(address)) {
      lookedUp.remove(address);
      return;
    }
    if (!underWay.add(address)) {
      return;
    }
    Promise<List<RegistrationInfo>> found = Promise.promise();
    super.getRegistrations(address, found);
    // who cannot be asked now is asked the next time
    found.future().onComplete(looked -> underWay.remove(address)).onSuccess(registrations -> {
      if (!registrations.isEmpty()) {
        bus.registrationsUpdated(new RegistrationUpdateEvent(address, registrations));
      }
    });
  }
}
