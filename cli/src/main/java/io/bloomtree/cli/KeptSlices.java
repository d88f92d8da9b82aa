package io.bloomtree.cli;

import static java.util.Objects.requireNonNull;

import io.bloomtree.state.FileVolume;
import io.bloomtree.state.Inspection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The slices and agents that have state in a data directory, by the names people have for them. */
final class KeptSlices {
  private static final int NAMES = 8;
  /** What the directory of a tree has besides those of its slices. */
  private static final String KNOWN = "known";

  private final CommandLine commandLine;
  private final Path data;
  private final Optional<String> tree;
  private final List<String> paths;

  /**
   * @param tree whose slices are meant; empty: of all trees
   * @throws ParameterException if the directory has no state, or none of that tree
   */
  KeptSlices(CommandLine commandLine, Path data, Optional<String> tree) {
    this.commandLine = requireNonNull(commandLine, "commandLine");
    this.data = requireNonNull(data, "data");
    this.tree = requireNonNull(tree, "tree");
    String found = Files.exists(data) ? " is no directory" : " is not there";
    require(Files.isDirectory(data), data + found + ", must be the data directory of a topology");
    require(!Files.isDirectory(data.resolve(KNOWN)), data + " is the directory of one tree, must "
        + "be the data directory above it");
    List<String> all = inspection().slices();
    require(!all.isEmpty(), data + " has no state of any slice, must be the data directory of a "
        + "topology: the one that has a directory for each tree");
    this.paths = all.stream()
        .filter(path -> tree.isEmpty() || treeOf(path).equals(tree.get())).toList();
    require(!paths.isEmpty(), "--tree: no '" + tree.orElse("") + "' in " + data + ", which has "
        + Figures.names(all.stream().map(KeptSlices::treeOf).distinct().toList(), NAMES));
  }

  Inspection inspection() {
    return Inspection.of(data);
  }

  FileVolume volume() {
    return new FileVolume(data);
  }

  /** All of them, as {@link Inspection#slices} gives them. */
  List<String> paths() {
    return paths;
  }

  private static String treeOf(String path) {
    return path.substring(0, path.indexOf('/'));
  }

  /**
   * The path of one.
   *
   * @param name a node and a slice, {@code root.1} or {@code root/1}; an unsliced node alone
   * @throws ParameterException if there is none of that name, or one in each of several trees
   */
  String path(String option, String name) {
    String wanted = name.replace('/', '.');
    List<String> found = paths.stream()
        .filter(path -> nameOf(path).equals(wanted) || nameOf(path).equals(wanted + ".0")).toList();
    require(!found.isEmpty(), option + ": no '" + name + "' in " + data + ", which has "
        + Figures.names(paths.stream().map(KeptSlices::nameOf).toList(), NAMES));
    require(found.size() == 1, option + ": '" + name + "' is in several trees: say which, --tree "
        + String.join(" or ", found.stream().map(KeptSlices::treeOf).toList()));
    return found.get(0);
  }

  private static String nameOf(String path) {
    return path.substring(path.indexOf('/') + 1);
  }

  private void require(boolean condition, String message) {
    if (!condition) {
      throw new ParameterException(commandLine, message);
    }
  }
}
