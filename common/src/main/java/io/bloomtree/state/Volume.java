package io.bloomtree.state;

import java.util.List;
import java.util.Optional;

/**
 * A disk as the state sees it: files of words in directories, by paths with slashes. What a method
 * other than {@link #map} changes is safe on disk when it returns. Thread-safe.
 *
 * <p>Every method throws a {@link StateException} with reason {@code REFUSED} or {@code NO_ROOM} if
 * the operating system says no.
 */
public interface Volume {

  /** Which start of the computer this is; empty where that cannot be known. */
  Optional<String> boot();

  /** Whether there is a file or a directory. */
  boolean exists(String path);

  /** Whether it is a directory. */
  boolean isDirectory(String path);

  /** The names in a directory, sorted; none if there is no such directory. */
  List<String> list(String directory);

  /** The size of a file in bytes. */
  long bytes(String path);

  /**
   * Makes a file of zeros, and the directories it is in. Its room is really taken: a later put
   * cannot find the disk full.
   */
  void create(String path, long words);

  /** Some words of a file, for reading and writing. */
  DurableCells map(String path, long first, long words);

  /** Gives a file or directory another name, all at once. */
  void rename(String from, String to);

  /** Removes a file. */
  void delete(String path);

  /**
   * Takes a directory, which is made if need be, for this process alone.
   *
   * @throws StateException with reason {@code IN_USE} if it is taken, naming by whom
   */
  Hold hold(String directory);

  /** The path as people know it, for messages. */
  String describe(String path);

  /** The right to be the only one to work in a directory, until it is closed. */
  interface Hold extends AutoCloseable {
    @Override void close();
  }
}
