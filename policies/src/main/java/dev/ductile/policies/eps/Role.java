package dev.ductile.policies.eps;

import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Range;
import dev.ductile.api.Reason;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.TaskDemand;
import dev.ductile.api.Worded;

/** The roles of tasks that the paper counts separately. */
enum Role {
  WORKER("worker") {
    @Override
    int of(Size size) {
      return size.workers();
    }

    @Override
    Range of(Bounds bounds) {
      return bounds.workers();
    }

    @Override
    Resources of(Demand demand) {
      return demand.worker();
    }

    @Override
    TaskDemand taskDemand(Demand demand, FreeCapacity free) {
      return free.worker(demand);
    }

    @Override
    Size size(int count) {
      return new Size(count, 0);
    }
  },
  SERVER("server") {
    @Override
    int of(Size size) {
      return size.servers();
    }

    @Override
    Range of(Bounds bounds) {
      return bounds.servers();
    }

    @Override
    Resources of(Demand demand) {
      return demand.server();
    }

    @Override
    TaskDemand taskDemand(Demand demand, FreeCapacity free) {
      return free.server(demand);
    }

    @Override
    Size size(int count) {
      return new Size(0, count);
    }
  };

  /** A number of tasks above every bound; larger numbers count as this one. */
  static final int MANY = Range.LIMIT + 1;

  private final String word;

  Role(String word) {
    this.word = word;
  }

  abstract int of(Size size);

  abstract Range of(Bounds bounds);

  abstract Resources of(Demand demand);

  abstract TaskDemand taskDemand(Demand demand, FreeCapacity free);

  /** This many tasks of this role, and none of the other. */
  abstract Size size(int count);

  /** As text: {@code 1 worker}, {@code 2 servers}. */
  String text(int count) {
    return count < MANY ? Reason.count(count, word) : "more than a million %ss".formatted(word);
  }

  /** {@code 2 workers and 1 server}. */
  static Worded worded(Size size) {
    return new Worded(size, text(size));
  }

  static String text(Size size) {
    if (size.servers() == 0) {
      return WORKER.text(size.workers());
    }
    return size.workers() == 0
        ? SERVER.text(size.servers())
        : WORKER.text(size.workers()) + " and " + SERVER.text(size.servers());
  }
}
