package dev.ductile.learned.training;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.history.Run;
import dev.ductile.learned.model.LearnedModel;
import dev.ductile.learned.model.ModelFile;
import dev.ductile.learned.policy.PolicyModel;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.file.ScenarioFile;
import dev.ductile.scheduler.SchedulerObserver;
import dev.ductile.simulator.Simulation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The policy sets learns on a small cluster, and decides on it and on a larger one. */
@Tag("figures")
class SetsTrainingTest {
  private static final List<String> SMALL =
      List.of("jobs=8", "hidden=[32]", "imitation.batch=64", "imitation.rate=0.005");

  /** Twenty times the cluster and five times the jobs, of a type that is in no training. */
  private static final String LARGER =
      """
      cluster: {nodes: [{count: 20, resources: {gpu: 8, cpu: 32}}]}
      workload:
        generate:
          jobs: 40
          arrivals: {poisson: {perHour: 120}}
          mix:
            - name: unseen
              worker: {gpu: 2, cpu: 1}
              server: {cpu: 3}
              bounds: {workers: {max: 16}, servers: {max: 16}}
              work: {lognormal: {median: 90, sigma: 1}}
              speed: {model: optimus-sync, batch: 1, theta: [100, 5, 60, 3, 2]}
      policies: [drf]
      placement: pooled
      decisions: {every: 20m}
      """;

  @TempDir private Path folder;

  @Test
  void aModelDecidesAsItsTeacherAndWellForOtherJobsOnALargerCluster() throws IOException {
    Training training = Sketches.models(folder);
    Path file = folder.resolve("sets.model");
    ModelFile.write(file, imitated(training));
    Scenario larger =
        ScenarioFile.read(
            Files.writeString(folder.resolve("larger.yaml"), LARGER), Catalog.installed());

    String own = "sets check=false model=" + file;
    assertThat(completion(training.scenario(), own))
        .isLessThan(1.1 * completion(training.scenario(), "optimus"));
    assertThat(completion(larger, own))
        .isLessThan(completion(larger, "marginal"))
        .isLessThan(completion(larger, "drf"));
  }

  @Test
  void theSameSeedGivesTheSameModel() throws IOException {
    Training training = Sketches.models(folder);

    assertThat(bytes(imitated(training))).isEqualTo(bytes(imitated(training)));
  }

  @ParameterizedTest
  @EnumSource
  void aModelIsReinforcedByEachRule(LearningRule rule) throws IOException {
    Training training = Sketches.models(folder);
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
                "reinforcement.afterstate.preparation=0"));
    LearnedModel after = training.reinforce(before, settings, 1, 2, TrainingListener.NONE);

    assertThat(after.policy()).isEqualTo("sets");
    assertThat(after.trained(PolicyModel.POLICY).steps())
        .isGreaterThan(before.trained(PolicyModel.POLICY).steps());
  }

  private static LearnedModel imitated(Training training) {
    TrainingSettings settings =
        TrainingSettingsText.read(TrainingSettings.DEFAULTS, Optional.empty(), SMALL);
    LearnedModel start =
        training.untrained(LearnedPolicy.SETS, Choice.named("optimus"), settings, 1);
    return training.imitate(start, settings, 1, 12, TrainingListener.NONE);
  }

  private byte[] bytes(LearnedModel model) throws IOException {
    Path file = folder.resolve("one.model");
    ModelFile.write(file, model);
    return Files.readAllBytes(file);
  }

  private static double completion(Scenario scenario, String policy) {
    var simulation = new Simulation(scenario, Catalog.installed());
    double sum = 0;
    for (long seed = 1001; seed <= 1005; seed++) {
      Run run = simulation.run(Choice.ofLine(policy), seed, 1, false, SchedulerObserver.NONE);
      assertThat(run.figures().unfinished()).as("jobs that do not finish").isZero();
      sum += run.figures().averageCompletion();
    }
    return sum;
  }
}
