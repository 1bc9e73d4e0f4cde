package dev.ductile.runtime.stage;

import dev.ductile.runtime.job.SizeSpec;
import dev.ductile.runtime.membership.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Tasks that come and go at random, between 1 and 8 workers and 1 and 4 servers. */
final class Traffic {
  private static final int MOST_WORKERS = 8;
  private static final int MOST_SERVERS = 4;

  private final JobThreads stage;
  private final Random random;
  private final List<String> workers = new ArrayList<>();
  private final List<String> servers = new ArrayList<>();
  private int count;

  Traffic(JobThreads stage, long seed, SizeSpec size) {
    this.stage = stage;
    this.random = new Random(seed);
    for (int i = 0; i < size.workers(); i++) {
      workers.add("worker-" + i);
    }
    for (int i = 0; i < size.servers(); i++) {
      servers.add("server-" + i);
    }
    count = Math.max(size.workers(), size.servers());
  }

  /** So many changes, with so many steps from one to the next at least. */
  void run(int changes, int steps) {
    for (int change = 0; change < changes; change++) {
      stage.audience().awaitStep(1L + (long) change * steps);
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
      stage.add(role, name);
      stage.audience().awaitArrival(name);
    } else {
      stage.leave(names.remove(random.nextInt(names.size())));
    }
  }
}
