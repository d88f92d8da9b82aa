package io.bloomtree.state;

import static io.bloomtree.state.Disks.PLAN;
import static io.bloomtree.state.Disks.TREE;
import static io.bloomtree.state.Disks.on;
import static io.bloomtree.state.Disks.tenant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bloomtree.tree.Birth;
import io.bloomtree.tree.SliceStore.HeldClaim;
import io.bloomtree.wire.Degradation;
import io.bloomtree.wire.Endpoint;
import io.bloomtree.wire.NodeId;
import io.bloomtree.wire.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that were cut, swapped, emptied or replaced: refused, by name, and left as they are. */
class DamagedFilesTest {
  @TempDir Path data;

  private Path slice;
  private List<Path> files;

  private void use(Tenant tenant) {
    SliceState state = on(new FileVolume(data)).openSlice(tenant);
    state.filter().set(77);
    state.putClaim(
        1, new HeldClaim(new Origin(new NodeId("athens"), 3, 4), Degradation.NONE));
    state.close();
  }

  @BeforeEach void use() throws IOException {
    use(tenant(1, PLAN, 5));
    slice = data.resolve("clicks/root.0");
    try (var all = Files.list(slice)) {
      files = all.filter(file -> !file.endsWith("lock")).sorted().toList();
    }
  }

  private void assertRefused(Path file, Object how) {
    assertThatThrownBy(() -> on(new FileVolume(data)).openSlice(tenant(1, PLAN, 5)))
        .as("%s %s", file, how)
        .isInstanceOf(StateException.class)
        .hasMessageStartingWith(file.toAbsolutePath() + ": ");
  }

  private void assertOpens() {
    SliceState state = on(new FileVolume(data)).openSlice(tenant(1, PLAN, 5));
    assertThat(state.filter().holds(77)).isTrue();
    assertThat(state.claims()).hasSize(1);
    state.close();
  }

  @Test void truncatedAtEveryBoundary() throws IOException {
    for (Path file : files) {
      byte[] whole = Files.readAllBytes(file);
      var lengths = new TreeSet<>(List.of(0, 1, 7, 8, whole.length - 8, whole.length - 1));
      for (int sector = 512; sector < whole.length; sector += sector < 16_384 ? 512 : 65_536) {
        lengths.add(sector);
      }
      for (int length : lengths) {
        Files.write(file, Arrays.copyOf(whole, length));
        assertRefused(file, length);
      }
      Files.write(file, Arrays.copyOf(whole, whole.length + 1));
      assertRefused(file, "longer");
      Files.write(file, whole);
    }
    assertOpens();
  }

  @Test void garbageAndDirectoriesAndNothing() throws IOException {
    var random = new Random(1);
    for (Path file : files) {
      byte[] whole = Files.readAllBytes(file);
      byte[] garbage = new byte[whole.length];
      random.nextBytes(garbage);
      Files.write(file, garbage);
      assertRefused(file, "garbage");
      Files.write(file, new byte[whole.length]);
      assertRefused(file, "zeros");
      Files.delete(file);
      Files.createDirectory(file);
      assertRefused(file, "directory");
      Files.delete(file);
      if (!file.endsWith(Catalog.FILE)) {
        assertRefused(file, "missing");
      } else {
        assertRefused(slice, "missing");
      }
      Files.write(file, whole);
    }
    assertOpens();
  }

  @Test void aFileOfAnotherSliceIsRefused() throws IOException {
    var other = new Tenant(
        TREE, new Endpoint(new NodeId("other"), 0), 1, PLAN, 7, Fsync.never(), 5);
    use(other);
    for (Path file : files) {
      byte[] whole = Files.readAllBytes(file);
      Files.copy(data.resolve("clicks/other.0").resolve(file.getFileName()), file,
          StandardCopyOption.REPLACE_EXISTING);
      assertRefused(file, "of another slice");
      Files.write(file, whole);
    }
    assertOpens();
  }

  @Test void anOlderFileThatWasPutBackIsRefused() throws IOException {
    for (Path file : files) {
      byte[] older = Files.readAllBytes(file);
      assertOpens();
      byte[] newer = Files.readAllBytes(file);
      Files.write(file, older);
      if (file.endsWith(Catalog.FILE)) { // the others are newer than it knows
        assertThatThrownBy(() -> on(new FileVolume(data)).openSlice(tenant(1, PLAN, 5)))
            .isInstanceOf(StateException.class).hasMessageContaining("stamp");
      } else {
        assertRefused(file, "older");
      }
      Files.write(file, newer);
    }
    assertOpens();
  }

  @Test void aRepairedSliceKnowsThatItHasLostState() throws IOException {
    var inspection = Inspection.of(data);
    assertThat(inspection.slices()).containsExactly("clicks/root.0");
    assertThat(inspection.verify("clicks/root.0")).isEmpty();
    assertThat(inspection.repair("clicks/root.0")).isEmpty();
    assertOpens();
    Path cells = files.stream().filter(file -> file.toString().contains("words"))
        .findFirst().orElseThrow();
    byte[] bytes = Files.readAllBytes(cells);
    bytes[bytes.length - 1] ^= 1;
    Files.write(cells, bytes);

    List<Finding> findings = inspection.repair("clicks/root.0");

    assertThat(findings).singleElement().satisfies(finding -> {
      assertThat(finding.file()).isEqualTo(cells.toAbsolutePath().toString());
      assertThat(finding.what()).contains("the page at byte 12288 is damaged");
    });
    assertThat(slice.resolve("aside-1").resolve(cells.getFileName())).exists();
    SliceState state = on(new FileVolume(data)).openSlice(tenant(1, PLAN, 5));
    assertThat(state.birth()).isEqualTo(Birth.LOST);
    assertThat(state.filter().holds(77)).isFalse();
    state.close();
    inspection.acceptLoss("clicks/root.0");
    SliceState again = on(new FileVolume(data)).openSlice(tenant(1, PLAN, 5));
    assertThat(again.birth()).isEqualTo(Birth.RECOVERED);
    again.close();
  }

  @Test void damagedRecordsLeaveTheFilterInService() throws IOException {
    Path records = files.stream().filter(file -> file.toString().contains("records"))
        .findFirst().orElseThrow();
    byte[] bytes = Files.readAllBytes(records);
    bytes[bytes.length - 1] ^= 1;
    Files.write(records, bytes);

    assertThat(Inspection.of(data).repair("clicks/root.0")).hasSize(1);

    SliceState state = on(new FileVolume(data)).openSlice(tenant(1, PLAN, 5));
    assertThat(state.birth()).isEqualTo(Birth.LOST);
    assertThat(state.filter().holds(77)).isTrue();
    assertThat(state.claims()).isEmpty();
    state.close();
  }

  @Test void aLossThatWasAcceptedIsForgotten() throws IOException {
    for (Path file : files) {
      Files.delete(file);
    }
    Inspection.of(data).acceptLoss("clicks/root.0");
    SliceState state = on(new FileVolume(data)).openSlice(tenant(1, PLAN, 5));
    assertThat(state.birth()).isEqualTo(Birth.FIRST);
    state.close();
  }
}
