package dev.ductile.models;

import dev.ductile.api.Allocation;
import dev.ductile.api.Estimate;
import dev.ductile.api.Itemised;
import dev.ductile.api.Speed;
import dev.ductile.models.queueing.QueueingNetwork;
import dev.ductile.models.queueing.SteadyState;
import dev.ductile.models.queueing.ThroughputCurve;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A speed from a closed queueing network. A step is one mini-batch of any worker. With several
 * servers a worker waits for the server with the largest part of the parameters, so the network has
 * only this server.
 */
final class AsyncPsSpeed implements Speed, Itemised {
  private static final int MOST_CURVES = 64;

  /** The most numbers in all cached curves except the first: 32 MB. */
  private static final long MOST_NUMBERS = 4_000_000;

  private final AsyncPsModel.Parameters parameters;
  private final QueueingNetwork network;

  /** A cache by the number of servers; it keeps the first ones, up to its limit. */
  private final Map<Integer, ThroughputCurve> curves = new ConcurrentHashMap<>();

  AsyncPsSpeed(AsyncPsModel.Parameters parameters) {
    this.parameters = parameters;
    this.network = parameters.network();
  }

  @Override
  public double stepsPerSecond(Allocation where) {
    return curve(servers(where)).throughput(parameters.workers(where));
  }

  @Override
  public Estimate estimate(Allocation where) {
    return Estimate.within(network.links().solver().error(), stepsPerSecond(where));
  }

  @Override
  public SortedMap<String, Object> items(Allocation where) {
    if (where.workers() == 0) {
      return Collections.emptySortedMap();
    }
    SteadyState solution = curve(servers(where)).solution(parameters.workers(where));
    var items = new TreeMap<String, Object>();
    items.put("solver", solver(solution));
    items.put(
        "utilisation",
        Map.of(
            "downlink", solution.downlink(),
            "server", solution.server(),
            "uplink", solution.uplink()));
    if (parameters.classes().isPresent()) {
      items.put("classes", classes(solution));
    }
    return items;
  }

  private String solver(SteadyState solution) {
    String name = network.links().solver().name().toLowerCase(Locale.ROOT);
    if (!solution.approximate()) {
      return name;
    }
    return (solution.converged() ? "approximate " : "unsettled approximate ") + name;
  }

  private static List<Map<String, Double>> classes(SteadyState solution) {
    return solution.throughputs().stream()
        .map(throughput -> Map.of("throughput", throughput))
        .toList();
  }

  private int servers(Allocation where) {
    int servers = where.servers() > 0 ? where.servers() : parameters.standardServers();
    return Math.min(servers, AsyncPsModel.MOST_SERVERS);
  }

  private ThroughputCurve curve(int servers) {
    ThroughputCurve known = curves.get(servers);
    if (known != null) {
      return known;
    }
    var drawn = new ThroughputCurve(network(servers));
    if (curves.size() >= room(drawn)) {
      return drawn;
    }
    ThroughputCurve before = curves.putIfAbsent(servers, drawn);
    return before == null ? drawn : before;
  }

  /**
   * The number of curves that the cache may keep; all have the same size, because they have the
   * same classes.
   */
  private static int room(ThroughputCurve curve) {
    return Math.clamp(MOST_NUMBERS / curve.mostKept(), 1, MOST_CURVES);
  }

  private QueueingNetwork network(int servers) {
    return network.around(parameters.largestPart(servers));
  }
}
