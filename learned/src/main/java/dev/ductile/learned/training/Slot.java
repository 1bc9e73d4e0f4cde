package dev.ductile.learned.training;

import dev.ductile.learned.dl2.Inference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The inferences of a slot with their consequence.
 *
 * @param inferences at least one
 * @param reward the reward of the slot
 * @param next the first inference of the next slot; absent at the end of an episode
 */
public record Slot(List<Inference> inferences, double reward, Optional<Inference> next) {
  public Slot {
    inferences = List.copyOf(inferences);
  }

  /** A sample of each inference; all have the reward of the slot (DL2, Section 4.3). */
  List<Sample> samples(NextState nextState) {
    var samples = new ArrayList<Sample>();
    for (int i = 0; i < inferences.size(); i++) {
      boolean isWithin = nextState == NextState.INFERENCE && i + 1 < inferences.size();
      samples.add(
          new Sample(
              inferences.get(i), reward, isWithin ? Optional.of(inferences.get(i + 1)) : next));
    }
    return samples;
  }
}
