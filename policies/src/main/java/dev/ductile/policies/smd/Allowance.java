package dev.ductile.policies.smd;

import dev.ductile.api.Range;
import dev.ductile.api.Size;
import dev.ductile.api.Stock;
import dev.ductile.policies.sizing.Candidate;
import java.util.Arrays;

/**
 * The sizes that one job may have: those within its bounds that take at most a given amount of each
 * resource (Constraint 7).
 */
final class Allowance {
  private final Candidate candidate;
  private final double[] most;
  private final Stock[] stocks;
  private final double[] worker;
  private final double[] server;

  /**
   * The sizes of a job within these amounts.
   *
   * @param most most of each resource, in the order of the budget's resources
   */
  Allowance(Candidate candidate, double[] most) {
    this.candidate = candidate;
    this.most = most.clone();
    this.stocks = Arrays.stream(most).mapToObj(Stock::of).toArray(Stock[]::new);
    this.worker = new double[most.length];
    this.server = new double[most.length];
    for (int resource = 0; resource < most.length; resource++) {
      worker[resource] = candidate.needs().of(new Size(1, 0), resource);
      server[resource] = candidate.needs().of(new Size(0, 1), resource);
    }
  }

  Candidate candidate() {
    return candidate;
  }

  Size least() {
    return candidate.job().spec().bounds().least();
  }

  Range workers() {
    return candidate.job().spec().bounds().workers();
  }

  Range servers() {
    return candidate.job().spec().bounds().servers();
  }

  int resources() {
    return most.length;
  }

  /** The need of a worker of a resource (O in the paper). */
  double worker(int resource) {
    return worker[resource];
  }

  /** The need of a server of a resource (G in the paper). */
  double server(int resource) {
    return server[resource];
  }

  /** The most that the job may take of a resource (v in the paper). */
  double most(int resource) {
    return most[resource];
  }

  /** The most of each resource. */
  double[] most() {
    return most.clone();
  }

  /** Whether even the least size takes too much. */
  boolean isEmpty() {
    return !covers(least());
  }

  boolean covers(Size size) {
    return candidate.job().spec().bounds().allows(size)
        && shortOf(size.workers(), size.servers()) < 0;
  }

  /** The first resource of which this size takes too much; -1 for none. */
  int shortOf(int workers, int servers) {
    for (int resource = 0; resource < most.length; resource++) {
      if (!stocks[resource].covers(worker[resource], workers, server[resource], servers)) {
        return resource;
      }
    }
    return -1;
  }

  /** The greatest legal number of workers beside this many servers; -1 if there is none. */
  int mostWorkers(int servers) {
    return greatest(workers(), room(server, servers, worker));
  }

  /** The greatest legal number of servers beside this many workers; -1 if there is none. */
  int mostServers(int workers) {
    return greatest(servers(), room(worker, workers, server));
  }

  private int room(double[] others, int count, double[] each) {
    int room = Range.LIMIT;
    for (int resource = 0; resource < most.length; resource++) {
      if (!stocks[resource].covers(others[resource], count)) {
        return -1;
      }
      Stock left = stocks[resource].copy();
      left.take(others[resource], count);
      room = left.times(each[resource], room);
    }
    return room;
  }

  private static int greatest(Range range, int room) {
    return room < range.least() ? -1 : range.atMost(room);
  }
}
