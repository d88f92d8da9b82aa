package io.bloomtree.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoomTest {
  private final Room room = new Room(4);
  private final List<String> turns = new ArrayList<>();

  @Test void whoGivesInHisTurnTakesNobodyElses() {
    room.take(4);
    for (String name : List.of("a", "b", "c")) {
      room.whenFree(() -> {
        turns.add(name);
        room.take(1);
        room.give(0);
      });
    }

    room.give(4);

    assertThat(turns).containsExactly("a", "b", "c");
    assertThat(room.take(1)).isTrue();
    assertThat(room.take(1)).isFalse();
  }

  @Test void whoWaitsAgainIsServedWhenAnotherGivesInHisTurn() {
    room.take(4);
    room.whenFree(this::takeAll);
    room.whenFree(() -> {
      turns.add("gives");
      room.give(2);
    });

    room.give(2);

    assertThat(turns).containsExactly("waits", "gives", "takes");
  }

  private void takeAll() {
    if (room.take(4)) {
      turns.add("takes");
    } else {
      turns.add("waits");
      room.whenFree(this::takeAll);
    }
  }
}
