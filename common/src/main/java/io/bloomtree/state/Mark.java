package io.bloomtree.state;

import io.bloomtree.state.StateException.Reason;
import java.util.Optional;

/**
 * That a slice has had state in a data directory: a file beside its directory, so that it is
 * noticed when that is gone. Immutable.
 *
 * @param born in which incarnation its state was created
 * @param incarnation the last that had it
 */
record Mark(Owner owner, long born, long incarnation) {
  /** The directory of all marks, within that of the tree: no slice's, as those end in a number. */
  static final String DIRECTORY = "known";
  private static final int COPY_WORDS = 512;

  private static String path(Owner owner) {
    return pathBeside(StateDirectory.directoryOf(owner));
  }

  /** Where the mark of the slice with some directory is. */
  static String pathBeside(String directory) {
    int slash = directory.lastIndexOf('/');
    return directory.substring(0, slash + 1) + DIRECTORY + directory.substring(slash);
  }

  static Optional<Mark> find(Volume volume, Owner owner) {
    String path = path(owner);
    if (!volume.exists(path)) {
      return Optional.empty();
    }
    Mark mark = read(volume, path);
    owner.requireSame(mark.owner, volume.describe(path));
    return Optional.of(mark);
  }

  static Mark read(Volume volume, String path) {
    String file = volume.describe(path);
    if (volume.bytes(path) != 2L * COPY_WORDS * Long.BYTES) {
      throw new StateException(Reason.DAMAGED, file, "has " + volume.bytes(path)
          + " bytes, must have " + 2L * COPY_WORDS * Long.BYTES);
    }
    DurableCells cells = volume.map(path, 0, 2 * COPY_WORDS);
    byte[] bytes = new TwinBlock(cells, COPY_WORDS, TwinBlock.Role.MARK, file).read().bytes();
    cells.release();
    return HeaderReader.read(bytes, file, in ->
        new Mark(Owner.read(in), in.number(), in.number()));
  }

  void write(Volume volume) {
    String path = path(owner);
    boolean isNew = !volume.exists(path);
    String target = isNew ? path + StateFile.UNFINISHED : path;
    if (isNew) {
      if (volume.exists(target)) {
        volume.delete(target); // an earlier process was killed here
      }
      volume.create(target, 2 * COPY_WORDS);
    }
    DurableCells cells = volume.map(target, 0, 2 * COPY_WORDS);
    var block = new TwinBlock(cells, COPY_WORDS, TwinBlock.Role.MARK, volume.describe(path));
    if (!isNew) {
      block.read(); // goes on counting where that was
    }
    var out = new HeaderWriter();
    owner.write(out);
    out.number(born);
    out.number(incarnation);
    block.write(out.toBytes());
    cells.release();
    if (isNew) {
      volume.rename(target, path);
    }
  }
}
