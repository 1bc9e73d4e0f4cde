package dev.ductile.runtime.training;

import dev.ductile.runtime.parameters.Tensor;
import dev.ductile.runtime.training.NewtonProgress.Phase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A model as the truncated Newton method trains it. It has one more tensor, the {@link
 * NewtonProgress}, which decides the sums of a step. The sums over examples among the {@link
 * NewtonFigures} take the place of the gradient of the progress.
 *
 * <p>Curvatures at the accepted point are kept from the gradient there. A worker that has not
 * computed that gradient, because an example came from another worker since, computes them from the
 * parameters.
 */
final class NewtonModel implements Model {
  /** The name of the tensor. */
  static final String PROGRESS = "newton_progress";

  private final Smooth model;
  private final List<Tensor> tensors;
  private final int progress;
  private final Parameters accepted;
  private float[] curvature = {};
  private long revision = -1;
  private int point = -1;
  private int known;

  NewtonModel(Smooth model) {
    this.model = model;
    var all = new ArrayList<>(model.tensors());
    progress = all.size();
    all.add(new Tensor(PROGRESS, 1, NewtonFigures.COUNT, false));
    tensors = List.copyOf(all);
    accepted = new Parameters(tensors);
  }

  /** The underlying model. */
  Model plain() {
    return model;
  }

  @Override
  public List<Tensor> tensors() {
    return tensors;
  }

  @Override
  public boolean isRegularized(int tensor) {
    return tensor != progress && model.isRegularized(tensor);
  }

  @Override
  public void begin(int tensor, int firstRow, int rows, float[] into) {
    if (tensor == progress) {
      Arrays.fill(into, 0, rows * NewtonFigures.COUNT, 0);
    } else {
      model.begin(tensor, firstRow, rows, into);
    }
  }

  @Override
  public Optional<Parameters> alsoNeeds(Batch batch, Parameters pulled) {
    NewtonProgress now = NewtonProgress.read(pulled.tensor(progress), 0);
    boolean missing = now.phase() == Phase.PRODUCT && !knows(batch, now.accepted());
    if (!missing || batch.count() == 0) {
      return Optional.empty();
    }
    accepted.fit(batch);
    return Optional.of(accepted);
  }

  private boolean knows(Batch batch, int which) {
    return revision == batch.revision() && point == which && known == batch.count();
  }

  /** Curvatures of another point, or of other examples, begin. */
  private void begin(Batch batch, int from, int which) {
    if (revision != batch.revision() || point != which || from == 0) {
      revision = batch.revision();
      point = which;
      known = 0;
      curvature = Gradient.atLeast(curvature, batch.count(), 1);
    }
  }

  @Override
  public double accumulate(
      Batch batch, int from, int to, Parameters parameters, Gradient gradient) {
    NewtonProgress now = NewtonProgress.read(parameters.tensor(progress), 0);
    float[] figures = gradient.sums(progress);
    return switch (now.phase()) {
      case SQUARES -> {
        double loss = model.square(batch, from, to, parameters, gradient);
        figures[NewtonFigures.LOSS] += (float) loss;
        yield loss;
      }
      case GRADIENT -> {
        begin(batch, from, now.accepted() + 1);
        double loss = model.bend(batch, from, to, parameters, gradient, curvature);
        known = to;
        figures[NewtonFigures.LOSS] += (float) loss;
        figures[NewtonFigures.WEIGHT] += (float) sum(from, to);
        yield loss;
      }
      case PRODUCT -> {
        if (!knows(batch, now.accepted())) {
          if (from == 0) {
            begin(batch, from, now.accepted());
          }
          model.curve(batch, from, to, accepted, curvature);
          known = to;
        }
        double product = model.multiply(batch, from, to, parameters, gradient, curvature);
        figures[NewtonFigures.CURVATURE] += (float) product;
        yield (to - from) * (double) now.loss();
      }
    };
  }

  private double sum(int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += curvature[i];
    }
    return sum;
  }
}
