package io.bloomtree.distribution;

import java.nio.file.Path;

/** Where the build has put what is tested, and what it is called. */
final class Built {
  static final String VERSION = System.getProperty("bloomtree.version");
  static final String NAME = "bloomtree-" + VERSION;
  static final Path ARCHIVES = Path.of("build", "dist").toAbsolutePath();
  static final Path REPOSITORY = Path.of("build", "repository").toAbsolutePath();
  static final Path EXAMPLES = Path.of("examples").toAbsolutePath();

  private Built() {}
}
