package dev.ductile.models.queueing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.function.DoubleUnaryOperator;

/**
 * A discrete-event simulation of the network of Fig. 6, against which the solvers are tested. Each
 * server has its own links and holds a part of the parameters. A worker sends the parts of its
 * gradient to all servers at the same time, and computes again after all parameters have arrived
 * (Section VII).
 */
final class NetworkSimulation {
  /** A task at a station: its worker, and its remaining time on the clock of the station. */
  private record Task(int owner, double end) {}

  /** A station that serves tasks. */
  private sealed interface Station {
    void arrive(double now, int owner, double seconds);

    /** The time at which the next task leaves; infinity if there is none. */
    double next();

    int leave();
  }

  private final List<Station> stations = new ArrayList<>();
  private final List<Double> shares;
  private final WorkerGroup profile;
  private final DoubleUnaryOperator serverTime;
  private final int[] missing;

  /**
   * @param shared whether transfers share links equally; else they are served one after the other
   * @param serverTime draws the time of a server, given its mean
   */
  private NetworkSimulation(
      WorkerGroup profile, List<Double> shares, boolean shared, DoubleUnaryOperator serverTime) {
    this.profile = profile;
    this.shares = shares;
    this.serverTime = serverTime;
    this.missing = new int[profile.count()];
    stations.add(new Apart());
    for (int server = 0; server < shares.size(); server++) {
      stations.add(shared ? new Together() : new InTurn());
      stations.add(new InTurn());
      stations.add(shared ? new Together() : new InTurn());
    }
  }

  /**
   * Mini-batches per second of all workers, over this many mini-batches after a warm-up of a tenth.
   */
  static double throughput(
      WorkerGroup profile,
      List<Double> shares,
      boolean shared,
      int minibatches,
      DoubleUnaryOperator serverTime) {
    var simulated = new NetworkSimulation(profile, shares, shared, serverTime);
    for (int worker = 0; worker < profile.count(); worker++) {
      simulated.stations.getFirst().arrive(0, worker, profile.worker());
    }
    double start = simulated.run(minibatches / 10);
    return minibatches / (simulated.run(minibatches) - start);
  }

  /** Simulates this many further mini-batches; returns the time. */
  private double run(int minibatches) {
    int computed = 0;
    double now = 0;
    while (computed < minibatches) {
      int place = soonest();
      now = stations.get(place).next();
      int owner = stations.get(place).leave();
      computed += place == 0 ? 1 : 0;
      moveOn(now, place, owner);
    }
    return now;
  }

  private int soonest() {
    int soonest = 0;
    for (int place = 1; place < stations.size(); place++) {
      if (stations.get(place).next() < stations.get(soonest).next()) {
        soonest = place;
      }
    }
    return soonest;
  }

  /**
   * Moves a task to its next station: worker, all uplinks, servers, downlinks, and the worker after
   * all have arrived.
   */
  private void moveOn(double now, int place, int owner) {
    if (place == 0) {
      missing[owner] = shares.size();
      for (int server = 0; server < shares.size(); server++) {
        stations.get(3 * server + 1).arrive(now, owner, shares.get(server) * profile.uplink());
      }
      return;
    }
    double share = shares.get((place - 1) / 3);
    switch ((place - 1) % 3) {
      case 0 ->
          stations
              .get(place + 1)
              .arrive(now, owner, serverTime.applyAsDouble(share * profile.server()));
      case 1 -> stations.get(place + 1).arrive(now, owner, share * profile.downlink());
      default -> {
        if (--missing[owner] == 0) {
          stations.getFirst().arrive(now, owner, profile.worker());
        }
      }
    }
  }

  private static PriorityQueue<Task> byEnd() {
    return new PriorityQueue<>(Comparator.comparingDouble(Task::end));
  }

  /** A station without queueing. */
  private static final class Apart implements Station {
    private final PriorityQueue<Task> tasks = byEnd();

    @Override
    public void arrive(double now, int owner, double seconds) {
      tasks.add(new Task(owner, now + seconds));
    }

    @Override
    public double next() {
      return tasks.isEmpty() ? Double.POSITIVE_INFINITY : tasks.element().end;
    }

    @Override
    public int leave() {
      return tasks.remove().owner;
    }
  }

  /** A station that serves first come, first served. */
  private static final class InTurn implements Station {
    private final Queue<Task> tasks = new ArrayDeque<>();
    private double free;

    @Override
    public void arrive(double now, int owner, double seconds) {
      free = Math.max(now, free) + seconds;
      tasks.add(new Task(owner, free));
    }

    @Override
    public double next() {
      return tasks.isEmpty() ? Double.POSITIVE_INFINITY : tasks.element().end;
    }

    @Override
    public int leave() {
      return tasks.remove().owner;
    }
  }

  /** A processor-sharing station: its clock advances by the service that each task has received. */
  private static final class Together implements Station {
    private final PriorityQueue<Task> tasks = byEnd();
    private double clock;
    private double since;

    @Override
    public void arrive(double now, int owner, double seconds) {
      if (!tasks.isEmpty()) {
        clock += (now - since) / tasks.size();
      }
      since = now;
      tasks.add(new Task(owner, clock + seconds));
    }

    @Override
    public double next() {
      return tasks.isEmpty()
          ? Double.POSITIVE_INFINITY
          : since + (tasks.element().end - clock) * tasks.size();
    }

    @Override
    public int leave() {
      since = next();
      Task done = tasks.remove();
      clock = done.end;
      return done.owner;
    }
  }
}
