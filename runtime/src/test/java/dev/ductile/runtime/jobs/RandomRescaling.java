package dev.ductile.runtime.jobs;

import dev.ductile.runtime.job.SizeSpec;
import dev.ductile.runtime.membership.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Tasks that join and leave at random, between 1 and 8 workers and 1 and 4 servers. */
final class RandomRescaling {
  private static final int MOST_WORKERS = 8;
  private static final int MOST_SERVERS = 4;

  private final JobThreads threads;
  private final Random random;
  private final List<String> workers = new ArrayList<>();
  private final List<String> servers = new ArrayList<>();
  private int count;

  RandomRescaling(JobThreads threads, long seed, SizeSpec size) {
    this.threads = threads;
    this.random = new Random(seed);
    for (int i = 0; i < size.workers(); i++) {
      workers.add("worker-" + i);
    }
    for (int i = 0; i < size.servers(); i++) {
      servers.add("server-" + i);
    }
    count = Math.max(size.workers(), size.servers());
  }

  /** Makes changes one by one, with at least {@code steps} between two. */
  void run(int changes, int steps) {
    for (int change = 0; change < changes; change++) {
      threads.listener().awaitStep(1L + (long) change * steps);
      if (random.nextBoolean()) {
        change(Role.WORKER, workers, MOST_WORKERS);
      } else {
        change(Role.SERVER, servers, MOST_SERVERS);
      }
    }
  }

  private void change(Role role, List<String> names, int most) {
    boolean grows = names.size() == 1 || (names.size() < most && random.nextBoolean());
    if (grows) {
      String name = role.word() + "-" + count++;
      names.add(name);
      threads.add(role, name);
      threads.listener().awaitArrival(name);
    } else {
      threads.leave(names.remove(random.nextInt(names.size())));
    }
  }
}
