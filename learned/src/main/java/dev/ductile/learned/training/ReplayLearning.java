package dev.ductile.learned.training;

import dev.ductile.api.Seed;
import java.util.List;
import java.util.random.RandomGenerator;

/** Improves the networks once a slot by samples of former slots (DL2, Section 4.3). */
public final class ReplayLearning implements SlotLearning {
  /** The share of the average reward that a slot keeps. */
  private static final double KEPT = 0.99;

  private final ReplaySettings settings;
  private final ActorCritic actorCritic;
  private final RandomGenerator draws;
  private final ReplayBuffer buffer;
  private double average;

  public ReplayLearning(ReplaySettings settings, Seed seed) {
    this.settings = settings;
    this.actorCritic = settings.actorCritic();
    this.draws = seed.stream("replay");
    this.buffer = new ReplayBuffer(settings.memory());
  }

  @Override
  public ActorCritic.Networks learn(ActorCritic.Networks before, Slot slot) {
    average = KEPT * average + (1 - KEPT) * slot.reward();
    List<Sample> samples = slot.samples(settings.nextState());
    if (settings.memory() == 0) {
      return step(before, samples);
    }
    samples.forEach(buffer::add);
    return buffer.size() < settings.batch()
        ? before
        : step(before, buffer.draw(settings.batch(), draws));
  }

  private ActorCritic.Networks step(ActorCritic.Networks before, List<Sample> samples) {
    return switch (settings.baseline()) {
      case VALUE -> actorCritic.step(before, samples);
      case AVERAGE -> actorCritic.step(before, samples, average);
    };
  }
}
