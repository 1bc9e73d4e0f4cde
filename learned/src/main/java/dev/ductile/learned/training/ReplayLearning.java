package dev.ductile.learned.training;

import dev.ductile.api.Seed;
import java.util.List;
import java.util.random.RandomGenerator;

/** Improves the networks once a slot by samples of former slots (DL2, Section 4.3). */
public final class ReplayLearning implements SlotLearning {
  /**
   * The settings of learning from former slots.
   *
   * @param batch the samples of a step
   * @param memory the latest samples, from which steps draw; with 0, a step takes all samples of
   *     its slot
   */
  public record Settings(
      ActorCritic actorCritic, Baseline baseline, NextState nextState, int batch, int memory) {}

  /** The share of the average reward that a slot keeps. */
  private static final double KEPT = 0.99;

  private final Settings settings;
  private final RandomGenerator draws;
  private final ReplayBuffer buffer;
  private double average;

  public ReplayLearning(Settings settings, Seed seed) {
    this.settings = settings;
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
      case VALUE -> settings.actorCritic().step(before, samples);
      case AVERAGE -> settings.actorCritic().step(before, samples, average);
    };
  }
}
