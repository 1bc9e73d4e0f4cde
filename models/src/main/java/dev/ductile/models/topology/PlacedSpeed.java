package dev.ductile.models.topology;

import dev.ductile.api.Allocation;
import dev.ductile.api.Estimate;
import dev.ductile.api.Itemised;
import dev.ductile.api.Speed;
import dev.ductile.models.BatchSize;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/** The speed of a job by the number of its workers and nodes. */
record PlacedSpeed(StepCosts costs, BatchSize batch, OptionalInt perNode)
    implements Speed, Itemised {
  /**
   * The error that nine of ten predictions did not exceed, for held-out placements on up to four
   * nodes ({@code bench/run placements}, the worst of its jobs).
   */
  static final double ERROR = 0.13;

  /** The same for more nodes than in the measurements of the fit. */
  static final double ERROR_FAR = 0.25;

  private static final int NODES_SEEN = 4;

  @Override
  public double stepsPerSecond(Allocation where) {
    return where.workers() == 0 ? 0 : 1 / seconds(spread(where));
  }

  @Override
  public Estimate estimate(Allocation where) {
    double speed = stepsPerSecond(where);
    boolean far = speed > 0 && spread(where).nodes() > NODES_SEEN;
    return Estimate.within(far ? ERROR_FAR : ERROR, speed);
  }

  @Override
  public SortedMap<String, Object> items(Allocation where) {
    var items = new TreeMap<String, Object>();
    if (where.workers() > 0) {
      NodeSpread spread = spread(where);
      double examples = batch.perWorker(spread.workers());
      double seconds = seconds(spread);
      items.put("secondsPerStep", seconds);
      items.put("computationSeconds", costs.computation(examples));
      items.put("exchangeSeconds", costs.exchange(spread));
      items.put("examplesPerSecond", examples * spread.workers() / seconds);
      items.put("nodes", spread.nodes());
    }
    return items;
  }

  private double seconds(NodeSpread spread) {
    return costs.seconds(batch.perWorker(spread.workers()), spread);
  }

  private NodeSpread spread(Allocation where) {
    return NodeSpread.of(where, perNode);
  }
}
