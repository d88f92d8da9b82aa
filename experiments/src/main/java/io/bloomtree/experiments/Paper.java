package io.bloomtree.experiments;

/** Whose figures are made again. */
public enum Paper {
  ONE_IS_ENOUGH("One is enough",
      "G. Koloniari, N. Ntarmos, E. Pitoura, D. Souravlias: One is Enough: Distributed Filtering "
          + "for Duplicate Elimination, CIKM 2011"),
  STABLE("Stable",
      "F. Deng, D. Rafiei: Approximately Detecting Duplicates for Streaming Data using Stable "
          + "Bloom Filters, SIGMOD 2006"),
  RESERVOIR("Reservoir",
      "S. Dutta, S. Bhattacharjee, A. Narang: Towards \"Intelligent Compression\" in Streams: "
          + "A Biased Reservoir Sampling based Bloom Filter Approach, EDBT 2012"),
  IMPORTANCE("Importance",
      "P. Kulkarni, R. Boraskar, V. Gabale, D. Kulkarni: Importance-aware Bloom Filter for Set "
          + "Membership Queries in Streaming Data, technical report, IIT Bombay, 2011"),
  FREQUENCY("Frequency queries",
      "F. Deng: Approximation Algorithms for Frequency Related Query Processing on Streaming Data, "
          + "doctoral thesis, University of Alberta, 2007, chapters 4 and 5"),
  BEYOND("Beyond the papers", "What the papers do not show, and a user should know");

  private final String title;
  private final String reference;

  Paper(String title, String reference) {
    this.title = title;
    this.reference = reference;
  }

  /** A word or three for a heading. */
  public String title() {
    return title;
  }

  /** Authors, full title, where and when. */
  public String reference() {
    return reference;
  }
}
