package dev.ductile.learned.training;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.history.Run;
import dev.ductile.learned.model.LearnedModel;
import dev.ductile.learned.model.ModelFile;
import dev.ductile.learned.policy.PolicyModel;
import dev.ductile.learned.slot.ActionSpace;
import dev.ductile.learned.slot.TaskKinds;
import dev.ductile.scenario.Choice;
import dev.ductile.scheduler.SchedulerObserver;
import dev.ductile.simulator.Simulation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Jobs of workers that exchange gradients without servers (DL2, Section 7). */
@Tag("figures")
class AllReduceTrainingTest {
  private static final int JOBS = 8;
  private static final List<String> SMALL =
      List.of("jobs=8", "types=1", "hidden=[32]", "imitation.batch=64", "imitation.rate=0.005");

  @TempDir private Path folder;

  @Test
  void aModelThatImitatesDecidesAsItsTeacher() throws IOException {
    Training training = Sketches.allReduce(folder);
    LearnedModel model = imitated(training);

    assertThat(model.network(PolicyModel.POLICY).inputs()).isEqualTo(JOBS * (1 + 4));
    assertThat(model.network(PolicyModel.POLICY).outputs())
        .isEqualTo(new ActionSpace(JOBS, TaskKinds.WORKERS).size())
        .isEqualTo(JOBS + 1);
    assertThat(model.history().curve().getLast().figures())
        .containsKey("actions.worker")
        .doesNotContainKeys("actions.server", "actions.both");
    assertThat(completion(training, model)).isLessThan(1.2 * completion(training, "drf"));
  }

  @ParameterizedTest
  @EnumSource
  void aModelIsReinforcedByEachRule(LearningRule rule) throws IOException {
    Training training = Sketches.allReduce(folder);
    LearnedModel before = imitated(training);
    TrainingSettings settings =
        TrainingSettingsText.read(
            Training.settings(before),
            Optional.empty(),
            List.of(
                "reinforcement.rule=" + rule.name().toLowerCase(Locale.ROOT),
                "reinforcement.replay.batch=16",
                "reinforcement.clipped.slots=5",
                "reinforcement.clipped.preparation=0",
                "reinforcement.afterstate.slots=5",
                "reinforcement.afterstate.preparation=0",
                "reinforcement.clusters=2"));
    LearnedModel after = training.reinforce(before, settings, 1, 4, TrainingListener.NONE);

    assertThat(after.trained(PolicyModel.POLICY).steps())
        .isGreaterThan(before.trained(PolicyModel.POLICY).steps());
    assertThat(completion(training, after)).isPositive();
  }

  private static LearnedModel imitated(Training training) {
    TrainingSettings settings =
        TrainingSettingsText.read(TrainingSettings.DEFAULTS, Optional.empty(), SMALL);
    return training.imitate(Choice.named("drf"), settings, 1, 12, TrainingListener.NONE);
  }

  /** The mean completion time under the policy of a model, read from its file. */
  private double completion(Training training, LearnedModel model) {
    Path file = folder.resolve("workers.model");
    ModelFile.write(file, model);
    return completion(training, "dl2 check=false model=" + file);
  }

  private static double completion(Training training, String policy) {
    var simulation = new Simulation(training.scenario(), training.catalog());
    double sum = 0;
    for (long seed = 1001; seed <= 1005; seed++) {
      Run run = simulation.run(Choice.ofLine(policy), seed, 1, false, SchedulerObserver.NONE);
      assertThat(run.figures().finished()).as("jobs that finish").isEqualTo(JOBS);
      sum += run.figures().averageCompletion();
    }
    return sum;
  }
}
