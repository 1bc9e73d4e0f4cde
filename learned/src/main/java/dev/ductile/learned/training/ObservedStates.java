package dev.ductile.learned.training;

import dev.ductile.learned.dl2.Dl2Model;
import dev.ductile.learned.dl2.Inference;
import dev.ductile.learned.dl2.StateMatrix;
import dev.ductile.learned.model.StateFeature;
import java.util.ArrayList;
import java.util.List;

/** The ranges of the figures in the states of a training. */
final class ObservedStates {
  private final StateMatrix matrix;
  private final double[] least;
  private final double[] greatest;
  private long slots;

  /** Ranges that include those of earlier trainings, if there are any. */
  ObservedStates(StateMatrix matrix, List<StateFeature> before) {
    this.matrix = matrix;
    this.least = new double[matrix.columns() - matrix.types()];
    this.greatest = new double[least.length];
    for (int i = 0; i < before.size(); i++) {
      least[i] = before.get(i).least();
      greatest[i] = before.get(i).greatest();
    }
  }

  /** The slots so far. */
  long slots() {
    return slots;
  }

  /** Adds a slot with these inferences. */
  void add(List<Inference> slot) {
    slots++;
    slot.forEach(this::add);
  }

  private void add(Inference inference) {
    for (int row = 0; row < matrix.rows(); row++) {
      for (int figure = 0; figure < least.length; figure++) {
        float value = inference.state()[row * matrix.columns() + matrix.types() + figure];
        double real = value / factor(figure);
        least[figure] = Math.min(least[figure], real);
        greatest[figure] = Math.max(greatest[figure], real);
      }
    }
  }

  List<StateFeature> features() {
    var features = new ArrayList<StateFeature>();
    for (int i = 0; i < least.length; i++) {
      features.add(
          new StateFeature(StateMatrix.FIGURES.get(i), 1 / factor(i), least[i], greatest[i]));
    }
    return features;
  }

  private double factor(int figure) {
    return Dl2Model.factor(matrix.scales(), figure);
  }
}
