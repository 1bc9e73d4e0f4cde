package dev.ductile.models.layers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Seed;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class OverlapTest {
  private static final Offset<Double> EXACTLY = within(1e-9);
  private static final int SEEDS = 500;

  /** Four layers as in SMD's Figure 4. */
  private static final Layers FIGURE =
      layers(new double[][] {{1, 2, 1}, {1, 2, 1}, {1, 2, 1}, {2, 3, 1}});

  /** Layers for which Lemma 2 as printed counts a backlog twice. */
  private static final Layers SKEWED = layers(new double[][] {{1, 1, 1}, {1, 3, 1}, {1, 3, 1}});

  @Test
  void lemma1OnTheFigure() {
    var lemma = new WaitFreeSchedule(FIGURE);

    assertThat(times(4, lemma::sends)).containsExactly(9, 7, 5, 2);
    assertThat(times(4, lemma::receives)).containsExactly(12, 10, 8, 5);
    assertThat(lemma.forwardStarts()).isEqualTo(14);
    assertThat(lemma.step().seconds()).isEqualTo(18);
    assertThat(lemma.step().eta().inOrder()).containsExactly(1.0, 0.4, 2 / 3.0);
    assertThat(Overlap.SEQUENTIAL.step(FIGURE, 0)).isEqualTo(new StepTime(27, Eta.SEQUENTIAL));
  }

  @Test
  void lemma2OnTheFigure() {
    PrioritySchedule lemma = PrioritySchedule.corrected(FIGURE, 0);

    assertThat(times(4, lemma::ends)).containsExactly(7, 8, 9, 11);
    assertThat(times(4, lemma::forwards)).containsExactly(7, 8, 9, 11);
    assertThat(Overlap.PRIORITY.step(FIGURE, 0).seconds()).isEqualTo(12);
    assertThat(Overlap.PRIORITY_AS_PRINTED.step(FIGURE, 0).seconds()).isEqualTo(15);
  }

  @Test
  void theBacklogCountsOnce() {
    PrioritySchedule lemma = PrioritySchedule.corrected(SKEWED, 0);

    assertThat(times(3, lemma::ends)).containsExactly(4, 6, 8);
    assertThat(times(3, lemma::forwards)).containsExactly(4, 6, 8);
    assertThat(Overlap.PRIORITY.step(SKEWED, 0).seconds()).isEqualTo(9);
    assertThat(Overlap.PRIORITY_AS_PRINTED.step(SKEWED, 0).seconds()).isEqualTo(11);
    assertThat(Overlap.WAIT_FREE.step(SKEWED, 0).seconds()).isEqualTo(14);
    assertThat(Overlap.SEQUENTIAL.step(SKEWED, 0).seconds()).isEqualTo(20);
  }

  @Test
  void waitFreeEqualsTheSimulation() {
    for (long seed = 0; seed < SEEDS; seed++) {
      Layers layers = any(new Seed(seed).stream("layers"));
      int[] whole = IntStream.generate(() -> 1).limit(layers.count()).toArray();

      same(seed, layers, Overlap.WAIT_FREE.step(layers, 0), simulated(layers, whole, false));
    }
  }

  /** If all times are multiples of the slice, interruptions lose no time. */
  @Test
  void priorityWithSlicesEqualsTheSimulation() {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomGenerator random = new Seed(seed).stream("layers");
      Layers layers = whole(random);
      int perSecond = 1 << random.nextInt(4);
      int[] slices =
          layers.inOrder().stream().mapToInt(it -> (int) (it.transfer() * perSecond)).toArray();

      StepTime step = Overlap.PRIORITY.step(layers, 1.0 / perSecond);
      same(seed, layers, step, simulated(layers, slices, true));
    }
  }

  /** With infinitely small slices, a layer nearer to the input interrupts at any time. */
  @Test
  void priorityWithoutSlicesEqualsTheSimulation() {
    for (long seed = 0; seed < SEEDS; seed++) {
      Layers layers = any(new Seed(seed).stream("layers"));

      assertThat(Overlap.PRIORITY.step(layers, 0).seconds())
          .as("seed %d: %s", seed, layers)
          .isCloseTo(interrupting(layers), EXACTLY);
    }
  }

  @Test
  void finerSlicesApproachTheLimitOfInfinitelyFineOnes() {
    for (long seed = 0; seed < SEEDS; seed++) {
      Layers layers = any(new Seed(seed).stream("layers"));
      double none = Overlap.PRIORITY.step(layers, 0).seconds();
      for (double slice = 0.1; slice > 1e-6; slice /= 10) {
        assertThat(Overlap.PRIORITY.step(layers, slice).seconds())
            .as("seed %d, slice %s: %s", seed, slice, layers)
            .isBetween(none, none + slice + 1e-9);
      }
    }
  }

  @Test
  void moreOverlapIsNeverSlower() {
    for (long seed = 0; seed < SEEDS; seed++) {
      Layers layers = any(new Seed(seed).stream("layers"));
      double sequential = Overlap.SEQUENTIAL.step(layers, 0).seconds();
      double waitFree = Overlap.WAIT_FREE.step(layers, 0).seconds();
      double priority = Overlap.PRIORITY.step(layers, 0).seconds();
      double printed = Overlap.PRIORITY_AS_PRINTED.step(layers, 0).seconds();

      assertThat(waitFree).as("seed %d", seed).isLessThanOrEqualTo(sequential + 1e-9);
      assertThat(priority).as("seed %d", seed).isLessThanOrEqualTo(waitFree + 1e-9);
      assertThat(priority).as("seed %d", seed).isLessThanOrEqualTo(printed + 1e-9);
    }
  }

  @Test
  void shorterTransfersAreNeverSlower() {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomGenerator random = new Seed(seed).stream("layers");
      Layers slow = any(random);
      Layers fast = slow.transferring(random.nextDouble());
      for (Overlap overlap : Overlap.values()) {
        if (overlap != Overlap.PRIORITY_AS_PRINTED) {
          assertThat(overlap.step(fast, 0).seconds())
              .as("seed %d, %s", seed, overlap)
              .isLessThanOrEqualTo(overlap.step(slow, 0).seconds() + 1e-9);
        }
      }
    }
  }

  @Test
  void thePartsThatEtaLeavesAddUpToTheStep() {
    for (long seed = 0; seed < SEEDS; seed++) {
      Layers layers = any(new Seed(seed).stream("layers"));
      for (Overlap overlap : Overlap.values()) {
        StepTime step = overlap.step(layers, 0);
        assertThat(step.eta().inOrder()).as("seed %d", seed).allMatch(it -> it > 0 && it <= 1);
        if (overlap != Overlap.PRIORITY_AS_PRINTED) {
          assertThat(parts(layers, step.eta()))
              .as("seed %d, %s", seed, overlap)
              .isCloseTo(step.seconds(), EXACTLY);
        }
      }
    }
  }

  private static double parts(Layers layers, Eta eta) {
    return eta.forward() * layers.forward()
        + eta.backward() * layers.backward()
        + eta.communication() * 2 * layers.transfer();
  }

  private static void same(
      long seed, Layers layers, StepTime step, StepSimulation.Outcome happened) {
    String about = "seed %d: %s".formatted(seed, layers);
    assertThat(step.seconds()).as(about).isCloseTo(happened.seconds(), EXACTLY);
    assertThat(step.eta().forward() * layers.forward())
        .as(about)
        .isCloseTo(happened.forward(), EXACTLY);
    assertThat(step.eta().backward() * layers.backward())
        .as(about)
        .isCloseTo(happened.backward(), EXACTLY);
    assertThat(step.eta().communication() * 2 * layers.transfer())
        .as(about)
        .isCloseTo(happened.communication(), EXACTLY);
  }

  private static StepSimulation.Outcome simulated(Layers layers, int[] slices, boolean inputFirst) {
    return new StepSimulation(layers, slices, inputFirst).run();
  }

  /** The time of a step whose layers send as soon as possible, nearest to the input first. */
  private static double interrupting(Layers layers) {
    double[] left = new double[layers.count()];
    double[] through = new double[layers.count()];
    double time = 0;
    for (int known = layers.count() - 1; known >= 0; known--) {
      double backward = layers.backward(known);
      send(left, through, time, backward);
      time += backward;
      left[known] = layers.transfer(known);
    }
    send(left, through, time, Double.POSITIVE_INFINITY);
    double forward = 0;
    for (int layer = 0; layer < through.length; layer++) {
      forward = Math.max(forward, through[layer]) + layers.forward(layer);
    }
    return forward;
  }

  private static void send(double[] left, double[] through, double from, double seconds) {
    double sent = 0;
    for (int layer = 0; layer < left.length; layer++) {
      double part = Math.min(left[layer], seconds - sent);
      sent += part;
      if (left[layer] > 0 && part == left[layer]) {
        through[layer] = from + sent;
      }
      left[layer] -= part;
    }
  }

  /** Layers with very different transfers. */
  private static Layers any(RandomGenerator random) {
    return layers(
        IntStream.rangeClosed(0, random.nextInt(9))
            .mapToObj(_ ->
                new double[] {
                  0.01 + random.nextDouble(),
                  0.01 + random.nextDouble() * (random.nextInt(4) == 0 ? 8 : 1),
                  0.01 + random.nextDouble()
                })
            .toArray(double[][]::new));
  }

  private static Layers whole(RandomGenerator random) {
    return layers(
        IntStream.rangeClosed(0, random.nextInt(7))
            .mapToObj(_ ->
                new double[] {random.nextInt(1, 5), random.nextInt(1, 9), random.nextInt(1, 5)})
            .toArray(double[][]::new));
  }

  private static Layers layers(double[][] each) {
    return new Layers(Arrays.stream(each).map(one -> new Layer(one[0], one[1], one[2])).toList());
  }

  private static double[] times(int layers, IntToDoubleFunction time) {
    return IntStream.range(0, layers).mapToDouble(time).toArray();
  }
}
