package dev.ductile.models.layers;

import dev.ductile.api.Bandwidth;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.api.SpeedProvider;
import dev.ductile.models.Amounts;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Offers the speed of workers with parameter servers, layer by layer: {@code layered-ps}. */
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

  /** One worker where only its layers speak. */
  @Override
  public List<Size> sizes(Parameters parameters) {
    int servers = parameters.servers().orElse(1);
    return parameters.mode().isPresent()
        ? SpeedProvider.doublings(servers)
        : List.of(new Size(1, servers));
  }

  /** Whether servers wait for every worker. */
  public enum Mode {
    /** They do, and share a global batch among the workers (Equation 4). */
    SYNC,
    /** They do not, and each worker keeps its own batch (Equation 5). */
    ASYNC
  }

  /**
   * Layers, or the terms of Equations 4 and 5, or both.
   *
   * @param overlap how the layers' communication overlaps; sequential where it is absent
   * @param layers in the order of forward propagation
   * @param slice seconds that one slice of a layer takes to transfer; 0 where it is absent
   * @param mode absent where only the layers speak, for one sample in each step
   * @param globalBatch samples of a step of all workers (K), for sync
   * @param batch samples of a step of one worker (m), for async
   * @param forwardPerSample seconds (t_f); the layers' own where it is absent
   * @param backward seconds of a whole batch (t_b); the layers' own where it is absent
   * @param eta the shares that forward propagation, backward propagation and communication keep;
   *     those of the layers where there are any, else 1
   * @param bytes of the model (g)
   * @param bandwidth of a server's link (B); with bytes, or both absent: the layers' transfers
   * @param alpha the share of the workers that meet at a server, for async; 1 where it is absent
   * @param beta1 seconds that each worker adds to a step; 0 where it is absent
   * @param beta2 seconds that each server adds to a step; 0 where it is absent
   * @param servers how many to think of where an allocation has none; 1 where it is absent
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
      Amounts.atLeastZero("slice", slice.orElse(0));
      if (layers.isEmpty() && (overlap.isPresent() || slice.isPresent())) {
        throw new IllegalArgumentException(
            "overlap and slice say how layers communicate, but" + " there are no layers");
      }
      if (layers.isPresent() && eta.isPresent()) {
        throw new IllegalArgumentException("eta follows from the layers; give one of the two");
      }
    }

    Optional<Timeline> timeline() {
      return layers.map(given ->
          new Timeline(new Layers(given), overlap.orElse(Overlap.SEQUENTIAL), slice.orElse(0)));
    }

    Terms terms() {
      return Terms.of(this);
    }
  }
}
