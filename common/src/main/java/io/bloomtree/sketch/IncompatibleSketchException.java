package io.bloomtree.sketch;

/** Two sketches that should have had one shape do not. */
public final class IncompatibleSketchException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient SketchShape ours;
  private final transient SketchShape theirs;

  IncompatibleSketchException(SketchShape ours, SketchShape theirs) {
    super("sketches must have one shape: ours=" + ours + ", theirs=" + theirs);
    this.ours = ours;
    this.theirs = theirs;
  }

  public SketchShape ours() {
    return ours;
  }

  public SketchShape theirs() {
    return theirs;
  }
}
