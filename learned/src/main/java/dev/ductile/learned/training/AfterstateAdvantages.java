package dev.ductile.learned.training;

import dev.ductile.learned.slot.Action;
import dev.ductile.learned.slot.ActionSpace;
import dev.ductile.learned.slot.Batch;
import dev.ductile.learned.slot.Inference;
import dev.ductile.learned.slot.StateSpace;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Judges the actions of a slot by the values of jobs in the states before and after each. The
 * advantage of an action is its gain less the mean gain of the nearby actions, because gains fall
 * in the course of a slot.
 *
 * @param perShare the power of the added dominant share by which the gain in value is divided
 */
record AfterstateAdvantages(StateSpace space, double perShare) {
  /** The nearby actions on each side. */
  private static final int NEARBY = 4;

  private static final double LEAST_SHARE = 0.001;

  /** The value of the job in a row of a state. */
  @FunctionalInterface
  interface JobValue {
    double of(float[] state, int row);
  }

  /** An inference with the advantage of its action. */
  record ActionAdvantage(Inference inference, double advantage) {}

  /** The inferences of some jobs with their advantages, in order. */
  List<ActionAdvantage> of(Batch batch, JobValue value) {
    List<Inference> inferences = batch.inferences();
    double[] gains = gains(batch, value);
    var advantages = new ArrayList<ActionAdvantage>();
    for (int i = 0; i < gains.length; i++) {
      advantages.add(
          new ActionAdvantage(inferences.get(i), gains[i] - nearbyMean(inferences, gains, i)));
    }
    return advantages;
  }

  private double[] gains(Batch batch, JobValue value) {
    List<Inference> inferences = batch.inferences();
    double[] gains = new double[inferences.size()];
    for (int i = 0; i < gains.length; i++) {
      float[] after = i + 1 < gains.length ? inferences.get(i + 1).state() : batch.end();
      gains[i] = gain(inferences.get(i), after, value);
    }
    return gains;
  }

  /** The gain of an action; the action that stops gains nothing. */
  private double gain(Inference inference, float[] after, JobValue value) {
    return switch (actions().action(inference.action())) {
      case Action.Stop _ -> 0;
      case Action.Add(int row, _) -> {
        double gain = value.of(after, row) - value.of(inference.state(), row);
        double share = space.share(row, after) - space.share(row, inference.state());
        yield gain / Math.pow(Math.max(LEAST_SHARE, share), perShare);
      }
    };
  }

  /** The mean gain of an action and its nearby ones, without the one that stops. */
  private double nearbyMean(List<Inference> inferences, double[] gains, int middle) {
    int stop = actions().stop();
    return IntStream.range(
            Math.max(0, middle - NEARBY), Math.min(gains.length, middle + NEARBY + 1))
        .filter(i -> inferences.get(i).action() != stop)
        .mapToDouble(i -> gains[i])
        .average()
        .orElse(0);
  }

  private ActionSpace actions() {
    return space.actions();
  }
}
