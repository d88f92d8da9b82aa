package io.bloomtree.host;

import io.bloomtree.topology.HostPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts those who connect to an address, and turns them away. Thread-safe. */
final class Visitors implements AutoCloseable {
  private final AtomicInteger number = new AtomicInteger();
  private final ServerSocket door;

  Visitors(HostPort address) throws IOException {
    door = new ServerSocket(address.port(), 50, InetAddress.getByName(address.host()));
    Thread thread = new Thread(this::turnAway, "visitors of " + address);
    thread.setDaemon(true);
    thread.start();
  }

  private void turnAway() {
    while (!door.isClosed()) {
      try {
        Socket visitor = door.accept();
        number.incrementAndGet();
        visitor.close();
      } catch (IOException e) {
        // whoever hung up before has come all the same; and a closed door ends the loop
        continue;
      }
    }
  }

  int number() {
    return number.get();
  }

  @Override public void close() throws IOException {
    door.close();
  }
}
