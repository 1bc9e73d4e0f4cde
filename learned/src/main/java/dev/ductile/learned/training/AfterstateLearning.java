package dev.ductile.learned.training;

import dev.ductile.api.Seed;
import dev.ductile.learned.network.Network;
import dev.ductile.learned.network.TrainedNetwork;
import dev.ductile.learned.slot.StateSpace;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Improves a policy network by a critic that judges the state after each action. So every action of
 * a slot has an advantage of its own; under the rule of DL2 all have the reward of the slot.
 */
final class AfterstateLearning implements SlotLearning {
  private static final double MOST_ADVANTAGE = 4;

  /** The steps of the value network before each change; more of them in the preparation. */
  private static final int STEPS = 120;

  private static final int STEPS_OF_PREPARATION = 300;

  private final AfterstateSettings settings;
  private final RandomGenerator draws;
  private final AfterstateCritic critic;
  private final AfterstateAdvantages advantages;
  private final List<Slot> latest = new ArrayList<>();
  private int prepared;
  private int changes;

  AfterstateLearning(AfterstateSettings settings, ValueScale scale, StateSpace space, Seed seed) {
    this.settings = settings;
    this.draws = seed.stream("afterstate");
    this.critic = settings.critic(space, scale);
    this.advantages = new AfterstateAdvantages(space, settings.perShare());
  }

  @Override
  public ActorCritic.Networks learn(ActorCritic.Networks before, Slot slot) {
    latest.add(slot);
    critic.remember(slot);
    if (latest.size() < settings.slots()) {
      return before;
    }
    ActorCritic.Networks after =
        prepared < settings.preparation() ? prepared(before) : changed(before);
    latest.clear();
    return after;
  }

  private ActorCritic.Networks prepared(ActorCritic.Networks before) {
    prepared++;
    return new ActorCritic.Networks(before.policy(), value(before, STEPS_OF_PREPARATION));
  }

  private ActorCritic.Networks changed(ActorCritic.Networks before) {
    TrainedNetwork value = value(before, STEPS);
    TrainedNetwork policy = policy(before.policy(), value.network());
    changes++;
    return new ActorCritic.Networks(policy, value);
  }

  private TrainedNetwork value(ActorCritic.Networks before, int steps) {
    return critic.trained(before.value(), settings.valueOptimiser(changes), steps, draws);
  }

  private TrainedNetwork policy(TrainedNetwork before, Network value) {
    List<ClippedStep.Lesson> lessons = lessons(before.network(), value);
    ClippedStep step = settings.policyStep(changes);
    TrainedNetwork policy = before;
    for (int pass = 0; pass < settings.passes(); pass++) {
      for (var batch : Minibatches.shuffled(lessons, settings.batch(), draws)) {
        policy = step.step(policy, batch);
      }
    }
    return policy;
  }

  /** A random part of the inferences, with advantages in units of their root mean square. */
  private List<ClippedStep.Lesson> lessons(Network policy, Network value) {
    List<AfterstateAdvantages.ActionAdvantage> estimates = estimates(value);
    double unit = Math.max(1e-9, rootMeanSquare(estimates));
    var lessons = new ArrayList<ClippedStep.Lesson>();
    for (AfterstateAdvantages.ActionAdvantage one : estimates) {
      if (draws.nextDouble() < settings.sampled()) {
        double advantage = Math.clamp(one.advantage() / unit, -MOST_ADVANTAGE, MOST_ADVANTAGE);
        lessons.add(ClippedStep.Lesson.of(one.inference(), advantage, policy));
      }
    }
    return lessons;
  }

  private List<AfterstateAdvantages.ActionAdvantage> estimates(Network value) {
    return latest.stream()
        .flatMap(slot -> slot.batches().stream())
        .flatMap(
            batch -> advantages.of(batch, (state, row) -> critic.value(value, state, row)).stream())
        .toList();
  }

  private static double rootMeanSquare(List<AfterstateAdvantages.ActionAdvantage> estimates) {
    double squares = estimates.stream().mapToDouble(one -> one.advantage() * one.advantage()).sum();
    return Math.sqrt(squares / Math.max(1, estimates.size()));
  }
}
