package dev.ductile.models.layers;

import dev.ductile.api.Allocation;
import dev.ductile.api.Itemised;
import dev.ductile.api.Speed;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Steps of one sample for each worker, timed layer by layer. The layers' transfers are those of one
 * worker with one server; more workers for each server share its link and wait for each other.
 */
record SampleSpeed(Timeline timeline, int assumedServers) implements Speed, Itemised {
  @Override
  public double stepsPerSecond(Allocation where) {
    return where.workers() == 0 ? 0 : 1 / step(where).seconds();
  }

  @Override
  public SortedMap<String, Object> items(Allocation where) {
    var items = new TreeMap<String, Object>();
    Step sample = timeline.step();
    items.put("secondsPerSample", sample.seconds());
    items.put("eta", sample.eta().inOrder());
    if (where.workers() > 0) {
      double seconds = step(where).seconds();
      items.put("secondsPerStep", seconds);
      items.put("examplesPerSecond", where.workers() / seconds);
    }
    return items;
  }

  private Step step(Allocation where) {
    double servers = where.servers() > 0 ? where.servers() : assumedServers;
    return timeline.step(where.workers() / servers);
  }
}
