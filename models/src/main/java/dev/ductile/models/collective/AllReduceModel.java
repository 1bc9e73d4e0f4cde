package dev.ductile.models.collective;

import dev.ductile.api.Speed;
import dev.ductile.api.SpeedProvider;
import dev.ductile.models.Amounts;
import dev.ductile.models.Batch;
import java.util.OptionalDouble;

/** Offers the speed of workers that reduce their gradients in one of the ways of Capes et al. */
public abstract sealed class AllReduceModel implements SpeedProvider<AllReduceModel.Parameters> {
  private final AllReduce way;
  private final String name;
  private final String summary;

  private AllReduceModel(AllReduce way, String name, String summary) {
    this.way = way;
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
    return new AllReduceSpeed(way, parameters);
  }

  /** {@code model: ring}. */
  public static final class Ring extends AllReduceModel {
    public Ring() {
      super(AllReduce.RING, "ring", "all-reduce along a ring (Capes et al., Eq. 2)");
    }
  }

  /** {@code model: doubling-halving}. */
  public static final class DoublingHalving extends AllReduceModel {
    public DoublingHalving() {
      super(
          AllReduce.DOUBLING_HALVING,
          "doubling-halving",
          "all-reduce by doubling and halving; binary blocks between powers of two (Capes et al., Eq. 3)");
    }
  }

  /** {@code model: binary-blocks}. */
  public static final class BinaryBlocks extends AllReduceModel {
    public BinaryBlocks() {
      super(
          AllReduce.BINARY_BLOCKS,
          "binary-blocks",
          "all-reduce by binary blocks (Capes et al., Eq. 4)");
    }
  }

  /**
   * What a step consists of.
   *
   * @param examples for each worker and step (the paper's m); this or globalBatch
   * @param globalBatch examples of a step, shared by the workers there are
   * @param forward seconds for one example
   * @param backward seconds for one example
   * @param bytes of the gradient (n)
   * @param latency seconds for each message (alpha)
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
      Batch.of(examples, globalBatch);
      Amounts.atLeastZero("forward", forward);
      Amounts.atLeastZero("backward", backward);
      Amounts.aboveZero("forward + backward", forward + backward);
      Amounts.atLeastZero("bytes", bytes);
      Amounts.atLeastZero("latency", latency);
      Amounts.atLeastZero("perByte", perByte);
      Amounts.atLeastZero("reducePerByte", reducePerByte);
    }

    Batch batch() {
      return Batch.of(examples, globalBatch);
    }
  }
}
