package io.bloomtree.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Test-and-set of a stream with half its events copies, hashing included: time an
 * event, over the last million offers before the filter reaches its design load. Filling it up
 * to there is not measured, but compiles the loop.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 1)
@Measurement(iterations = 3)
public class TestAndSetBenchmark {
  private static final int OFFERS = 1_000_000;

  @Param({"1000000", "50000000"})   // 1.3 MB of bits; 64 MB of bits
  int items;

  @Param({"OURS", "OURS_BATCH", "OURS_PLAIN", "GUAVA", "DATASKETCHES", "FASTFILTER"})
  String contestant;

  private Contestant filter;

  @Setup(Level.Iteration)
  public void fill() {
    filter = Contestant.Kind.valueOf(contestant).make(items);
    filter.offer(0, 2L * items - OFFERS);
  }

  @Benchmark
  @OperationsPerInvocation(OFFERS)
  public long offer() {
    return filter.offer(2L * items - OFFERS, 2L * items);
  }
}
