package dev.ductile.runtime.jobs;

import dev.ductile.runtime.job.SizeSpec;
import dev.ductile.runtime.membership.Role;
import java.util.Random;

/** Tasks that are killed at random moments, each replaced by another of its name. */
final class RandomKills {
  private final JobThreads threads;
  private final Random random;
  private final SizeSpec size;

  RandomKills(JobThreads threads, long seed, SizeSpec size) {
    this.threads = threads;
    this.random = new Random(seed);
    this.size = size;
  }

  /** Kills tasks one by one, with at least {@code steps} between two. */
  void run(int kills, int steps) {
    for (int kill = 0; kill < kills; kill++) {
      threads.listener().awaitStep(1L + random.nextInt(steps) + (long) kill * steps);
      Role role = random.nextBoolean() ? Role.WORKER : Role.SERVER;
      int most = role == Role.WORKER ? size.workers() : size.servers();
      String name = role.word() + "-" + random.nextInt(most);
      int before = threads.listener().reconfigurations();
      threads.kill(name);
      threads.add(role, name);
      threads.listener().awaitMembers(size.workers(), size.servers(), before);
    }
  }
}
