package dev.ductile.models;

import dev.ductile.api.Allocation;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.api.SpeedProvider;
import dev.ductile.models.queueing.Network;
import dev.ductile.models.queueing.Sharing;
import dev.ductile.models.queueing.Solver;
import dev.ductile.models.queueing.Workers;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Offers the speed of asynchronous stochastic gradient descent with parameter servers, by the
 * queueing model of Lin et al. ("A model-based approach to streamlining distributed training for
 * asynchronous SGD", Sections III and VII), as {@code model: async-ps}.
 */
public final class AsyncPsModel implements SpeedProvider<AsyncPsModel.Parameters> {
  static final int MOST_SERVERS = 10_000;

  @Override
  public String name() {
    return "async-ps";
  }

  @Override
  public String summary() {
    return "workers that take turns at parameter servers and their links, from the profile of one";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public Speed create(Parameters parameters) {
    return new AsyncPsSpeed(parameters);
  }

  /** Workers of the classes that are written, or else as many as usual. */
  @Override
  public List<Size> sizes(Parameters parameters) {
    int servers = parameters.isOfNodes() ? 0 : parameters.standardServers();
    return parameters
        .classes()
        .map(classes -> classes.stream().mapToInt(Workers::count).sum())
        .map(workers -> List.of(new Size(workers, servers)))
        .orElseGet(() -> SpeedProvider.doublings(servers));
  }

  /**
   * What one worker and one server took for a mini-batch, alone.
   *
   * @param solver the algorithm; hybrid where it is absent
   * @param threshold how busy a link is when transfers begin to overlap on it, for the hybrid
   *     solver; as published where it is absent
   * @param servers for allocations that do not say how many; as many as there are shares where it
   *     is absent, or one
   * @param shares the part of the parameters that each of so many servers holds; equal where they
   *     are absent, and for any other number of servers
   * @param downlink seconds of one worker's download; for workers that are all alike
   * @param worker seconds of one worker's computation
   * @param uplink seconds of one worker's upload
   * @param server seconds of the server for one step
   * @param classes groups of equal workers, where not all workers are alike
   * @param nodes whether the workers that it is asked about are nodes, and the servers are some of
   *     them
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
      Optional<List<Workers>> classes,
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

    /** Workers and servers that are counted apart. */
    public Parameters(
        Optional<Solver> solver,
        OptionalDouble threshold,
        OptionalInt servers,
        Optional<List<Double>> shares,
        OptionalDouble downlink,
        OptionalDouble worker,
        OptionalDouble uplink,
        OptionalDouble server,
        Optional<List<Workers>> classes) {
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

    /** How many workers there are among the tasks that are called so. */
    int workers(Allocation where) {
      if (where.servers() > 0 || where.isNone() || !isOfNodes()) {
        return where.workers();
      }
      return Math.max(1, where.workers() - standardServers());
    }

    boolean isOfNodes() {
      return nodes.orElse(false);
    }

    /** The network around one server that holds all parameters. */
    Network network() {
      return network(
          solver, threshold, classes.orElseGet(() -> alike(downlink, worker, uplink, server)));
    }

    /** How many servers an allocation has that does not say so. */
    int standardServers() {
      return servers.orElse(shares.map(List::size).orElse(1));
    }

    /** The part of the parameters that the fullest of so many servers holds. */
    double largestPart(int count) {
      return shares
          .filter(listed -> listed.size() == count)
          .map(listed -> listed.stream().mapToDouble(share -> share).max().orElse(1))
          .orElse(1.0 / count);
    }

    private static Network network(
        Optional<Solver> solver, OptionalDouble threshold, List<Workers> classes) {
      return new Network(
          classes,
          new Sharing(solver.orElse(Solver.HYBRID), threshold.orElse(Sharing.PUBLISHED_THRESHOLD)));
    }

    private static List<Workers> alike(
        OptionalDouble downlink,
        OptionalDouble worker,
        OptionalDouble uplink,
        OptionalDouble server) {
      return List.of(
          new Workers(
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
