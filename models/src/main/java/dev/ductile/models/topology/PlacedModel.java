package dev.ductile.models.topology;

import dev.ductile.api.Bandwidth;
import dev.ductile.api.Speed;
import dev.ductile.api.SpeedProvider;
import dev.ductile.models.BatchSize;
import dev.ductile.models.ParameterChecks;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** The speed model {@code placed}: all-reduce by the placement of the workers on nodes. */
public final class PlacedModel implements SpeedProvider<PlacedModel.Parameters> {
  @Override
  public String name() {
    return "placed";
  }

  @Override
  public String summary() {
    return "all-reduce by placement: links inside a node, between two nodes, and among more";
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
   * A link, given by its seconds or by its bandwidth.
   *
   * @param transfer seconds in which each of very many workers sends; this or bandwidth
   * @param bandwidth the bandwidth of one worker or node; twice the bytes of the gradient go over
   *     it
   * @param round seconds per doubling of the workers; 0 if it is absent
   */
  public record Wire(OptionalDouble transfer, Optional<Bandwidth> bandwidth, OptionalDouble round) {
    public Wire {
      if (transfer.isPresent() == bandwidth.isPresent()) {
        throw new IllegalArgumentException("a link needs its transfer or its bandwidth, not both");
      }
    }

    private LinkCost link(OptionalDouble bytes) {
      double seconds =
          bandwidth
              .map(link -> link.seconds(2 * needed(bytes)))
              .orElseGet(() -> transfer.orElse(0));
      return new LinkCost(seconds, round.orElse(0));
    }

    private static double needed(OptionalDouble bytes) {
      return bytes.orElseThrow(() ->
          new IllegalArgumentException("a bandwidth needs the bytes of the gradient: set bytes"));
    }
  }

  /**
   * The parts of a step.
   *
   * @param examples the examples per worker and step; this or globalBatch
   * @param globalBatch examples of a step, divided among the workers
   * @param fixed seconds of computation that do not depend on the batch; 0 if it is absent
   * @param perExample seconds of computation per example of a worker
   * @param bytes the bytes of the gradient, for links that are given by their bandwidth
   * @param local the links inside a node; no time if they are absent
   * @param network the links between nodes
   * @param pair the factor on a transfer between exactly two nodes; 1 if it is absent
   * @param overlap the overlap of computation and exchange, at least 1; 1 (no overlap) if it is
   *     absent
   * @param perNode the most workers per node, for sizes without a placement; no limit if it is
   *     absent
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
      ParameterChecks.atLeastZero("bytes", bytes.orElse(0));
      if (perNode.orElse(1) < 1) {
        throw new IllegalArgumentException(
            "perNode must be at least 1, not %d".formatted(perNode.orElse(1)));
      }
    }

    BatchSize each() {
      return BatchSize.of(examples, globalBatch);
    }

    StepCosts costs() {
      return new StepCosts(
          fixed.orElse(0),
          perExample,
          local.map(wire -> wire.link(bytes)).orElse(new LinkCost(0, 0)),
          network.link(bytes),
          pair.orElse(1),
          overlap.orElse(1));
    }
  }
}
