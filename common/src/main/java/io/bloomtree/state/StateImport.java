package io.bloomtree.state;

import static java.util.Objects.requireNonNull;

import io.bloomtree.state.StateException.Reason;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32C;

/** Puts what {@link StateExport} wrote into a data directory. Owned by whoever makes it. */
public final class StateImport {
  /*
   * The catalog gets its name last: a slice without one has no state. While the other files are
   * being made a file says so, so that what an import that was killed left behind is told from a
   * slice that lost its catalog.
   */
  static final String BEGUN = "import" + StateFile.UNFINISHED;
  private static final int MOST_MANIFEST_BYTES = 1 << 24;

  /** One file of the manifest. */
  private record Piece(String name, long bytes) {}

  private record Manifest(Owner owner, List<Piece> pieces) {
    static Manifest read(HeaderReader in) {
      Owner owner = Owner.read(in);
      List<Piece> pieces = new ArrayList<>();
      Set<String> names = new HashSet<>();
      for (int left = in.count(Long.BYTES); left > 0; left--) {
        var piece = new Piece(in.text(), in.number());
        boolean isSafe = piece.name.equals(Catalog.FILE)
            || piece.name.matches("[0-9]{1,10}-[A-Za-z0-9._%~-]{1,230}");
        if (!isSafe || !names.add(piece.name) || piece.bytes < Long.BYTES
            || piece.bytes % Long.BYTES != 0) {
          throw new IllegalArgumentException("impossible file: " + piece);
        }
        pieces.add(piece);
      }
      if (!names.contains(Catalog.FILE)) {
        throw new IllegalArgumentException("there is no file " + Catalog.FILE);
      }
      return new Manifest(owner, pieces);
    }

    long bytes() {
      return pieces.stream().mapToLong(Piece::bytes).sum();
    }
  }

  private final Volume volume;
  private final String source;

  /** {@code source}: the name of what is read, for messages. */
  public StateImport(Volume volume, String source) {
    this.volume = requireNonNull(volume, "volume");
    this.source = requireNonNull(source, "source");
  }

  /**
   * Reads it, and returns the path of the slice that is there now.
   *
   * @param mostBytes how much there is to read at most: no file is made larger
   * @throws StateException if it is damaged, or the data directory has state of the slice; nothing
   *     is there then that was not there before
   */
  @SuppressWarnings("try") // it is held for as long as that takes
  public String read(InputStream stream, long mostBytes, StateExport.Progress progress)
      throws IOException {
    var in = new DataInputStream(stream);
    try {
      Manifest manifest = readManifest(in);
      if (manifest.bytes() > mostBytes) {
        throw damaged("names files of " + manifest.bytes() + " bytes, has only " + mostBytes);
      }
      String path = StateDirectory.directoryOf(manifest.owner);
      try (Volume.Hold hold = volume.hold(path)) {
        begin(path);
        try {
          readChunks(in, path, manifest, progress);
        } catch (IOException | RuntimeException e) {
          sweep(path);
          throw e;
        }
        volume.rename(unfinished(path, Catalog.FILE), SliceFiles.catalogPath(path));
        volume.delete(path + "/" + BEGUN);
      }
      return path;
    } catch (EOFException e) {
      throw damaged("ends too early");
    }
  }

  private Manifest readManifest(DataInputStream in) throws IOException {
    if (in.readInt() != StateExport.MAGIC) {
      throw damaged("is no exported state: does not begin with BTSX");
    }
    int version = in.readUnsignedShort();
    if (version != StateExport.VERSION) {
      throw new StateException(Reason.FOREIGN, source, "has format version " + version
          + ", this program reads " + StateExport.VERSION);
    }
    int length = in.readInt();
    if (length < 0 || length > MOST_MANIFEST_BYTES) {
      throw damaged("has a manifest of " + length + " bytes");
    }
    byte[] bytes = in.readNBytes(length);
    if (in.readInt() != StateExport.checksum(bytes)) {
      throw damaged("its manifest does not match its checksum");
    }
    return HeaderReader.read(bytes, source, Manifest::read);
  }

  private void begin(String path) {
    if (volume.exists(SliceFiles.catalogPath(path))) {
      throw new StateException(Reason.REFUSED, volume.describe(path),
          "has state; import where there is none");
    }
    boolean wasBegun = volume.exists(path + "/" + BEGUN);
    for (String name : volume.list(path)) {
      if (SliceFiles.isOurs(name)) {
        if (!wasBegun && !name.endsWith(StateFile.UNFINISHED)) {
          throw new StateException(Reason.REFUSED, volume.describe(path + "/" + name),
              "is there though its slice has no state; repair first");
        }
      }
    }
    sweep(path);
    volume.create(path + "/" + BEGUN, 1);
  }

  /** Removes what an import made, its mark last. */
  private void sweep(String path) {
    for (String name : volume.list(path)) {
      if (SliceFiles.isOurs(name) && !name.equals(BEGUN)) {
        volume.delete(path + "/" + name);
      }
    }
    if (volume.exists(path + "/" + BEGUN)) {
      volume.delete(path + "/" + BEGUN);
    }
  }

  private static String unfinished(String path, String name) {
    return path + "/" + (name.equals(Catalog.FILE) ? name + StateFile.UNFINISHED : name);
  }

  private void readChunks(
      DataInputStream in, String path, Manifest manifest, StateExport.Progress progress)
      throws IOException {
    var chain = new CRC32C();
    long chunks = 0;
    long done = 0;
    for (int number = 0; number < manifest.pieces.size(); number++) {
      Piece piece = manifest.pieces.get(number);
      String file = unfinished(path, piece.name);
      volume.create(file, piece.bytes / Long.BYTES);
      DurableCells cells = volume.map(file, 0, piece.bytes / Long.BYTES);
      for (long at = 0; at < piece.bytes; at += StateExport.CHUNK_BYTES, chunks++) {
        int length = (int) Math.min(StateExport.CHUNK_BYTES, piece.bytes - at);
        byte[] data = readChunk(in, number, at, length, chain);
        ByteBuffer words = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
        for (long word = at / Long.BYTES; words.hasRemaining(); word++) {
          cells.put(word, words.getLong());
        }
        done += length;
        progress.at(done, manifest.bytes());
      }
      cells.force();
      cells.release();
    }
    if (in.readInt() != StateExport.END || in.readLong() != chunks
        || in.readInt() != (int) chain.getValue()) {
      throw damaged("does not end as it should after " + chunks + " chunks");
    }
    if (in.read() >= 0) {
      throw damaged("goes on after its end");
    }
  }

  private byte[] readChunk(DataInputStream in, int number, long at, int length, CRC32C chain)
      throws IOException {
    byte[] head = in.readNBytes(16);
    int crc = in.readInt();
    byte[] expected = StateExport.head(number, at, length);
    byte[] data = in.readNBytes(length);
    if (!Arrays.equals(head, expected) || data.length != length
        || crc != StateExport.checksum(head, data)) {
      throw damaged("the chunk of file " + number + " at byte " + at + " is damaged");
    }
    chain.update(ByteBuffer.allocate(Integer.BYTES).putInt(crc).flip());
    return data;
  }

  private StateException damaged(String what) {
    return new StateException(Reason.DAMAGED, source, what);
  }
}
