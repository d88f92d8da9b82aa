package io.bloomtree.http;

import io.bloomtree.hash.KeyHash;
import io.bloomtree.http.EventReader.OfferedEvent;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;

/** The key of the one event that a body has. */
final class EventKeys {
  private EventKeys() {}

  /**
   * Its fingerprint.
   *
   * @throws ProblemException if the body is not one event
   */
  static long fingerprint(EventReader reader, KeyHash hash, Buffer body) {
    List<OfferedEvent> events = new ArrayList<>();
    if (reader.read(body.getBytes(), reader::event, events::add)) {
      throw new MalformedEventException("one event is asked for, not an array", 1, 1).asProblem();
    }
    OfferedEvent event = events.get(0);
    return event.plain().map(hash::fingerprint).orElse(event.fingerprint());
  }
}
