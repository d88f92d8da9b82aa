package io.bloomtree.state;

import static java.util.Objects.requireNonNull;

import io.bloomtree.filter.SlicePlan;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/** Writes all that a slice keeps into one stream, for another host. Owned by whoever makes it. */
public final class StateExport {
  /*
   * Big-endian, but for the data, which is as in the files:
   *
   *   "BTSX" (4), version (2)
   *   length of the manifest (4), manifest, CRC-32C of it (4)
   *   chunks: number of the file (4), its byte (8), length (4), CRC-32C of all that (4), data
   *   end: -1 (4), number of chunks (8), CRC-32C of the chunks' CRC-32Cs (4)
   *
   * The CRC of a chunk is over its three numbers and the data. The manifest: the owner; then how
   * many files, and of each its name and its bytes, as in headers.
   */
  static final int MAGIC = 'B' << 24 | 'T' << 16 | 'S' << 8 | 'X';
  static final int VERSION = 1;
  static final int END = -1;
  static final int CHUNK_BYTES = 1 << 20;

  /** Told how far it is. */
  public interface Progress {
    void at(long bytes, long ofBytes);
  }

  private final Volume volume;
  private final String path;

  /** {@code path}: as {@link Inspection#slices} gives it. */
  public StateExport(Volume volume, String path) {
    this.volume = requireNonNull(volume, "volume");
    this.path = requireNonNull(path, "path");
  }

  /**
   * Writes it. A slice that was not shut down is opened and shut down first, so that what leaves
   * is checked and complete.
   *
   * @throws StateException if the slice runs, is damaged or is not there
   */
  @SuppressWarnings("try") // it is held for as long as that takes
  public void write(OutputStream stream, Progress progress) throws IOException {
    StateSummary summary = new Inspection(volume).summary(path);
    SlicePlan plan = summary.plan();
    if (summary.absorbedBy().isEmpty()) {
      new SliceState(Opening.of(volume, new Tenant(summary.tree(), summary.self(),
          summary.epoch(), plan, 0, Fsync.never(), 0), summary.time()),
          Forcer.inBackground()).close();
    }
    try (Volume.Hold hold = volume.hold(path)) {
      SliceFiles files = SliceFiles.read(volume, path);
      Owner owner = files.catalog().owner;
      List<String> names = new ArrayList<>();
      names.add(Catalog.FILE);
      files.catalog().files().forEach(entry -> names.add(entry.fileName()));
      files.release();
      write(new DataOutputStream(stream), owner, names, progress);
    }
  }

  private void write(DataOutputStream out, Owner owner, List<String> names, Progress progress)
      throws IOException {
    long total = 0;
    var manifest = new HeaderWriter();
    owner.write(manifest);
    manifest.number(names.size());
    for (String name : names) {
      long bytes = volume.bytes(path + "/" + name);
      manifest.text(name);
      manifest.number(bytes);
      total += bytes;
    }
    out.writeInt(MAGIC);
    out.writeShort(VERSION);
    out.writeInt(manifest.toBytes().length);
    out.write(manifest.toBytes());
    out.writeInt(checksum(manifest.toBytes()));
    var chain = new CRC32C();
    long chunks = 0;
    long done = 0;
    for (int file = 0; file < names.size(); file++) {
      long bytes = volume.bytes(path + "/" + names.get(file));
      DurableCells cells = volume.map(path + "/" + names.get(file), 0, bytes / Long.BYTES);
      for (long at = 0; at < bytes; at += CHUNK_BYTES, chunks++) {
        byte[] data = read(cells, at, (int) Math.min(CHUNK_BYTES, bytes - at));
        byte[] head = head(file, at, data.length);
        int crc = checksum(head, data);
        chain.update(ByteBuffer.allocate(Integer.BYTES).putInt(crc).flip());
        out.write(head);
        out.writeInt(crc);
        out.write(data);
        done += data.length;
        progress.at(done, total);
      }
      cells.release();
    }
    out.writeInt(END);
    out.writeLong(chunks);
    out.writeInt((int) chain.getValue());
    out.flush();
  }

  private static byte[] read(DurableCells cells, long at, int length) {
    ByteBuffer data = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    for (long word = at / Long.BYTES; data.hasRemaining(); word++) {
      data.putLong(cells.get(word));
    }
    return data.array();
  }

  static byte[] head(int file, long at, int length) {
    return ByteBuffer.allocate(16).putInt(file).putLong(at).putInt(length).array();
  }

  static int checksum(byte[]... parts) {
    var crc = new CRC32C();
    for (byte[] part : parts) {
      crc.update(part);
    }
    return (int) crc.getValue();
  }
}
