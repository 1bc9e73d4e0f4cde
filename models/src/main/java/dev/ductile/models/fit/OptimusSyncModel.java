package dev.ductile.models.fit;

import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.api.SpeedProvider;
import java.util.List;
import java.util.OptionalInt;

/**
 * The speed model {@code optimus-sync}: synchronous parameter servers by Peng et al. (Optimus),
 * EuroSys 2018.
 */
public final class OptimusSyncModel implements SpeedProvider<OptimusSyncModel.Parameters> {
  @Override
  public String name() {
    return StepTimeForm.OPTIMUS_SYNC.label();
  }

  @Override
  public String summary() {
    return "synchronous servers fitted as in Optimus: 1/(t0 M/w + t1 + t2 w/p + t3 w + t4 p)";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public Speed create(Parameters parameters) {
    int servers = parameters.servers().orElse(1);
    return new FormSpeed(
        StepTimeForm.OPTIMUS_SYNC, parameters.theta(), parameters.batch(), servers);
  }

  @Override
  public List<Size> sizes(Parameters parameters) {
    return SpeedProvider.doublings(parameters.servers().orElse(1));
  }

  /**
   * The fitted parameters.
   *
   * @param theta seconds: per sample, constant, per worker of a server, per worker, per server
   * @param batch samples in one step of the whole job: M
   * @param servers the number of servers for an allocation without servers; 1 if it is absent
   */
  public record Parameters(List<Double> theta, double batch, OptionalInt servers) {
    public Parameters {
      theta = List.copyOf(theta);
      if (servers.orElse(1) < 1) {
        throw new IllegalArgumentException(
            "servers must be at least 1, not %d".formatted(servers.orElse(1)));
      }
    }
  }
}
