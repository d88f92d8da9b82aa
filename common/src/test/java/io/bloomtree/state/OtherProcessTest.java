package io.bloomtree.state;

import static io.bloomtree.state.Disks.PLAN;
import static io.bloomtree.state.Disks.tenant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bloomtree.state.StateException.Reason;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One process at a time has a slice, and what it kept survives it. */
class OtherProcessTest {
  @TempDir Path data;

  @Test void theSecondIsRefusedByNameUntilTheFirstIsKilled() throws Exception {
    Process first = new ProcessBuilder(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx64m",
        "-cp", System.getProperty("java.class.path"), Squatter.class.getName(), data.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (var said = new BufferedReader(
        new InputStreamReader(first.getInputStream(), StandardCharsets.US_ASCII))) {
      assertThat(said.readLine()).isEqualTo("recorded");
      StateDirectory directory = StateDirectory.at(data);

      assertThatThrownBy(() -> directory.openSlice(tenant(0, PLAN, 1)))
          .isInstanceOfSatisfying(StateException.class,
              e -> assertThat(e.reason()).isEqualTo(Reason.IN_USE))
          .hasMessageContaining("is in use by process " + first.pid() + " since ");
      assertThat(Inspection.of(data).summary("clicks/root.0").isClean()).isFalse();

      first.destroyForcibly();
      assertThat(first.waitFor(1, TimeUnit.MINUTES)).isTrue();
      SliceState state = directory.openSlice(tenant(0, PLAN, 1));
      assertThat(state.arrival().how()).isIn(Arrival.How.KILLED, Arrival.How.MACHINE_CRASH);
      assertThat(state.filter().holds(Squatter.EVENT)).isTrue();
      state.close();
    } finally {
      first.destroyForcibly();
    }
  }
}
