package io.bloomtree.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoomTest {
  private final Room room = new Room(8);
  private final List<String> turns = new ArrayList<>();

  private Room.Turn await(String name, int offers) {
    return room.await(offers, () -> turns.add(name));
  }

  private void fill() {
    for (int i = 0; i < 4; i++) {
      assertThat(room.take(2)).isTrue();
    }
  }

  @Test void isServedInTheOrderOfArrivalHoweverMuchIsWanted() {
    fill();
    await("two", 2);
    await("one", 1);

    room.give(1);

    assertThat(room.take(1)).as("others wait").isFalse();
    assertThat(turns).isEmpty();

    room.give(1);
    room.give(1);

    assertThat(turns).containsExactly("two", "one");
    assertThat(room.taken()).isEqualTo(8);
  }

  @Test void whoWantsNothingWaitsForNobody() {
    fill();
    await("waits", 1);

    assertThat(room.take(0)).isTrue();
  }

  @Test void whoAsksForMoreInHisTurnIsBehindThoseWhoWait() {
    fill();
    room.await(2, () -> {
      turns.add("a");
      room.give(1);
      if (!room.take(1)) {
        await("a again", 1);
      }
    });
    await("b", 2);

    room.give(2);
    assertThat(turns).containsExactly("a");
    room.give(2);

    assertThat(turns).containsExactly("a", "b", "a again");
  }

  @Test void whoLeavesMakesWay() {
    fill();
    Room.Turn first = await("gone", 2);
    await("next", 1);
    room.give(1);
    assertThat(turns).isEmpty();

    room.leave(first);

    assertThat(turns).containsExactly("next");
    room.give(8);
    assertThat(turns).containsExactly("next");
    assertThat(room.taken()).isZero();
  }

  @Test void whatNobodyCanHaveIsRefused() {
    assertThatThrownBy(() -> room.take(3)).hasMessage("offers must be in 0..2: 3");
    assertThatThrownBy(() -> room.give(1))
        .hasMessage("nobody can give what was not taken: offers=1, taken=0");
    assertThat(new Room(1).share()).isEqualTo(1);
  }
}
