package io.bloomtree.bus;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Properties;

/** What this process was built from. Immutable. */
public final class Build {
  private static final String VERSION = read();

  private Build() {}

  /** The version of Bloomtree. */
  public static String version() {
    return VERSION;
  }

  private static String read() {
    try (var in = Build.class.getResourceAsStream("version.properties")) {
      var properties = new Properties();
      properties.load(in);
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
