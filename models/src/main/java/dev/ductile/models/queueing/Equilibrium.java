package dev.ductile.models.queueing;

import java.util.ArrayList;
import java.util.function.ToDoubleFunction;

/**
 * The balance of one population: response times make throughputs (Little's law), throughputs make
 * links busy, and how busy a link is makes its response times (Eq. 3 and 4). What an arriving task
 * finds at the stations is given.
 */
final class Equilibrium {
  private static final int MOST_STEPS = 100;
  private static final int FULL_STEPS = 20;
  private static final double SMALLEST_STEP = 1e-15;

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

  /** The response times and throughputs at which all of it agrees. */
  void settle(int present) {
    this.present = present;
    measure();
    for (int step = 0; step < MOST_STEPS && improve(step < FULL_STEPS ? 1 : 0.5); step++) {
      measure();
    }
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

  Solution solution(boolean approximate) {
    var throughputs = new ArrayList<Double>(throughput.length);
    for (double one : throughput) {
      throughputs.add(one);
    }
    return new Solution(
        throughputs, downlink.utilisation, uplink.utilisation, server.utilisation, approximate);
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
   * Newton's method for the overlaps of both links, each of which slows all tasks and so makes both
   * links less busy.
   *
   * @param pace the part of a step that is taken: all of it, unless steps went to and fro
   * @return whether anything changed
   */
  private boolean improve(double pace) {
    double downlinkError = downlink.error();
    double uplinkError = uplink.error();
    if (Math.abs(downlinkError) + Math.abs(uplinkError) < SMALLEST_STEP) {
      return false;
    }
    double downlinkByItself = 1 + relief(downlink, downlink);
    double downlinkByUplink = relief(downlink, uplink);
    double uplinkByDownlink = relief(uplink, downlink);
    double uplinkByItself = 1 + relief(uplink, uplink);
    double determinant = downlinkByItself * uplinkByItself - downlinkByUplink * uplinkByDownlink;
    double downlinkStep =
        (downlinkError * uplinkByItself - downlinkByUplink * uplinkError) / determinant;
    double uplinkStep =
        (uplinkError * downlinkByItself - uplinkByDownlink * downlinkError) / determinant;
    return downlink.shift(pace * downlinkStep) + uplink.shift(pace * uplinkStep) > SMALLEST_STEP;
  }

  /** How much less overlap a station asks for where tasks at another overlap more. */
  private double relief(Station station, Station other) {
    double slope = station.sharing.slope(station.utilisation);
    if (slope == 0) {
      return 0;
    }
    double lost = 0;
    for (int kind = 0; kind < present; kind++) {
      lost += station.demand[kind] * other.gain(kind) * throughput[kind] / cycle[kind];
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
      if (busiest.demand[kind] > 0) {
        busiest.delay(kind, (excess - 1) * cycle[kind]);
      }
    }
    measure();
  }

  private static double[] demands(Network network, ToDoubleFunction<Workers> station) {
    return network.classes().stream().mapToDouble(station).toArray();
  }
}
