package dev.ductile.learned.training;

import dev.ductile.api.Seed;
import dev.ductile.learned.slot.ActionSpace;
import java.util.List;
import java.util.random.RandomGenerator;

/** Improves the networks once a slot by samples of former slots (DL2, Section 4.3). */
public final class ReplayLearning implements SlotLearning {
  /** The share of the average reward that a slot keeps. */
  private static final double KEPT = 0.99;

  private final ReplaySettings settings;
  private final ActionSpace actions;
  private final ActorCritic actorCritic;
  private final RandomGenerator draws;
  private final ReplayBuffer<Sample> buffer;
  private double average;

  public ReplayLearning(ReplaySettings settings, ActionSpace actions, Seed seed) {
    this.settings = settings;
    this.actions = actions;
    this.actorCritic = settings.actorCritic();
    this.draws = seed.stream("replay");
    this.buffer = new ReplayBuffer<>(settings.memory());
  }

  @Override
  public ActorCritic.Networks learn(ActorCritic.Networks before, Slot slot) {
    List<Sample> samples = slot.samples(settings.nextState(), settings.actionReward(), actions);
    average = KEPT * average + (1 - KEPT) * averageReward(samples);
    if (settings.memory() == 0) {
      return step(before, samples);
    }
    samples.forEach(buffer::add);
    return buffer.size() < settings.batch()
        ? before
        : step(before, buffer.draw(settings.batch(), draws));
  }

  private static double averageReward(List<Sample> samples) {
    return samples.stream().mapToDouble(Sample::reward).average().orElse(0);
  }

  private ActorCritic.Networks step(ActorCritic.Networks before, List<Sample> samples) {
    return switch (settings.baseline()) {
      case VALUE -> actorCritic.step(before, samples);
      case AVERAGE -> actorCritic.step(before, samples, average);
    };
  }
}
