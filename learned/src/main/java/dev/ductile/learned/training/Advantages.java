package dev.ductile.learned.training;

import dev.ductile.learned.dl2.Inference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Exponentially weighted sums of temporal differences (Schulman et al., ICLR 2016). The inferences
 * of a slot are steps without reward or discount; the last one gets the reward of the slot, and the
 * value after it is discounted.
 *
 * @param discount the discount of the next slot (gamma)
 * @param withinSlot the weight of the next difference in the same slot (lambda)
 * @param acrossSlots the weight of the first difference of the next slot (lambda)
 */
public record Advantages(double discount, double withinSlot, double acrossSlots) {
  /**
   * An inference with its advantage.
   *
   * @param value the value of its state before it
   */
  public record Judged(Inference inference, double value, double advantage) {
    /** The value that its consequences show. */
    double target() {
      return value + advantage;
    }
  }

  /**
   * Judges slots in the order in which they were.
   *
   * @param value the value of the state of each inference
   */
  List<Judged> of(List<Slot> slots, Function<Inference, Double> value) {
    var judged = new ArrayList<Judged>();
    double advantage = 0;
    for (Slot slot : slots.reversed()) {
      double next = slot.next().map(value).orElse(0.0);
      double after = slot.next().isPresent() ? advantage : 0;
      double gain = slot.reward() + discount * next;
      double weight = discount * acrossSlots;
      for (Inference inference : slot.inferences().reversed()) {
        double before = value.apply(inference);
        advantage = gain - before + weight * after;
        judged.add(new Judged(inference, before, advantage));
        gain = before;
        after = advantage;
        weight = withinSlot;
      }
    }
    return judged;
  }
}
