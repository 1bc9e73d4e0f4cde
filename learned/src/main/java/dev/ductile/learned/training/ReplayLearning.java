package dev.ductile.learned.training;

import dev.ductile.api.Seed;
import java.util.random.RandomGenerator;

/** Improves the networks once a slot by samples of former slots (DL2, Section 4.3). */
public final class ReplayLearning implements SlotLearning {
  /**
   * The settings of learning from former slots.
   *
   * @param batch the samples of a step
   * @param memory the latest samples, from which steps draw; without replay, those of the slot
   */
  public record Settings(ActorCritic actorCritic, NextState nextState, int batch, int memory) {}

  private final Settings settings;
  private final RandomGenerator draws;
  private final ReplayBuffer buffer;

  public ReplayLearning(Settings settings, Seed seed) {
    this.settings = settings;
    this.draws = seed.stream("replay");
    this.buffer = new ReplayBuffer(settings.memory());
  }

  @Override
  public ActorCritic.Networks learn(ActorCritic.Networks before, Slot slot) {
    slot.samples(settings.nextState()).forEach(buffer::add);
    return buffer.size() < settings.batch()
        ? before
        : settings.actorCritic().step(before, buffer.draw(settings.batch(), draws));
  }
}
