package dev.ductile.models.collective;

import dev.ductile.api.Speed;
import dev.ductile.api.SpeedProvider;
import dev.ductile.models.BatchSize;
import dev.ductile.models.ParameterChecks;
import java.util.OptionalDouble;

/** The speed models of all-reduce by Capes et al., one for each algorithm. */
public abstract sealed class AllReduceModel implements SpeedProvider<AllReduceModel.Parameters> {
  private final AllReduceAlgorithm algorithm;
  private final String name;
  private final String summary;

  private AllReduceModel(AllReduceAlgorithm algorithm, String name, String summary) {
    this.algorithm = algorithm;
    this.name = name;
    this.summary = summary;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String summary() {
    return summary;
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public Speed create(Parameters parameters) {
    return new AllReduceSpeed(algorithm, parameters);
  }

  /** The speed model {@code ring}. */
  public static final class Ring extends AllReduceModel {
    public Ring() {
      super(AllReduceAlgorithm.RING, "ring", "all-reduce along a ring (Capes et al., Eq. 2)");
    }
  }

  /** The speed model {@code doubling-halving}. */
  public static final class DoublingHalving extends AllReduceModel {
    public DoublingHalving() {
      super(
          AllReduceAlgorithm.DOUBLING_HALVING,
          "doubling-halving",
          "all-reduce by doubling and halving; binary blocks between powers of two (Capes et al., Eq. 3)");
    }
  }

  /** The speed model {@code binary-blocks}. */
  public static final class BinaryBlocks extends AllReduceModel {
    public BinaryBlocks() {
      super(
          AllReduceAlgorithm.BINARY_BLOCKS,
          "binary-blocks",
          "all-reduce by binary blocks (Capes et al., Eq. 4)");
    }
  }

  /**
   * The parts of a step.
   *
   * @param examples the examples per worker and step (the paper's m); this or globalBatch
   * @param globalBatch examples of a step, divided among the workers
   * @param forward seconds of forward propagation per example
   * @param backward seconds of backward propagation per example
   * @param bytes the bytes of the gradient (n)
   * @param latency seconds per message (alpha)
   * @param perByte seconds to send a byte (beta)
   * @param reducePerByte seconds to add a byte (gamma)
   */
  public record Parameters(
      OptionalDouble examples,
      OptionalDouble globalBatch,
      double forward,
      double backward,
      double bytes,
      double latency,
      double perByte,
      double reducePerByte) {
    public Parameters {
      BatchSize.of(examples, globalBatch);
      ParameterChecks.atLeastZero("forward", forward);
      ParameterChecks.atLeastZero("backward", backward);
      ParameterChecks.aboveZero("forward + backward", forward + backward);
      ParameterChecks.atLeastZero("bytes", bytes);
      ParameterChecks.atLeastZero("latency", latency);
      ParameterChecks.atLeastZero("perByte", perByte);
      ParameterChecks.atLeastZero("reducePerByte", reducePerByte);
    }

    BatchSize batch() {
      return BatchSize.of(examples, globalBatch);
    }
  }
}
