package dev.ductile.models.fit;

import dev.ductile.api.Speed;
import dev.ductile.api.SpeedProvider;
import java.util.ArrayList;
import java.util.List;

/** The speed model {@code allreduce-fit}: all-reduce by Capes et al., Eq. 5. */
public final class FittedAllReduceModel implements SpeedProvider<FittedAllReduceModel.Parameters> {
  /** The index of the term whose parameter is per byte. */
  private static final int EXCHANGE = 2;

  @Override
  public String name() {
    return StepTimeForm.ALL_REDUCE.label();
  }

  @Override
  public String summary() {
    return "all-reduce fitted by Capes et al.: 1/(t0 m/w + t1 (w-1) + t2 (w-1) n/w + t3)";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public Speed create(Parameters parameters) {
    List<Double> theta = new ArrayList<>(parameters.theta());
    if (theta.size() > EXCHANGE) {
      theta.set(EXCHANGE, theta.get(EXCHANGE) * parameters.bytes());
    }
    return new FormSpeed(StepTimeForm.ALL_REDUCE, theta, parameters.batch(), 0);
  }

  /**
   * The fitted parameters.
   *
   * @param batch samples in one step of the whole job: m
   * @param bytes of all gradients: n
   * @param theta seconds: per sample, per further worker, per byte, and constant
   */
  public record Parameters(double batch, double bytes, List<Double> theta) {
    public Parameters {
      theta = List.copyOf(theta);
      if (!(bytes > 0) || Double.isInfinite(bytes)) {
        throw new IllegalArgumentException(
            "bytes must be a finite number above 0, not %s".formatted(bytes));
      }
    }
  }
}
