package dev.ductile.learned.training;

import dev.ductile.api.JobId;
import dev.ductile.learned.slot.Batch;
import dev.ductile.learned.slot.Inference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/**
 * Exponentially weighted sums of temporal differences (Schulman et al., ICLR 2016). The inferences
 * of a slot are steps without reward or discount; the last one gets the reward of the slot, and the
 * value after it is discounted. Each job has its own values; their advantages are added.
 *
 * @param discount the discount of the next slot (gamma)
 * @param withinSlot the weight of the next difference in the same slot (lambda)
 * @param acrossSlots the weight of the first difference of the next slot (lambda)
 */
public record Advantages(double discount, double withinSlot, double acrossSlots) {
  /**
   * A job at the first inference of a slot.
   *
   * @param target the value that its consequences show
   */
  private record Later(double value, double target) {
    static final Later NONE = new Later(0, 0);
  }

  /**
   * The estimates for the inferences of slots.
   *
   * @param slots in the order of time
   * @param values the values of the state of each inference, one for each job
   */
  List<AdvantageEstimate> of(List<Slot> slots, Function<Inference, float[]> values) {
    var estimates = new ArrayList<AdvantageEstimate>();
    Map<JobId, Later> later = Map.of();
    for (Slot slot : slots.reversed()) {
      Map<JobId, Later> next = next(slot, later, values);
      var first = new HashMap<JobId, Later>();
      for (Batch batch : slot.batches()) {
        estimate(batch, slot, next, values, estimates, first);
      }
      later = first;
    }
    return estimates;
  }

  /** The jobs in the next slot, whose advantages may not be known. */
  private static Map<JobId, Later> next(
      Slot slot, Map<JobId, Later> later, Function<Inference, float[]> values) {
    var next = new HashMap<JobId, Later>();
    for (Batch batch : slot.next()) {
      for (int row = 0; row < batch.jobs().size() && !batch.inferences().isEmpty(); row++) {
        JobId job = batch.jobs().get(row);
        double value = values.apply(batch.inferences().getFirst())[row];
        next.put(job, new Later(value, later.containsKey(job) ? later.get(job).target() : value));
      }
    }
    return next;
  }

  private void estimate(
      Batch batch,
      Slot slot,
      Map<JobId, Later> next,
      Function<Inference, float[]> values,
      List<AdvantageEstimate> estimates,
      Map<JobId, Later> first) {
    int jobs = batch.jobs().size();
    double[] targets = new double[jobs];
    double[] gains = new double[jobs];
    double[] carried = new double[jobs];
    for (int row = 0; row < jobs; row++) {
      JobId job = batch.jobs().get(row);
      Later after = next.getOrDefault(job, Later.NONE);
      double mixed = after.value() + acrossSlots * (after.target() - after.value());
      targets[row] = slot.reward(job) + discount * mixed;
      gains[row] = targets[row];
    }
    for (Inference inference : batch.inferences().reversed()) {
      float[] before = values.apply(inference);
      double sum = 0;
      for (int row = 0; row < jobs; row++) {
        double advantage = gains[row] - before[row] + carried[row];
        sum += advantage;
        gains[row] = before[row];
        carried[row] = withinSlot * advantage;
        first.put(batch.jobs().get(row), new Later(before[row], targets[row]));
      }
      estimates.add(
          new AdvantageEstimate(inference, sum, DoubleStream.of(targets).boxed().toList()));
    }
  }
}
