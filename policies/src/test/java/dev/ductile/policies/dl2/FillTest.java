package dev.ductile.policies.dl2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.entry;

import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.Grant;
import dev.ductile.api.Nodes;
import dev.ductile.api.Policy;
import dev.ductile.api.Range;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.policies.Sketch;
import dev.ductile.policies.fair.Drf;
import dev.ductile.policies.placements.Pooled;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class FillTest {
  /** Two nodes of 8 CPUs and 8 GPUs, and jobs A, B and C in order of arrival. */
  private final Sketch example =
      new Sketch(Nodes.uniform(2, amounts(8, 8)))
          .waiting(Sketch.spec("A", tasks(), bounds(), 900))
          .waiting(Sketch.spec("B", tasks(), bounds(), 200))
          .waiting(Sketch.spec("C", tasks(), bounds(), 500));

  @Test
  void theFirstJobTakesAllThatFits() {
    assertThat(sizes(example, fill(Fill.Order.FIFO, 16))).containsOnly(entry("A", size(4)));
  }

  @Test
  void theJobThatEndsFirstTakesAllThatFits() {
    assertThat(sizes(example, fill(Fill.Order.SRTF, 16))).containsOnly(entry("B", size(4)));
  }

  /** The DRF of the paper adds one worker and one server to the job with the least share. */
  @Test
  void drfAddsAWorkerAndAServerAtATime() {
    Policy drf = Sketch.policy(new Drf(), new Drf().defaults(), new Pooled());

    assertThat(sizes(example, drf))
        .containsOnly(entry("A", size(2)), entry("B", size(1)), entry("C", size(1)));
  }

  @Test
  void laterJobsGetWhatTheThresholdLeaves() {
    assertThat(sizes(example, fill(Fill.Order.FIFO, 3)))
        .containsOnly(entry("A", size(3)), entry("B", size(1)));
    assertThat(sizes(example, fill(Fill.Order.SRTF, 2)))
        .containsOnly(entry("B", size(2)), entry("C", size(2)));
    assertThat(example.reason(fill(Fill.Order.FIFO, 3), "A"))
        .isEqualTo(
            "STARTED: gets 3+3 (12 cpu, 12 gpu, on 2 nodes): jobs are filled one after the other, each up to 3 workers or its least size");
    assertThat(example.reason(fill(Fill.Order.FIFO, 3), "B"))
        .endsWith("jobs before it leave no more");
  }

  @Test
  void tetrisWeighsTheMatchAgainstTheRemainingTime() {
    var small = new Demand(Resources.gpus(1), Resources.of(Resources.CPU, 1), Resources.NONE);
    Sketch sketch =
        new Sketch(Nodes.uniform(2, amounts(8, 8)))
            .waiting(Sketch.spec("small", small, bounds(), 500))
            .waiting(Sketch.spec("matching", tasks(), bounds(), 500))
            .waiting(Sketch.spec("short", tasks(), bounds(), 100));

    assertThat(sizes(sketch, fill(Fill.Order.TETRIS, 2)))
        .containsOnly(entry("short", size(2)), entry("matching", size(2)));
  }

  @Test
  void aThresholdIsAtLeastOne() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Fill.Settings(Fill.Order.FIFO, 0))
        .withMessage("fill needs a most of at least 1, not 0");
  }

  private static Policy fill(Fill.Order order, int most) {
    return Sketch.policy(new Fill(), new Fill.Settings(order, most), new Pooled());
  }

  private static Map<String, Size> sizes(Sketch sketch, Policy policy) {
    return sketch.plan(policy).grants().stream()
        .collect(
            Collectors.toMap(
                grant -> grant.job().id().name(), (Grant grant) -> grant.allocation().size()));
  }

  private static Size size(int bundles) {
    return new Size(bundles, bundles);
  }

  private static Demand tasks() {
    return new Demand(amounts(2, 4), amounts(2, 0), Resources.NONE);
  }

  private static Bounds bounds() {
    return new Bounds(Range.between(1, 16), Range.between(1, 16));
  }

  private static Resources amounts(double cpus, double gpus) {
    return Resources.of(Map.of(Resources.CPU, cpus, Resources.GPU, gpus));
  }
}
