package dev.ductile.learned.training;

import dev.ductile.learned.policy.ModelShape;
import dev.ductile.learned.slot.TaskKinds;
import dev.ductile.text.Inline;
import java.time.Duration;

/**
 * The settings of a model of DL2: those of its training, what the workload adds to them, and where
 * its training stands.
 *
 * @param tasks the kinds of tasks of the jobs
 * @param slot the time between two decisions
 * @param teacher the policy that it imitated, with its settings
 * @param scenario the scenario of its last training
 * @param seed the seed of its training
 * @param imitated the episodes of imitation so far
 * @param reinforced the episodes of reinforcement so far
 */
public record ModelSettings(
    @Inline TrainingSettings training,
    TaskKinds tasks,
    Duration slot,
    String teacher,
    String scenario,
    long seed,
    int imitated,
    int reinforced) {
  /** The sizes of its networks. */
  public ModelShape shape() {
    return new ModelShape(
        training.jobs(), training.types(), tasks, training.network(), training.hidden(), slot);
  }

  ModelSettings trained(int imitation, int reinforcement) {
    return new ModelSettings(
        training,
        tasks,
        slot,
        teacher,
        scenario,
        seed,
        imitated + imitation,
        reinforced + reinforcement);
  }

  /** The same model in further training on this scenario. */
  ModelSettings on(TrainingSettings newTraining, String newScenario, long newSeed) {
    return new ModelSettings(
        newTraining.requireSizesOf(training),
        tasks,
        slot,
        teacher,
        newScenario,
        newSeed,
        imitated,
        reinforced);
  }
}
