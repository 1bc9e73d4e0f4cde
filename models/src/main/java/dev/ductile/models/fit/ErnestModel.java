package dev.ductile.models.fit;

import dev.ductile.api.Speed;
import dev.ductile.api.SpeedProvider;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The speed model {@code ernest} of Venkataraman et al. (Ernest), NSDI 2016, for data of a fixed
 * scale.
 */
public final class ErnestModel implements SpeedProvider<ErnestModel.Parameters> {
  @Override
  public String name() {
    return StepTimeForm.ERNEST.label();
  }

  @Override
  public String summary() {
    return "fitted as in Ernest: 1/(t0 + t1 m/w + t2 ln w + t3 w)";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public Speed create(Parameters parameters) {
    return new FormSpeed(StepTimeForm.ERNEST, parameters.theta(), parameters.batch().orElse(1), 0);
  }

  /**
   * The fitted parameters.
   *
   * @param theta seconds: constant, of the work that workers share, per ln(w), and per worker
   * @param batch samples in one step, by which t1 is multiplied; 1 if it is absent
   */
  public record Parameters(List<Double> theta, OptionalDouble batch) {
    public Parameters {
      theta = List.copyOf(theta);
    }
  }
}
