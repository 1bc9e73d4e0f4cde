package dev.ductile.models.layers;

import dev.ductile.api.Bandwidth;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.api.SpeedProvider;
import dev.ductile.models.ParameterChecks;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** The speed model {@code layered-ps}: parameter servers, layer by layer. */
public final class LayeredModel implements SpeedProvider<LayeredModel.Parameters> {
  @Override
  public String name() {
    return "layered-ps";
  }

  @Override
  public String summary() {
    return "parameter servers, with communication that overlaps layer by layer (SMD, Section III)";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public Speed create(Parameters parameters) {
    int servers = parameters.servers().orElse(1);
    Optional<Speed> batched =
        parameters.mode().map(mode -> new BatchSpeed(mode, parameters.terms(), servers));
    return batched.orElseGet(() -> new SampleSpeed(parameters.timeline().orElseThrow(), servers));
  }

  /** One worker, if only layers are given. */
  @Override
  public List<Size> sizes(Parameters parameters) {
    int servers = parameters.servers().orElse(1);
    return parameters.mode().isPresent()
        ? SpeedProvider.doublings(servers)
        : List.of(new Size(1, servers));
  }

  /** Whether servers wait for all workers. */
  public enum Mode {
    /** Servers wait for all workers, which divide a global batch (Equation 4). */
    SYNC,
    /** Servers do not wait, and each worker has its own batch (Equation 5). */
    ASYNC
  }

  /**
   * The layers, or the terms of Equations 4 and 5, or both.
   *
   * @param overlap the overlap of communication with computation; sequential if it is absent
   * @param layers the layers, in the order of forward propagation
   * @param slice seconds to transfer one slice of a layer; 0 if it is absent
   * @param mode whether servers wait for all workers; if it is absent, a step is one sample through
   *     the layers
   * @param globalBatch the samples in a step of all workers (K), for sync
   * @param batch the samples in a step of one worker (m), for async
   * @param forwardPerSample seconds of forward propagation per sample (t_f); if it is absent, those
   *     of the layers
   * @param backward seconds of backward propagation per batch (t_b); if it is absent, those of the
   *     layers
   * @param eta the shares of forward propagation, backward propagation and communication; if it is
   *     absent, those of the layers, or 1 without layers
   * @param bytes the bytes of the model (g)
   * @param bandwidth the bandwidth of a server (B); if bytes and bandwidth are absent, the
   *     transfers of the layers count
   * @param alpha the share of the workers that meet at a server, for async; 1 if it is absent
   * @param beta1 seconds that each worker adds to a step; 0 if it is absent
   * @param beta2 seconds that each server adds to a step; 0 if it is absent
   * @param servers the number of servers for an allocation without servers; 1 if it is absent
   */
  public record Parameters(
      Optional<Overlap> overlap,
      Optional<List<Layer>> layers,
      OptionalDouble slice,
      Optional<Mode> mode,
      OptionalDouble globalBatch,
      OptionalDouble batch,
      OptionalDouble forwardPerSample,
      OptionalDouble backward,
      Optional<List<Double>> eta,
      OptionalDouble bytes,
      Optional<Bandwidth> bandwidth,
      OptionalDouble alpha,
      OptionalDouble beta1,
      OptionalDouble beta2,
      OptionalInt servers) {
    public Parameters {
      if (mode.isEmpty() && layers.isEmpty()) {
        throw new IllegalArgumentException("layers or a mode (sync or async) is missing");
      }
      if (servers.orElse(1) < 1) {
        throw new IllegalArgumentException(
            "servers must be at least 1, not %d".formatted(servers.orElse(1)));
      }
      ParameterChecks.atLeastZero("slice", slice.orElse(0));
      if (layers.isEmpty() && (overlap.isPresent() || slice.isPresent())) {
        throw new IllegalArgumentException(
            "overlap and slice need layers, but there are no layers");
      }
      if (layers.isPresent() && eta.isPresent()) {
        throw new IllegalArgumentException("eta follows from the layers; give one of the two");
      }
    }

    Optional<OverlappedLayers> timeline() {
      return layers.map(given ->
          new OverlappedLayers(
              new Layers(given), overlap.orElse(Overlap.SEQUENTIAL), slice.orElse(0)));
    }

    EquationTerms terms() {
      return EquationTerms.of(this);
    }
  }
}
