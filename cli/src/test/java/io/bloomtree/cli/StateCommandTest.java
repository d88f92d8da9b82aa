package io.bloomtree.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bloomtree.state.MachineState;
import io.bloomtree.tree.Birth;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code state}, {@code export} and {@code import} make of real directories. */
class StateCommandTest {
  @TempDir Path directory;
  private Path data;

  private record Run(int exit, String out, String err, byte[] bytes) {}

  @BeforeEach
  void keepSomething() {
    data = directory.resolve("data");
    for (KeptThing thing : new KeptThing[] {KeptThing.STABLE, KeptThing.CLAIMS}) {
      try (MachineState state = thing.open(data)) {
        fill(thing, state);
      }
    }
  }

  private static void fill(KeptThing thing, MachineState state) {
    for (int i = 0; i < 500; i++) {
      thing.step(state, new SplittableRandom(i), i);
      state.sync();
    }
  }

  private static Run run(byte[] input, Object... args) {
    var out = new StringWriter();
    var err = new StringWriter();
    var bytes = new ByteArrayOutputStream();
    int exit = BloomtreeCommand.commandLine(false, new StateCommand(),
            new ExportCommand(bytes, false),
            new ImportCommand(new ByteArrayInputStream(input), false))
        .setOut(new PrintWriter(out)).setErr(new PrintWriter(err))
        .execute(Stream.of(args).map(Object::toString).toArray(String[]::new));
    return new Run(exit, out.toString(), err.toString(), bytes.toByteArray());
  }

  private static Run run(Object... args) {
    return run(new byte[0], args);
  }

  @Test
  void showsWhatThereIs() {
    Run run = run("state", data);

    assertThat(run.exit()).isZero();
    assertThat(run.out()).contains("State in " + data)
        .containsPattern("kept +stable/0 +0 +stable .*yes +whole +0")
        .containsPattern("kept +claims/0 +0 +buffer .*yes +whole +0");
    assertThat(run("state", data, "--output", "json").out())
        .contains("\"path\":\"kept/stable.0\",\"tree\":\"kept\",\"slice\":\"stable/0\"")
        .contains("\"clean\":true,\"lost\":false,\"formers\":[]");
  }

  @Test
  void saysThatNothingIsDamaged() {
    Run run = run("state", data, "--verify");

    assertThat(run.exit()).isZero();
    assertThat(run.out()).contains("Verified: nothing is damaged");
  }

  @Test
  void whatWasKilledIsVerifiedAsFarAsThatGoes() {
    KeptThing.STABLE.open(data).abandon();

    Run run = run("state", data, "--verify");

    assertThat(run.exit()).isZero();
    assertThat(run.out().replaceAll("\\s+", " "))
        .contains("no: it runs, or was killed").contains("of what was not shut down");
  }

  @Test
  void findsDamageAndRepairsItSoThatTheSliceKnows() throws IOException {
    Path damaged = flipByteOfLargestFile(data.resolve("kept/stable.0"));

    Run found = run("state", data, "--verify");
    Run repaired = run("state", data, "--repair", "stable.0");

    assertThat(found.exit()).isEqualTo(1);
    assertThat(found.out().replaceAll("\\s+", " "))
        .contains(damaged.getFileName().toString()).contains("is damaged");
    assertThat(repaired.err()).contains("kept/stable.0: what is damaged was moved aside");
    try (MachineState state = KeptThing.STABLE.open(data)) {
      assertThat(state.birth()).isEqualTo(Birth.LOST);
    }
    assertThat(run("state", data).out()).contains("lost some");
  }

  @Test
  void acceptedLossIsNoLossAnyMore() throws IOException {
    flipByteOfLargestFile(data.resolve("kept/stable.0"));
    run("state", data, "--repair", "stable.0");

    Run run = run("state", data, "--accept-loss", "stable/0");

    assertThat(run.err()).contains("comes up as if it had lost nothing");
    try (MachineState state = KeptThing.STABLE.open(data)) {
      assertThat(state.birth()).isNotEqualTo(Birth.LOST);
    }
  }

  @Test
  void repairingWhatIsSoundChangesNothing() {
    assertThat(run("state", data, "--repair", "stable").err())
        .contains("nothing is wrong with it, and nothing was changed");
  }

  @Test
  void sliceThatRunsIsRefusedByTheNameOfItsProcess() {
    try (MachineState state = KeptThing.STABLE.open(data)) {
      assertThat(state.birth()).isEqualTo(Birth.RECOVERED);
      Run run = run("state", data, "--repair", "stable.0");

      assertThat(run.exit()).isEqualTo(1);
      assertThat(run.err()).contains("is in use by process " + ProcessHandle.current().pid());
    }
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(delimiter = '|', value = {
    "state DATA --repair nobody.0 | --repair: no 'nobody.0' in",
    "state DATA --repair nobody.0 | which has claims.0, stable.0",
    "state DATA --tree other | --tree: no 'other' in",
    "state DATA/kept | is the directory of one tree",
    "state DATA/nowhere | is not there, must be the data directory of a topology",
    "export DATA nobody.0 x | ID.SLICE: no 'nobody.0' in",
    "import DATA DATA/nothing | is not there"
  })
  void whatMakesNoSenseIsRefused(String arguments, String message) {
    Run run = run((Object[]) arguments.replace("DATA", data.toString()).split(" "));

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains(message).contains("Usage: bloomtree");
  }

  @Test
  void exportAndImportMoveASliceToAnotherHost() {
    Path file = directory.resolve("stable.state");
    Path other = directory.resolve("other");
    long before;
    try (MachineState state = KeptThing.STABLE.open(data)) {
      before = KeptThing.STABLE.state(state);
    }

    Run exported = run("export", data, "stable", file);
    Run imported = run("import", other, file);

    assertThat(exported.exit()).isZero();
    assertThat(exported.err()).startsWith("exported kept/stable.0, ");
    assertThat(imported.exit()).as(imported.err()).isZero();
    try (MachineState state = KeptThing.STABLE.open(other)) {
      assertThat(KeptThing.STABLE.state(state)).isEqualTo(before);
      assertThat(state.birth()).isEqualTo(Birth.RECOVERED);
    }
  }

  @Test
  void damagedExportIsRefusedAndLeavesNothing() {
    byte[] export = run("export", data, "stable.0", "-").bytes();
    export[export.length / 2] ^= 1;
    Path other = directory.resolve("other");

    Run run = run(export, "import", other, "-");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).startsWith("<stdin>: ").contains("is damaged");
    assertThat(run("state", other).out()).doesNotContain("stable/0");
  }

  @Test
  void nothingIsOverwritten() throws IOException {
    Path file = Files.writeString(directory.resolve("mine"), "mine");
    byte[] export = run("export", data, "stable.0", "-").bytes();

    Run exported = run("export", data, "stable.0", file);
    Run imported = run(export, "import", data, "-");

    assertThat(exported.exit()).isEqualTo(2);
    assertThat(exported.err()).contains("is there already, must be a new file");
    assertThat(file).hasContent("mine");
    assertThat(imported.exit()).isEqualTo(1);
    assertThat(imported.err()).contains("has state; import where there is none");
  }

  private static Path flipByteOfLargestFile(Path slice) throws IOException {
    Path largest;
    try (Stream<Path> files = Files.list(slice)) {
      largest = files.filter(file -> !file.endsWith("slice") && !file.toString().endsWith("undo"))
          .max((a, b) -> Long.compare(a.toFile().length(), b.toFile().length())).orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(largest);
    bytes[bytes.length - 100] ^= 4;
    Files.write(largest, bytes);
    return largest;
  }
}
