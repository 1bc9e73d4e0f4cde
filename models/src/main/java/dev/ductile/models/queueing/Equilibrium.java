package dev.ductile.models.queueing;

import java.util.ArrayList;
import java.util.function.ToDoubleFunction;

/**
 * The fixed point of one population: throughputs follow from response times (Little's law),
 * utilisations from throughputs, and response times from utilisations (Eq. 3 and 4). The queues
 * that an arriving task finds are given.
 */
final class Equilibrium {
  private static final int NEWTON_STEPS = 12;
  private static final int MOST_STEPS = 70;

  final Station downlink;
  final Station uplink;
  final Station server;

  /** The number of workers of each class. */
  final int[] population;

  /** Mini-batches per second of each class. */
  final double[] throughput;

  private final Station[] stations;
  private final double[] worker;

  /** The seconds of a whole cycle of a task of each class. */
  private final double[] cycle;

  /** The number of classes with workers; later ones have none yet. */
  private int present;

  Equilibrium(QueueingNetwork network) {
    downlink = new Station(demands(network, WorkerGroup::downlink), network.links());
    uplink = new Station(demands(network, WorkerGroup::uplink), network.links());
    server = new Station(demands(network, WorkerGroup::server), LinkSharing.EQUAL);
    stations = new Station[] {downlink, uplink, server};
    worker = demands(network, WorkerGroup::worker);
    population = new int[worker.length];
    throughput = new double[worker.length];
    cycle = new double[worker.length];
  }

  /**
   * Solves for the response times and throughputs. A single class has one solution, so the search
   * may start at the last one. Very different classes may have several; then the solution is the
   * first one above no overlap.
   */
  void solve(int present) {
    this.present = present;
    if (population.length > 1) {
      downlink.restart();
      uplink.restart();
    }
    solveDownlink();
    for (int i = 0; i < stations.length; i++) {
      slowDown();
    }
  }

  /** Mini-batches per second of all workers. */
  double throughput() {
    double sum = 0;
    for (double one : throughput) {
      sum += one;
    }
    return sum;
  }

  SteadyState solution(boolean approximate, boolean converged) {
    var throughputs = new ArrayList<Double>(throughput.length);
    for (double one : throughput) {
      throughputs.add(one);
    }
    return new SteadyState(
        throughputs,
        downlink.utilisation,
        uplink.utilisation,
        server.utilisation,
        approximate,
        converged);
  }

  private void measure() {
    for (int kind = 0; kind < present; kind++) {
      cycle[kind] =
          worker[kind] + downlink.response(kind) + uplink.response(kind) + server.response(kind);
      throughput[kind] = population[kind] == 0 ? 0 : population[kind] / cycle[kind];
    }
    for (Station station : stations) {
      station.load(throughput, present);
    }
  }

  /**
   * Finds the overlap of the downlink. For each value that it tries, it solves for the overlap of
   * the uplink.
   */
  private void solveDownlink() {
    downlink.open();
    solveUplink();
    for (int step = 0; !downlink.agrees() && step < MOST_STEPS; step++) {
      double before = downlink.overlap;
      double answer = decrease(uplink, downlink) / (1 + decrease(uplink, uplink));
      downlink.approach(
          decrease(downlink, downlink) - answer * decrease(downlink, uplink), step < NEWTON_STEPS);
      uplink.shift(answer * (before - downlink.overlap));
      solveUplink();
    }
  }

  private void solveUplink() {
    uplink.open();
    measure();
    for (int step = 0; !uplink.agrees() && step < MOST_STEPS; step++) {
      uplink.approach(decrease(uplink, uplink), step < NEWTON_STEPS);
      measure();
    }
  }

  /** The decrease of the overlap that a station requires per increase of the overlap at another. */
  private double decrease(Station station, Station other) {
    double slope = station.sharing.slope(station.utilisation);
    double lost = 0;
    for (int kind = 0; slope > 0 && kind < present; kind++) {
      lost += station.demand[kind] * other.gain[kind] * throughput[kind] / cycle[kind];
    }
    return slope * lost;
  }

  /**
   * Keeps the busiest station within its capacity, which Eq. 2 can exceed: the missing time becomes
   * waiting time there.
   */
  private void slowDown() {
    Station busiest = downlink.utilisation >= uplink.utilisation ? downlink : uplink;
    busiest = server.utilisation > busiest.utilisation ? server : busiest;
    double excess = busiest.utilisation;
    if (excess <= 1) {
      return;
    }
    for (int kind = 0; kind < present; kind++) {
      if (population[kind] > 0 && busiest.demand[kind] > 0) {
        busiest.delay(kind, (excess - 1) * cycle[kind]);
      }
    }
    measure();
  }

  private static double[] demands(QueueingNetwork network, ToDoubleFunction<WorkerGroup> station) {
    return network.classes().stream().mapToDouble(station).toArray();
  }
}
