package dev.ductile.models.topology;

import dev.ductile.api.Bandwidth;
import dev.ductile.api.Speed;
import dev.ductile.api.SpeedProvider;
import dev.ductile.models.Amounts;
import dev.ductile.models.Batch;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Offers the speed of workers by the nodes that they are on, as {@code model: placed}. */
public final class PlacedModel implements SpeedProvider<PlacedModel.Parameters> {
  @Override
  public String name() {
    return "placed";
  }

  @Override
  public String summary() {
    return "all-reduce by placement: links inside of a node, between two, and among more";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public Speed create(Parameters parameters) {
    return new PlacedSpeed(parameters.costs(), parameters.each(), parameters.perNode());
  }

  /**
   * A link, by the seconds it takes or by what it carries.
   *
   * @param transfer seconds that each of very many workers spends sending; this or bandwidth
   * @param bandwidth of one worker's or node's link; twice the gradient's bytes go over it
   * @param round seconds for each doubling of the workers; 0 where it is absent
   */
  public record Wire(OptionalDouble transfer, Optional<Bandwidth> bandwidth, OptionalDouble round) {
    public Wire {
      if (transfer.isPresent() == bandwidth.isPresent()) {
        throw new IllegalArgumentException("a link needs its transfer or its bandwidth, not both");
      }
    }

    private Link link(OptionalDouble bytes) {
      double seconds =
          bandwidth
              .map(link -> link.seconds(2 * needed(bytes)))
              .orElseGet(() -> transfer.orElse(0));
      return new Link(seconds, round.orElse(0));
    }

    private static double needed(OptionalDouble bytes) {
      return bytes.orElseThrow(() ->
          new IllegalArgumentException("a bandwidth says nothing without the gradient's bytes"));
    }
  }

  /**
   * What a step of the job consists of.
   *
   * @param examples for each worker and step; this or globalBatch
   * @param globalBatch examples of a step, shared by the workers there are
   * @param fixed seconds to compute, whatever the batch; 0 where it is absent
   * @param perExample seconds to compute for each example of a worker
   * @param bytes of the gradient, for links that are given by their bandwidth
   * @param local the links inside of a node; they take no time where they are absent
   * @param network the links between nodes
   * @param pair how many times as long a transfer takes between two nodes; 1 where it is absent
   * @param overlap of computing and exchanging, at least 1; 1, for none, where it is absent
   * @param perNode how many workers a node takes, for sizes that are not placed; no limit where it
   *     is absent
   */
  public record Parameters(
      OptionalDouble examples,
      OptionalDouble globalBatch,
      OptionalDouble fixed,
      double perExample,
      OptionalDouble bytes,
      Optional<Wire> local,
      Wire network,
      OptionalDouble pair,
      OptionalDouble overlap,
      OptionalInt perNode) {
    public Parameters {
      Amounts.atLeastZero("bytes", bytes.orElse(0));
      if (perNode.orElse(1) < 1) {
        throw new IllegalArgumentException(
            "perNode must be at least 1, not %d".formatted(perNode.orElse(1)));
      }
    }

    Batch each() {
      return Batch.of(examples, globalBatch);
    }

    StepCosts costs() {
      return new StepCosts(
          fixed.orElse(0),
          perExample,
          local.map(wire -> wire.link(bytes)).orElse(new Link(0, 0)),
          network.link(bytes),
          pair.orElse(1),
          overlap.orElse(1));
    }
  }
}
