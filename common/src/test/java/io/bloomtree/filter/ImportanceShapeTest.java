package io.bloomtree.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.bloomtree.filter.ImportanceShape.Variant;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ImportanceShapeTest {
  private static final long PAPER_BITS = 16 * 1024 * 8;

  @Test void levelsAreThePapersClasses() {
    var many = new ImportanceShape(1_000, 3, 5, 10, Variant.MULTI_CLASS);
    var two = new ImportanceShape(1_000, 3, 5, 10, Variant.TWO_CLASSES);
    long[] sizes = new long[8];
    IntStream.rangeClosed(0, 255).forEach(importance -> sizes[many.level(importance)]++);

    assertThat(many.level(0)).isEqualTo(1);
    assertThat(many.level(255)).isEqualTo(7);
    assertThat(sizes).containsExactly(0, 37, 37, 36, 37, 36, 37, 36);
    assertThat(two.level(0)).isEqualTo(3);
    assertThat(two.level(ImportanceShape.DEFAULT_IMPORTANCE)).isEqualTo(3);
    assertThat(two.level(128)).isEqualTo(7);
    assertThat(two.level(255)).isEqualTo(7);
    assertThat(new ImportanceShape(1_000, 1, 5, 10, Variant.TWO_CLASSES).level(0)).isEqualTo(1);
  }

  @Test void thePapersProfileFitsItsMemory() {
    var shape = ImportanceShape.paperProfile(PAPER_BITS, Variant.MULTI_CLASS);

    assertThat(shape.cells()).isEqualTo(2_048 * 21);
    assertThat(shape.memoryBytes()).isEqualTo(PAPER_BITS / 8);
    assertThat(shape.most()).isEqualTo(7);
    assertThat(shape.probes()).isEqualTo(5);
    assertThat(shape.decrements()).isEqualTo(10);
  }

  @ParameterizedTest
  @CsvSource({
      "TWO_CLASSES, 0.2", "TWO_CLASSES, 0.01", "TWO_CLASSES, 0.0001",
      "MULTI_CLASS, 0.2", "MULTI_CLASS, 0.01", "MULTI_CLASS, 0.0001",
      "HYBRID, 0.2", "HYBRID, 0.01", "HYBRID, 0.0001"})
  void theLeastDecrementsThatKeepTheRateAreTaken(Variant variant, double fpp) {
    var shape = ImportanceShape.forMemory(200_000, fpp, variant);
    var less = new ImportanceShape(shape.cells(), 3, 5, shape.decrements() - 1, variant);
    double[] silent = new double[256];
    silent[ImportanceShape.DEFAULT_IMPORTANCE] = 1;

    assertThat(shape.memoryBytes() * 8).isBetween(200_000L - 64, 200_000L);
    assertThat(shape.rates().falsePositiveRate()).isLessThanOrEqualTo(fpp);
    assertThat(less.rates().falsePositiveRate()).isGreaterThan(fpp);
    assertThat(shape.rates(silent).falsePositiveRate()).isLessThanOrEqualTo(fpp);
  }

  @ParameterizedTest
  @EnumSource(Variant.class)
  void theRateIsKeptFromTheFirstEventOn(Variant variant) {
    var shape = ImportanceShape.forMemory(150_000, 0.05, variant);
    var filter = new ImportanceFilter(shape, 61);
    var random = new SplittableRandom(62);
    for (int round = 0; round < 4; round++) {
      int wrong = 0;
      for (int i = 0; i < 50_000; i++) {
        wrong += filter.addIfNew(random.nextLong(), random.nextInt(256)) ? 0 : 1;
      }
      Confidence.assertAtMost(0.05, wrong, 50_000);
    }
  }

  @Test void theSharesOfAStreamMayBeSaid() {
    double[] important = new double[256];
    important[255] = 1;
    var said = ImportanceShape.forMemory(200_000, 0.01, Variant.MULTI_CLASS, important);
    var unsaid = ImportanceShape.forMemory(200_000, 0.01, Variant.MULTI_CLASS);

    assertThat(said.falsePositiveBound()).isLessThanOrEqualTo(0.01);
    assertThat(unsaid.falsePositiveBound()).isGreaterThan(0.01);
  }

  /** All of the highest importance: a stable filter. */
  @ParameterizedTest
  @CsvSource({"TWO_CLASSES", "MULTI_CLASS"})
  void theBoundIsThatOfAStableFilter(Variant variant) {
    assertThat(new ImportanceShape(5_000, 3, 5, 40, variant).falsePositiveBound())
        .isEqualTo(new StableShape(5_000, 3, 5, 40).falsePositiveBound(), within(1e-12));
  }

  @Test void impossibleShapesAreRefused() {
    assertThatThrownBy(() -> new ImportanceShape(10, 5, 1, 1, Variant.HYBRID))
        .hasMessageContaining("cellBits=5");
    assertThatThrownBy(() -> new ImportanceShape(10, 3, 1, 11, Variant.HYBRID))
        .hasMessageContaining("decrements=11");
    assertThatThrownBy(() -> new ImportanceShape(10, 3, 1, 1, null))
        .hasMessageContaining("variant");
    assertThatThrownBy(() -> ImportanceShape.forMemory(1_000, 1, Variant.MULTI_CLASS))
        .hasMessageContaining("fpp=1");
    assertThatThrownBy(() -> ImportanceShape.forMemory(63, 0.5, Variant.MULTI_CLASS))
        .hasMessageContaining("too small");
    assertThatThrownBy(() -> ImportanceShape.forMemory(64, 1e-9, Variant.MULTI_CLASS))
        .hasMessageContaining("too small");
    var shape = ImportanceShape.paperProfile(1_000, Variant.MULTI_CLASS);
    assertThatThrownBy(() -> shape.level(256)).hasMessageContaining("importance=256");
    assertThatThrownBy(() -> shape.rates().falseNegativeRate(-1)).hasMessageContaining("gap=-1");
    assertThatThrownBy(() -> shape.rates(new double[256])).hasMessageContaining("above 0");
    assertThatThrownBy(() -> shape.rates(new double[] {1})).hasMessageContaining("256 numbers");
    double[] negative = new double[256];
    negative[0] = 2;
    negative[1] = -1;
    assertThatThrownBy(() -> shape.rates(negative)).hasMessageContaining("from 0 on");
  }
}
