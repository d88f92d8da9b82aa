package io.bloomtree.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Words of a mapped file, in one segment or many. */
class MappedCellsTest {
  private static final int WORDS = 5_000;
  private static final int FIRST = 3;

  @TempDir Path directory;

  private MappedCells map(int segmentWordBits) throws IOException {
    Path file = directory.resolve("words");
    if (!Files.exists(file)) {
      new FileVolume(directory).create("words", FIRST + WORDS);
    }
    try (FileChannel channel = FileChannel.open(
        file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return new MappedCells(file.toString(), channel, FIRST, WORDS, segmentWordBits);
    }
  }

  @ParameterizedTest(name = "segments of 2^{0} words")
  @ValueSource(ints = {6, 10, 13, MappedCells.SEGMENT_WORD_BITS})
  void whatIsPutIsThereForWhoeverMapsItNext(int segmentWordBits) throws IOException {
    MappedCells cells = map(segmentWordBits);
    var random = new SplittableRandom(1);
    long[] put = random.longs(WORDS).toArray();
    for (int word = 0; word < WORDS; word++) {
      cells.put(word, put[word]);
    }
    cells.force();
    var whole = new CRC32C();
    cells.addTo(whole, 100, 4_000);
    cells.release();

    MappedCells again = map(MappedCells.SEGMENT_WORD_BITS);

    assertThat(again.words()).isEqualTo(WORDS);
    for (int word = 0; word < WORDS; word++) {
      assertThat(again.get(word)).isEqualTo(put[word]);
    }
    var crc = new CRC32C();
    again.addTo(crc, 100, 4_000);
    assertThat(crc.getValue()).isEqualTo(whole.getValue());
    byte[] bytes = Files.readAllBytes(directory.resolve("words"));
    crc.reset();
    crc.update(bytes, (FIRST + 100) * Long.BYTES, 4_000 * Long.BYTES);
    assertThat(crc.getValue()).isEqualTo(whole.getValue());
    assertThat(bytes[FIRST * Long.BYTES]).isEqualTo((byte) put[0]); // the lowest byte comes first
  }

  @Test void releasedWordsAreOutOfReach() throws IOException {
    for (int bits : new int[] {6, MappedCells.SEGMENT_WORD_BITS}) {
      MappedCells cells = map(bits);
      cells.release();
      assertThatThrownBy(() -> cells.get(0)).isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> cells.put(0, 1)).isInstanceOf(IndexOutOfBoundsException.class);
      cells.forceAll();
    }
  }

  @Test void moreThanThereIsCannotBeMapped() {
    var volume = new FileVolume(directory);
    volume.create("short", 10);

    assertThatThrownBy(() -> volume.map("short", 5, 6))
        .isInstanceOf(StateException.class).hasMessageContaining("is too short: has 80 bytes");
    assertThat(volume.bytes("short")).isEqualTo(80);
  }

  @ParameterizedTest(name = "segments of 2^{0} words")
  @ValueSource(ints = {6, MappedCells.SEGMENT_WORD_BITS})
  void anEntryIsTwoWordsAndZeroBehindThem(int segmentWordBits) throws IOException {
    MappedCells cells = map(segmentWordBits);
    for (int word = 0; word < 200; word++) {
      cells.put(word, -1);
    }

    cells.putEntry(126, 5, 6); // its end is in the next segment, where there are several

    assertThat(new long[] {cells.get(125), cells.get(126), cells.get(127), cells.get(128),
        cells.get(129)}).containsExactly(-1, 5, 6, 0, -1);
  }
}
