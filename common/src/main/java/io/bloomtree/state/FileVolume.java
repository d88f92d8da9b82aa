package io.bloomtree.state;

import static java.util.Objects.requireNonNull;

import io.bloomtree.state.StateException.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** A directory of memory-mapped files. Thread-safe. */
public final class FileVolume implements Volume {
  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
  private static final String LOCK = "lock";
  private static final int ZEROS = 1 << 20;
  private static final int MOST_LOCK_BYTES = 1 << 10;

  private final Path root;
  private final Optional<String> boot;

  public FileVolume(Path root) {
    this.root = requireNonNull(root, "root").toAbsolutePath().normalize();
    this.boot = readBoot();
  }

  private static Optional<String> readBoot() {
    try {
      return Optional.of(Files.readString(BOOT_ID).strip()).filter(id -> !id.isEmpty());
    } catch (IOException e) {
      return Optional.empty(); // not Linux: every unclean end then counts as the computer's
    }
  }

  @Override public Optional<String> boot() {
    return boot;
  }

  @Override public boolean exists(String path) {
    return Files.exists(resolve(path), LinkOption.NOFOLLOW_LINKS);
  }

  @Override public boolean isDirectory(String path) {
    return Files.isDirectory(resolve(path));
  }

  @Override public List<String> list(String directory) {
    try (Stream<Path> files = Files.list(resolve(directory))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException e) {
      throw refused(directory, "cannot be listed", e);
    }
  }

  @Override public long bytes(String path) {
    Path file = resolve(path);
    if (Files.isDirectory(file)) {
      throw new StateException(Reason.DAMAGED, describe(path), "is a directory, must be a file");
    }
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw refused(path, "cannot be read", e);
    }
  }

  @Override public void create(String path, long words) {
    Path file = resolve(path);
    try {
      Files.createDirectories(file.getParent());
    } catch (IOException e) {
      throw refused(path, "its directory cannot be made", e);
    }
    try (FileChannel channel = FileChannel.open(
        file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(ZEROS, words * Long.BYTES));
      for (long left = words * Long.BYTES; left > 0; ) {
        zeros.clear().limit((int) Math.min(zeros.capacity(), left));
        left -= channel.write(zeros);
      }
      channel.force(true);
    } catch (IOException e) {
      StateException refused = refused(
          path, "cannot be made with " + words * Long.BYTES + " bytes", e);
      try {
        Files.deleteIfExists(file);
      } catch (IOException more) {
        refused.addSuppressed(more);
      }
      throw refused;
    }
    forceDirectory(file.getParent());
  }

  @Override public DurableCells map(String path, long first, long words) {
    if ((first + words) * Long.BYTES > bytes(path)) { // mapping more would make the file longer
      throw new StateException(Reason.DAMAGED, describe(path), "is too short: has " + bytes(path)
          + " bytes, must have " + (first + words) * Long.BYTES);
    }
    try (FileChannel channel = FileChannel.open(
        resolve(path), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return new MappedCells(describe(path), channel, first, words);
    } catch (IOException e) {
      throw refused(path, "cannot be mapped for reading and writing", e);
    }
  }

  @Override public void rename(String from, String to) {
    try {
      Files.createDirectories(resolve(to).getParent());
      Files.move(resolve(from), resolve(to), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw refused(from, "cannot be renamed to " + describe(to), e);
    }
    forceDirectory(resolve(from).getParent());
    forceDirectory(resolve(to).getParent());
  }

  @Override public void delete(String path) {
    try {
      Files.delete(resolve(path));
    } catch (IOException e) {
      throw refused(path, "cannot be removed", e);
    }
    forceDirectory(resolve(path).getParent());
  }

  @Override public Hold hold(String directory) {
    String path = directory + "/" + LOCK;
    Path file = resolve(path);
    FileChannel channel = null;
    try {
      Files.createDirectories(file.getParent());
      channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ,
          StandardOpenOption.WRITE);
      FileLock lock = channel.tryLock();
      if (lock == null) {
        throw inUse(directory, file);
      }
      byte[] holder = ("process " + ProcessHandle.current().pid() + " since "
          + Instant.now().truncatedTo(ChronoUnit.SECONDS) + "\n")
          .getBytes(StandardCharsets.US_ASCII);
      channel.truncate(0);
      channel.write(ByteBuffer.wrap(holder), 0);
      FileChannel held = channel;
      channel = null;
      return () -> {
        try {
          held.close(); // gives the lock back
        } catch (IOException e) {
          throw refused(path, "cannot be given back", e);
        }
      };
    } catch (OverlappingFileLockException e) {
      throw inUse(directory, file);
    } catch (IOException e) {
      throw refused(path, "cannot be locked", e);
    } finally {
      if (channel != null) {
        try {
          channel.close();
        } catch (IOException e) {
          throw refused(path, "cannot be closed", e);
        }
      }
    }
  }

  private StateException inUse(String directory, Path lock) {
    String holder;
    try (var in = Files.newInputStream(lock)) {
      holder = new String(in.readNBytes(MOST_LOCK_BYTES), StandardCharsets.US_ASCII).strip();
    } catch (IOException e) {
      holder = "";
    }
    boolean isThis = holder.startsWith("process " + ProcessHandle.current().pid() + " ");
    return new StateException(Reason.IN_USE, describe(directory), "is in use by "
        + (holder.isEmpty() ? "another process" : holder) + (isThis ? ", which is this one" : "")
        + "; one process at a time");
  }

  @Override public String describe(String path) {
    return resolve(path).toString();
  }

  private Path resolve(String path) {
    return path.isEmpty() ? root : root.resolve(path);
  }

  /** So that a name that was made, changed or removed is so on disk too. */
  private void forceDirectory(Path directory) {
    if (!FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
      return; // where directories cannot be opened, they cannot be forced either
    }
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      throw refused(root.relativize(directory).toString(), "cannot be forced to disk", e);
    }
  }

  private StateException refused(String path, String what, IOException cause) {
    String said = cause.getMessage() == null ? cause.toString() : cause.getMessage();
    String why = cause instanceof AccessDeniedException ? "no permission"
        : cause instanceof NoSuchFileException ? "there is no such file"
        : cause instanceof NotDirectoryException ? "not a directory"
        : said;
    String lower = said.toLowerCase(Locale.ROOT);
    boolean isFull = lower.contains("no space left") || lower.contains("quota exceeded")
        || lower.contains("not enough space");
    return new StateException(
        isFull ? Reason.NO_ROOM : Reason.REFUSED, describe(path), what + ": " + why, cause);
  }
}
