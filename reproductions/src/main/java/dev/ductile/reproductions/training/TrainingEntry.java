package dev.ductile.reproductions.training;

import dev.ductile.learned.training.LearnedPolicy;
import dev.ductile.scenario.Choice;
import dev.ductile.text.KeyPattern;
import dev.ductile.text.ReadAs;
import dev.ductile.text.Scalars;
import dev.ductile.text.Written;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/**
 * A training as written: imitation of a teacher if it has one, and else reinforcement.
 *
 * @param policy the learned policy whose networks are trained; dl2 if it is absent, or that of the
 *     training before
 * @param imitate the teacher of an imitation
 * @param from for reinforcement, the name of the training that goes before; random weights if it is
 *     absent
 * @param episodes the simulated runs to train on; 20 if it is absent
 * @param until the slots of training after which the model is taken, with those of the trainings
 *     before; at the end if it is absent
 * @param settings settings of the training that differ from the defaults, or from those of the
 *     training before
 * @param simulate a scenario without its policies, or the path of one, if it is not that of the
 *     experiment
 * @param let quantities that differ from those of the experiment, its points and its lines
 * @param set values of the scenario that differ in this training, by path
 */
public record TrainingEntry(
    Optional<LearnedPolicy> policy,
    Optional<@ReadAs(Choice.class) Written> imitate,
    Optional<String> from,
    Optional<@ReadAs({double.class, String.class}) Written> episodes,
    Optional<@ReadAs({double.class, String.class}) Written> until,
    Optional<@ReadAs(Map.class) Written> settings,
    Optional<@ReadAs({Map.class, String.class}) Written> simulate,
    Optional<@KeyPattern(NAME) Map<String, Written>> let,
    Optional<Map<String, Written>> set) {
  /** The name of a quantity. */
  static final String NAME = "^[A-Za-z][A-Za-z0-9_]*$";

  private static final int EPISODES = 20;
  private static final int MOST_EPISODES = 1_000_000;

  public TrainingEntry {
    if (imitate.isPresent() && from.isPresent()) {
      throw new IllegalArgumentException(
          "a training either imitates a teacher or continues another training; leave out imitate or from");
    }
    if (policy.isPresent() && from.isPresent()) {
      throw new IllegalArgumentException(
          "a training continues another with the same policy; leave out policy or from");
    }
  }

  /** The same with the quantities of its own values filled in, and without its scenario. */
  public TrainingEntry filled(UnaryOperator<Written> filling) {
    return new TrainingEntry(
        policy,
        imitate.map(filling),
        from,
        episodes.map(filling),
        until.map(filling),
        settings.map(filling),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  LearnedPolicy learned() {
    return policy.orElse(LearnedPolicy.DL2);
  }

  int plannedEpisodes() {
    return episodes.map(written -> Scalars.whole(written, 1, MOST_EPISODES)).orElse(EPISODES);
  }

  OptionalLong plannedSlots() {
    return until
        .map(written -> OptionalLong.of(Scalars.whole(written, 1, Integer.MAX_VALUE)))
        .orElse(OptionalLong.empty());
  }
}
