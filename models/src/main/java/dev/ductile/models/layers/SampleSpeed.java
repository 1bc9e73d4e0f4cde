package dev.ductile.models.layers;

import dev.ductile.api.Allocation;
import dev.ductile.api.Itemised;
import dev.ductile.api.Speed;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The speed of steps of one sample per worker, computed layer by layer. The transfers of the layers
 * are for one worker with one server; more workers per server share its link and wait for each
 * other.
 */
record SampleSpeed(OverlappedLayers timeline, int assumedServers) implements Speed, Itemised {
  @Override
  public double stepsPerSecond(Allocation where) {
    return where.workers() == 0 ? 0 : 1 / step(where).seconds();
  }

  @Override
  public SortedMap<String, Object> items(Allocation where) {
    var items = new TreeMap<String, Object>();
    StepTime sample = timeline.step();
    items.put("secondsPerSample", sample.seconds());
    items.put("eta", sample.eta().inOrder());
    if (where.workers() > 0) {
      double seconds = step(where).seconds();
      items.put("secondsPerStep", seconds);
      items.put("examplesPerSecond", where.workers() / seconds);
    }
    return items;
  }

  private StepTime step(Allocation where) {
    double servers = where.servers() > 0 ? where.servers() : assumedServers;
    return timeline.step(where.workers() / servers);
  }
}
