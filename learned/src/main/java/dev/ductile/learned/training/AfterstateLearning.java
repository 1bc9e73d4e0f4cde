package dev.ductile.learned.training;

import dev.ductile.api.Seed;
import dev.ductile.learned.network.Network;
import dev.ductile.learned.network.TrainedNetwork;
import dev.ductile.learned.slot.Batch;
import dev.ductile.learned.slot.StateSpace;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Improves a policy network by a critic that judges the state after each action. So every action of
 * a slot has a gain of its own; under the rule of DL2 all have the reward of the slot.
 */
final class AfterstateLearning implements SlotLearning {
  private final AfterstateSettings settings;
  private final RandomGenerator draws;
  private final AfterstateCritic critic;
  private final ActionGains gains;
  private final List<Slot> latest = new ArrayList<>();
  private int prepared;
  private int changes;

  AfterstateLearning(AfterstateSettings settings, ValueScale scale, StateSpace space, Seed seed) {
    this.settings = settings;
    this.draws = seed.stream("afterstate");
    this.critic = settings.critic(space, scale);
    this.gains = new ActionGains(space, settings.perShare());
  }

  @Override
  public ActorCritic.Networks learn(ActorCritic.Networks before, Slot slot) {
    latest.add(slot);
    critic.remember(slot);
    if (latest.size() < settings.slots()) {
      return before;
    }
    TrainedNetwork value =
        critic.trained(before.value(), settings.valueOptimiser(changes), settings.steps(), draws);
    TrainedNetwork policy = before.policy();
    if (prepared < settings.preparation()) {
      prepared++;
    } else {
      policy = changed(policy, value.network());
      changes++;
    }
    latest.clear();
    return new ActorCritic.Networks(policy, value);
  }

  private TrainedNetwork changed(TrainedNetwork before, Network value) {
    List<GainStep.Lesson> lessons = lessons(value);
    GainStep step = settings.policyStep(changes);
    TrainedNetwork policy = before;
    for (int pass = 0; pass < settings.passes(); pass++) {
      for (var batch : Minibatches.shuffled(lessons, settings.batch(), draws)) {
        policy = step.step(policy, batch);
      }
    }
    return policy;
  }

  /** A random part of the inferences, with the probabilities that their actions should have. */
  private List<GainStep.Lesson> lessons(Network value) {
    double temperature = settings.temperature(changes);
    var lessons = new ArrayList<GainStep.Lesson>();
    for (Slot slot : latest) {
      for (Batch batch : slot.batches()) {
        List<float[]> ofBatch = gains.of(batch, row -> critic.value(value, row));
        for (int i = 0; i < ofBatch.size(); i++) {
          if (draws.nextDouble() < settings.sampled()) {
            lessons.add(GainStep.Lesson.of(batch.inferences().get(i), ofBatch.get(i), temperature));
          }
        }
      }
    }
    return lessons;
  }
}
