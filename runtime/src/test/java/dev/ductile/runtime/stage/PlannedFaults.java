package dev.ductile.runtime.stage;

import dev.ductile.runtime.job.SizeSpec;
import dev.ductile.runtime.membership.Role;
import java.util.Random;

/** Tasks that are killed at random moments, each replaced by another of its name. */
final class PlannedFaults {
  private final JobThreads stage;
  private final Random random;
  private final SizeSpec size;

  PlannedFaults(JobThreads stage, long seed, SizeSpec size) {
    this.stage = stage;
    this.random = new Random(seed);
    this.size = size;
  }

  /** So many, with so many steps from one to the next at least. */
  void run(int accidents, int steps) {
    for (int accident = 0; accident < accidents; accident++) {
      stage.audience().awaitStep(1L + random.nextInt(steps) + (long) accident * steps);
      Role role = random.nextBoolean() ? Role.WORKER : Role.SERVER;
      int most = role == Role.WORKER ? size.workers() : size.servers();
      String name = role.word() + "-" + random.nextInt(most);
      int before = stage.audience().reconfigurations();
      stage.kill(name);
      stage.add(role, name);
      stage.audience().awaitWhole(size.workers(), size.servers(), before);
    }
  }
}
