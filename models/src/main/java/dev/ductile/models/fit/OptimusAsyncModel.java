package dev.ductile.models.fit;

import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.api.SpeedProvider;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The speed model {@code optimus-async}: asynchronous parameter servers by Peng et al. (Optimus),
 * EuroSys 2018.
 */
public final class OptimusAsyncModel implements SpeedProvider<OptimusAsyncModel.Parameters> {
  @Override
  public String name() {
    return StepTimeForm.OPTIMUS_ASYNC.label();
  }

  @Override
  public String summary() {
    return "asynchronous servers fitted as in Optimus: w/(t0 + t1 w/p + t2 w + t3 p)";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public Speed create(Parameters parameters) {
    double batch = parameters.batch().orElse(1);
    int servers = parameters.servers().orElse(1);
    return new FormSpeed(StepTimeForm.OPTIMUS_ASYNC, parameters.theta(), batch, servers);
  }

  @Override
  public List<Size> sizes(Parameters parameters) {
    return SpeedProvider.doublings(parameters.servers().orElse(1));
  }

  /**
   * The fitted parameters.
   *
   * @param theta seconds: constant, per worker of a server, per worker, per server
   * @param batch samples in one step of one worker; the speed does not depend on it
   * @param servers the number of servers for an allocation without servers; 1 if it is absent
   */
  public record Parameters(List<Double> theta, OptionalDouble batch, OptionalInt servers) {
    public Parameters {
      theta = List.copyOf(theta);
      if (servers.orElse(1) < 1) {
        throw new IllegalArgumentException(
            "servers must be at least 1, not %d".formatted(servers.orElse(1)));
      }
    }
  }
}
