package io.bloomtree.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The tokens that a server knows, and what each is for. Immutable; never printed. */
public final class Tokens {
  /*
   * Kept and compared as SHA-256: all have one length then, and how long a comparison takes says
   * nothing about the token. All of them are compared, so nor does it say which one it was.
   */

  private static final String TOKEN = "[A-Za-z0-9._~+/-]+=*";
  private static final int LEAST_CHARACTERS = 16;
  private static final long MOST_BYTES = 1 << 20;
  private static final Set<PosixFilePermission> OPEN_TO_OTHERS = EnumSet.of(
      PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_WRITE,
      PosixFilePermission.GROUP_WRITE);

  private final List<Known> known;

  private record Known(byte[] digest, Role role) {}

  /**
   * Whoever sent a token.
   *
   * @param number of the token in the order of the file, to tell its holder from others
   */
  record Bearer(int number, Role role) {}

  private Tokens(List<Known> known) {
    this.known = List.copyOf(known);
  }

  /** Nobody is asked for one. */
  public static Tokens none() {
    return new Tokens(List.of());
  }

  /**
   * The tokens in a file that only its owner, and perhaps its group, can read.
   *
   * @throws IllegalArgumentException if it cannot be read, others can read it, or it has anything
   *     but tokens
   */
  public static Tokens read(Path file) {
    try {
      if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
        Set<PosixFilePermission> open = EnumSet.copyOf(OPEN_TO_OTHERS);
        open.retainAll(Files.getPosixFilePermissions(file));
        if (!open.isEmpty()) {
          throw new IllegalArgumentException(
              file + " is open to others, must be its owner's: chmod 600 " + file);
        }
      }
      if (Files.size(file) > MOST_BYTES) {
        throw new IllegalArgumentException(file + " must have <= " + MOST_BYTES + " bytes");
      }
      return parse(file.toString(), Files.readString(file));
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot read tokens: " + e, e);
    }
  }

  /**
   * The tokens in a text: a role and a token a line, or between commas; {@code #} begins a comment.
   *
   * @param name what messages call the text
   * @throws IllegalArgumentException if it has anything else, or no token; the message has none
   */
  public static Tokens parse(String name, String text) {
    List<Known> known = new ArrayList<>();
    int line = 0;
    for (String written : text.split("[\n,]", -1)) {
      line++;
      String entry = written.replaceFirst("(^|\\s)#.*", "").strip();
      if (!entry.isEmpty()) {
        Known token = token(name + ":" + line, entry.split("\\s+"));
        if (known.stream().anyMatch(it -> MessageDigest.isEqual(it.digest, token.digest))) {
          throw new IllegalArgumentException(name + ":" + line + ": token is listed twice");
        }
        known.add(token);
      }
    }
    if (known.isEmpty()) {
      throw new IllegalArgumentException(name + " has no token, must have some");
    }
    return new Tokens(known);
  }

  private static Known token(String where, String[] words) {
    if (words.length != 2) {
      throw new IllegalArgumentException(where + ": must be a role and a token");
    }
    Role role = List.of(Role.values()).stream()
        .filter(it -> it.name().toLowerCase(Locale.ROOT).equals(words[0])).findFirst()
        .orElseThrow(() -> new IllegalArgumentException(
            where + ": role must be producer, viewer or operator"));
    if (!words[1].matches(TOKEN) || words[1].length() < LEAST_CHARACTERS) {
      throw new IllegalArgumentException(where + ": token must have at least " + LEAST_CHARACTERS
          + " letters, digits or any of . _ ~ + / - ="
          + ", as openssl rand -base64 24 makes them");
    }
    return new Known(digest(words[1]), role);
  }

  boolean isEmpty() {
    return known.isEmpty();
  }

  /** Whose token that is, if it is one. */
  Optional<Bearer> bearer(String token) {
    byte[] digest = digest(token);
    int found = -1;
    for (int i = 0; i < known.size(); i++) {
      if (MessageDigest.isEqual(known.get(i).digest, digest)) {
        found = i;
      }
    }
    return found < 0 ? Optional.empty() : Optional.of(new Bearer(found, known.get(found).role));
  }

  private static byte[] digest(String token) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(token.getBytes(UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }

  @Override public String toString() {
    return "Tokens[" + known.size() + "]";
  }
}
