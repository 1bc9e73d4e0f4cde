package dev.ductile.learned.training;

import dev.ductile.learned.model.StateFeature;
import dev.ductile.learned.slot.Inference;
import dev.ductile.learned.slot.StateSpace;
import java.util.ArrayList;
import java.util.List;

/** The ranges of the figures in the states of a training. */
final class ObservedStates {
  private final StateSpace space;
  private final List<StateFeature> figures;
  private final double[] least;
  private final double[] greatest;
  private long slots;

  /** Ranges that include those of earlier trainings, if there are any. */
  ObservedStates(StateSpace space, List<StateFeature> before) {
    this.space = space;
    this.figures = space.figures();
    this.least = new double[figures.size()];
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
    for (int row = 0; row < space.rows(); row++) {
      for (int figure = 0; figure < least.length; figure++) {
        float value = inference.state()[(row + 1) * space.columns() - least.length + figure];
        double real = value * figures.get(figure).scale();
        least[figure] = Math.min(least[figure], real);
        greatest[figure] = Math.max(greatest[figure], real);
      }
    }
  }

  List<StateFeature> features() {
    var features = new ArrayList<StateFeature>();
    for (int i = 0; i < least.length; i++) {
      StateFeature figure = figures.get(i);
      features.add(new StateFeature(figure.name(), figure.scale(), least[i], greatest[i]));
    }
    return features;
  }
}
