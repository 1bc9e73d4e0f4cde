package dev.ductile.runtime.balance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.runtime.job.BatchSpec;
import dev.ductile.runtime.job.CheckpointSpec;
import dev.ductile.runtime.job.DataSpec;
import dev.ductile.runtime.job.FaultSpec;
import dev.ductile.runtime.job.ModelSpec;
import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.runtime.job.SizeSpec;
import dev.ductile.runtime.job.StopRule;
import dev.ductile.runtime.job.Synchrony;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.membership.TaskState.Cursor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class StepBudgetTest {
  private static final int SIZE = 100;

  private static TrainingJob job(int epochs, long steps) {
    return new TrainingJob(
        "job",
        new ModelSpec(ModelSpec.Kind.LINEAR, 0, List.of(), 0, 0, 1, true),
        new DataSpec(new DataSpec.Source.Generated("a9a", 400), 5, 4, true),
        OptimizerSpec.of(OptimizerSpec.Kind.SGD, 0.1),
        new Synchrony(Synchrony.Kind.ASP, 0),
        new BatchSpec(8, false, BatchSpec.RateRule.NONE),
        new StopRule(Optional.of(epochs), Optional.of(steps), Optional.empty()),
        new SizeSpec(2, 2, 2),
        new CheckpointSpec(Optional.empty(), Optional.empty(), 1),
        new FaultSpec(Duration.ofSeconds(10), Duration.ofSeconds(1), 0),
        42);
  }

  private static Map<Integer, Long> ends(
      long steps, long step, List<Integer> owners, List<Cursor> cursors) {
    return StepBudget.ends(job(2, steps), step, owners, List.of(SIZE, SIZE, SIZE, SIZE), cursors);
  }

  private static List<Cursor> cursors(long... safe) {
    var cursors = new ArrayList<Cursor>();
    for (int split = 0; split < safe.length; split++) {
      cursors.add(new Cursor(split, safe[split], safe[split]));
    }
    return cursors;
  }

  @Test
  void budgetsAddUpToTheRemainingSteps() {
    for (long seed = 0; seed < 100; seed++) {
      var random = new SplittableRandom(seed);
      List<Integer> owners = random.ints(4, 1, 4).boxed().toList();
      long step = random.nextLong(1_000);
      Map<Integer, Long> ends = ends(1_000, step, owners, cursors(0, 0, 0, 0));
      assertThat(ends.values().stream().mapToLong(end -> end - step).sum())
          .as("seed %d", seed)
          .isEqualTo(1_000 - step);
      assertThat(ends.keySet()).as("seed %d", seed).containsAll(owners);
      long most = ends.values().stream().mapToLong(Long::longValue).max().orElseThrow();
      assertThat(ends.values()).allSatisfy(end -> assertThat(end).isGreaterThanOrEqualTo(most - 1));
    }
  }

  @Test
  void aWorkerWithoutExamplesGetsNoSteps() {
    List<Integer> owners = List.of(1, 2, 2, 3);
    assertThat(ends(11, 10, owners, cursors(200, 200, 150, 0))).isEqualTo(Map.of(2, 11L, 3, 10L));
    assertThat(ends(11, 10, owners, cursors(200, 200, 200, 200))).isEmpty();
  }
}
