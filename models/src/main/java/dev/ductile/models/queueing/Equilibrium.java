package dev.ductile.models.queueing;

import java.util.ArrayList;
import java.util.function.ToDoubleFunction;

/**
 * The balance of one population: response times make throughputs (Little's law), throughputs make
 * links busy, and how busy a link is makes its response times (Eq. 3 and 4). What an arriving task
 * finds at the stations is given.
 */
final class Equilibrium {
  private static final int NEWTON_STEPS = 12;
  private static final int MOST_STEPS = 70;

  final Station downlink;
  final Station uplink;
  final Station server;

  /** How many workers of each class there are. */
  final int[] population;

  /** Mini-batches per second of each class. */
  final double[] throughput;

  private final Station[] stations;
  private final double[] worker;

  /** How long a task of each class takes to come round. */
  private final double[] cycle;

  /** Classes from this one on have no workers yet. */
  private int present;

  Equilibrium(Network network) {
    downlink = new Station(demands(network, Workers::downlink), network.links());
    uplink = new Station(demands(network, Workers::uplink), network.links());
    server = new Station(demands(network, Workers::server), Sharing.EQUAL);
    stations = new Station[] {downlink, uplink, server};
    worker = demands(network, Workers::worker);
    population = new int[worker.length];
    throughput = new double[worker.length];
    cycle = new double[worker.length];
  }

  /**
   * The response times and throughputs at which all of it agrees. A single class agrees in one way
   * only, which may be looked for where the last search ended. Classes that are very unlike may
   * agree in several: then it is the one that is met first on the way up from no overlap.
   */
  void settle(int present) {
    this.present = present;
    if (population.length > 1) {
      downlink.restart();
      uplink.restart();
    }
    settleDownlink();
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

  Solution solution(boolean approximate, boolean settled) {
    var throughputs = new ArrayList<Double>(throughput.length);
    for (double one : throughput) {
      throughputs.add(one);
    }
    return new Solution(
        throughputs,
        downlink.utilisation,
        uplink.utilisation,
        server.utilisation,
        approximate,
        settled);
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

  /** Finds the downlink's overlap; each that it tries goes with the uplink's own answer to it. */
  private void settleDownlink() {
    downlink.open();
    settleUplink();
    for (int step = 0; !downlink.agrees() && step < MOST_STEPS; step++) {
      double before = downlink.overlap;
      double answer = relief(uplink, downlink) / (1 + relief(uplink, uplink));
      downlink.approach(
          relief(downlink, downlink) - answer * relief(downlink, uplink), step < NEWTON_STEPS);
      uplink.shift(answer * (before - downlink.overlap));
      settleUplink();
    }
  }

  private void settleUplink() {
    uplink.open();
    measure();
    for (int step = 0; !uplink.agrees() && step < MOST_STEPS; step++) {
      uplink.approach(relief(uplink, uplink), step < NEWTON_STEPS);
      measure();
    }
  }

  /** How much less overlap a station asks for where tasks at another overlap more. */
  private double relief(Station station, Station other) {
    double slope = station.sharing.slope(station.utilisation);
    double lost = 0;
    for (int kind = 0; slope > 0 && kind < present; kind++) {
      lost += station.demand[kind] * other.gain[kind] * throughput[kind] / cycle[kind];
    }
    return slope * lost;
  }

  /**
   * Keeps the busiest station within its capacity, which Eq. 2 does not: the time that is missing
   * is spent waiting there.
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

  private static double[] demands(Network network, ToDoubleFunction<Workers> station) {
    return network.classes().stream().mapToDouble(station).toArray();
  }
}
