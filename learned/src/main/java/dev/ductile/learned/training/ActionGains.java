package dev.ductile.learned.training;

import dev.ductile.learned.slot.Action;
import dev.ductile.learned.slot.ActionSpace;
import dev.ductile.learned.slot.Batch;
import dev.ductile.learned.slot.Inference;
import dev.ductile.learned.slot.StateSpace;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * The gains of the actions of a slot: of each action that was legal, and not only of the one that
 * was chosen. An action changes the row of one job, so its gain is the value of that row after it
 * less the value before. The action that stops gains nothing.
 *
 * @param perShare the power of the added dominant share by which a gain is divided
 */
record ActionGains(StateSpace space, double perShare) {
  private static final double LEAST_SHARE = 0.001;

  /** The value of a job with this row. */
  @FunctionalInterface
  interface RowValue {
    double of(float[] row);
  }

  /** For each inference of some jobs the gains by the index of the action; 0 for illegal ones. */
  List<float[]> of(Batch batch, RowValue value) {
    var gains = new ArrayList<float[]>();
    IdentityHashMap<float[], Double> known = new IdentityHashMap<>();
    RowValue once = row -> known.computeIfAbsent(row, value::of);
    float[][] rows = batch.inferences().isEmpty() ? new float[0][] : rows(batch);
    for (Inference inference : batch.inferences()) {
      gains.add(gains(inference, rows, once));
      if (actions().action(inference.action()) instanceof Action.Add(int row, _)) {
        rows[row] = inference.rowAfter(inference.action());
      }
    }
    return gains;
  }

  /** The rows of the jobs before the first action. */
  private float[][] rows(Batch batch) {
    float[] state = batch.inferences().getFirst().state();
    float[][] rows = new float[batch.jobs().size()][];
    for (int row = 0; row < rows.length; row++) {
      rows[row] = space.row(state, row);
    }
    return rows;
  }

  private float[] gains(Inference inference, float[][] rows, RowValue value) {
    float[] gains = new float[actions().size()];
    for (int index = 0; index < gains.length; index++) {
      if (inference.legal()[index] && actions().action(index) instanceof Action.Add(int row, _)) {
        gains[index] = (float) gain(rows[row], inference.rowAfter(index), value);
      }
    }
    return gains;
  }

  private double gain(float[] before, float[] after, RowValue value) {
    double share = space.share(after) - space.share(before);
    return (value.of(after) - value.of(before)) / Math.pow(Math.max(LEAST_SHARE, share), perShare);
  }

  private ActionSpace actions() {
    return space.actions();
  }
}
