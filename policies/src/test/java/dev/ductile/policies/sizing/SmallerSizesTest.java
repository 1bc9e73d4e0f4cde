package dev.ductile.policies.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.Job;
import dev.ductile.api.Range;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.policies.Sketch;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DescentTest {
  private static final Range TO_TWELVE = Range.between(1, 12);

  @Test
  void fromASizeOutsideTheStepsSingleTasksLeaveInProportion() {
    assertThat(SmallerSizes.from(candidate(TO_TWELVE, SizeSteps.FOLLOWING), new Size(12, 3)))
        .startsWith(new Size(11, 3), new Size(11, 2), new Size(10, 2))
        .endsWith(new Size(1, 1));
    assertThat(SmallerSizes.from(candidate(TO_TWELVE, SizeSteps.WORKERS), new Size(8, 4)))
        .startsWith(new Size(7, 4), new Size(7, 3))
        .endsWith(new Size(1, 1));
  }

  @Test
  void onlyLegalSizesAreTried() {
    assertThat(
            SmallerSizes.from(
                candidate(Range.of(List.of(2, 4, 8)), SizeSteps.FOLLOWING), new Size(8, 3)))
        .containsExactly(new Size(4, 3), new Size(4, 2), new Size(4, 1), new Size(2, 1));
  }

  @Test
  void fromAStepSmallerStepsAreTried() {
    assertThat(SmallerSizes.from(candidate(TO_TWELVE, SizeSteps.FOLLOWING), new Size(3, 3)))
        .containsExactly(new Size(2, 2), new Size(1, 1));
  }

  private static Candidate candidate(Range workers, SizeSteps steps) {
    var demand = new Demand(Resources.gpus(1), Resources.of(Resources.CPU, 1), Resources.NONE);
    var spec = Sketch.spec("a", demand, new Bounds(workers, TO_TWELVE), 60);
    var job = Job.submitted(spec, 0, Sketch.NOW, where -> where.workers(), Duration.ZERO);
    return new Candidate(
        job,
        new SpeedBySize(job, steps),
        new ResourceNeeds(demand, List.of(Resources.CPU, Resources.GPU)),
        NodePools.WHOLE);
  }
}
