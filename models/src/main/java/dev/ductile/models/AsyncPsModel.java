package dev.ductile.models;

import dev.ductile.api.Allocation;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.api.SpeedProvider;
import dev.ductile.models.queueing.LinkSharing;
import dev.ductile.models.queueing.QueueingNetwork;
import dev.ductile.models.queueing.Solver;
import dev.ductile.models.queueing.WorkerGroup;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * The speed model {@code async-ps}: asynchronous stochastic gradient descent with parameter
 * servers, by the queueing model of Lin et al. ("A model-based approach to streamlining distributed
 * training for asynchronous SGD", Sections III and VII).
 */
public final class AsyncPsModel implements SpeedProvider<AsyncPsModel.Parameters> {
  static final int MOST_SERVERS = 10_000;

  @Override
  public String name() {
    return "async-ps";
  }

  @Override
  public String summary() {
    return "workers that queue at parameter servers and their links, from the times of one worker";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public Speed create(Parameters parameters) {
    return new AsyncPsSpeed(parameters);
  }

  /** All workers of the given classes; without classes, the default sizes. */
  @Override
  public List<Size> sizes(Parameters parameters) {
    int servers = parameters.isOfNodes() ? 0 : parameters.standardServers();
    return parameters
        .classes()
        .map(classes -> classes.stream().mapToInt(WorkerGroup::count).sum())
        .map(workers -> List.of(new Size(workers, servers)))
        .orElseGet(() -> SpeedProvider.doublings(servers));
  }

  /**
   * The times of one worker with one server for a mini-batch.
   *
   * @param solver the algorithm; hybrid if it is absent
   * @param threshold the utilisation of a link above which transfers overlap on it, for the hybrid
   *     solver; 0.8, as published, if it is absent
   * @param servers the number of servers for an allocation without servers; if it is absent, the
   *     number of shares, or one
   * @param shares the part of the parameters on each server; equal if they are absent, and for any
   *     other number of servers
   * @param downlink seconds of one worker's download, if all workers are alike
   * @param worker seconds of one worker's computation
   * @param uplink seconds of one worker's upload
   * @param server seconds of the server for one step
   * @param classes groups of equal workers, if not all workers are alike
   * @param nodes whether the workers of a size are nodes, of which some run the servers
   */
  public record Parameters(
      Optional<Solver> solver,
      OptionalDouble threshold,
      OptionalInt servers,
      Optional<List<Double>> shares,
      OptionalDouble downlink,
      OptionalDouble worker,
      OptionalDouble uplink,
      OptionalDouble server,
      Optional<List<WorkerGroup>> classes,
      Optional<Boolean> nodes) {
    private static final double ROUNDING = 1e-6;

    public Parameters {
      shares = shares.map(List::copyOf);
      classes = classes.map(List::copyOf);
      long alike =
          Stream.of(downlink, worker, uplink, server).filter(OptionalDouble::isPresent).count();
      if (alike != (classes.isPresent() ? 0 : 4)) {
        throw new IllegalArgumentException(
            "needs either downlink, worker, uplink and server, or classes that have them");
      }
      checkServers(servers, shares);
      shares.ifPresent(Parameters::checkShares);
      network(solver, threshold, classes.orElseGet(() -> alike(downlink, worker, uplink, server)));
    }

    /** Parameters of a job whose size counts workers and servers separately. */
    public Parameters(
        Optional<Solver> solver,
        OptionalDouble threshold,
        OptionalInt servers,
        Optional<List<Double>> shares,
        OptionalDouble downlink,
        OptionalDouble worker,
        OptionalDouble uplink,
        OptionalDouble server,
        Optional<List<WorkerGroup>> classes) {
      this(
          solver,
          threshold,
          servers,
          shares,
          downlink,
          worker,
          uplink,
          server,
          classes,
          Optional.empty());
    }

    /** The number of workers; if sizes count nodes, the nodes without a server. */
    int workers(Allocation where) {
      if (where.servers() > 0 || where.isNone() || !isOfNodes()) {
        return where.workers();
      }
      return Math.max(1, where.workers() - standardServers());
    }

    boolean isOfNodes() {
      return nodes.orElse(false);
    }

    /** The queueing network of one server that holds all parameters. */
    QueueingNetwork network() {
      return network(
          solver, threshold, classes.orElseGet(() -> alike(downlink, worker, uplink, server)));
    }

    /** The number of servers for an allocation without servers. */
    int standardServers() {
      return servers.orElse(shares.map(List::size).orElse(1));
    }

    /** The largest part of the parameters on one of this many servers. */
    double largestPart(int count) {
      return shares
          .filter(listed -> listed.size() == count)
          .map(listed -> listed.stream().mapToDouble(share -> share).max().orElse(1))
          .orElse(1.0 / count);
    }

    private static QueueingNetwork network(
        Optional<Solver> solver, OptionalDouble threshold, List<WorkerGroup> classes) {
      return new QueueingNetwork(
          classes,
          new LinkSharing(
              solver.orElse(Solver.HYBRID), threshold.orElse(LinkSharing.PUBLISHED_THRESHOLD)));
    }

    private static List<WorkerGroup> alike(
        OptionalDouble downlink,
        OptionalDouble worker,
        OptionalDouble uplink,
        OptionalDouble server) {
      return List.of(
          new WorkerGroup(
              1,
              downlink.orElseThrow(),
              worker.orElseThrow(),
              uplink.orElseThrow(),
              server.orElseThrow()));
    }

    private static void checkServers(OptionalInt servers, Optional<List<Double>> shares) {
      int count = servers.orElse(1);
      if (count < 1 || count > MOST_SERVERS) {
        throw new IllegalArgumentException(
            "servers must be between 1 and %d, not %d".formatted(MOST_SERVERS, count));
      }
      if (servers.isPresent() && shares.isPresent() && shares.get().size() != count) {
        throw new IllegalArgumentException(
            "%d servers need as many shares, not %s".formatted(count, shares.get()));
      }
    }

    private static void checkShares(List<Double> shares) {
      if (shares.isEmpty() || shares.size() > MOST_SERVERS) {
        throw new IllegalArgumentException(
            "shares must be 1 to %d, not %d".formatted(MOST_SERVERS, shares.size()));
      }
      for (double share : shares) {
        if (!(share >= 0)) {
          throw new IllegalArgumentException("a share must be at least 0, not %s".formatted(share));
        }
      }
      double sum = shares.stream().mapToDouble(share -> share).sum();
      if (!(Math.abs(sum - 1) <= ROUNDING)) {
        throw new IllegalArgumentException(
            "shares must add up to 1, but %s add up to %s".formatted(shares, sum));
      }
    }
  }
}
