package dev.ductile.models;

import dev.ductile.api.Allocation;
import dev.ductile.api.Speed;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A speed interpolated from measurements: linear between two neighbouring sizes, constant beyond
 * the largest, and proportional below the smallest. There is one curve over workers for each
 * measured number of servers. Between these curves, the same rule holds over servers.
 */
final class TableSpeed implements Speed {
  private final WorkerCurve[] curves;

  /** The number of servers of each curve, ascending. */
  private final int[] servers;

  TableSpeed(List<TableModel.Point> points) {
    var byServers = new TreeMap<Integer, TreeMap<Integer, Double>>();
    for (TableModel.Point point : points) {
      byServers
          .computeIfAbsent(point.servers().orElse(0), _ -> new TreeMap<>())
          .put(point.workers(), point.stepsPerSecond());
    }
    curves = byServers.values().stream().map(WorkerCurve::new).toArray(WorkerCurve[]::new);
    servers = byServers.keySet().stream().mapToInt(count -> count).toArray();
  }

  @Override
  public double stepsPerSecond(Allocation where) {
    int workers = where.workers();
    return workers == 0 ? 0 : at(workers, where.servers());
  }

  private double at(int workers, int wanted) {
    int above = 0;
    while (above < servers.length && servers[above] < wanted) {
      above++;
    }
    if (above == servers.length) {
      return curves[above - 1].at(workers);
    }
    double upper = curves[above].at(workers);
    if (servers[above] == wanted) {
      return upper;
    }
    if (above == 0) {
      return upper * wanted / servers[0];
    }
    double lower = curves[above - 1].at(workers);
    return between(lower, upper, wanted - servers[above - 1], servers[above] - servers[above - 1]);
  }

  private static double between(double lower, double upper, int part, int whole) {
    return lower + (upper - lower) * part / whole;
  }

  /** Steps per second over the number of workers. */
  private static final class WorkerCurve {
    private final int[] workers;
    private final double[] stepsPerSecond;

    WorkerCurve(SortedMap<Integer, Double> points) {
      workers = points.keySet().stream().mapToInt(count -> count).toArray();
      stepsPerSecond = points.values().stream().mapToDouble(speed -> speed).toArray();
    }

    double at(int wanted) {
      int above = Arrays.binarySearch(workers, wanted);
      if (above >= 0) {
        return stepsPerSecond[above];
      }
      above = -above - 1;
      if (above == workers.length) {
        return stepsPerSecond[above - 1];
      }
      if (above == 0) {
        return stepsPerSecond[0] * wanted / workers[0];
      }
      return between(
          stepsPerSecond[above - 1],
          stepsPerSecond[above],
          wanted - workers[above - 1],
          workers[above] - workers[above - 1]);
    }
  }
}
