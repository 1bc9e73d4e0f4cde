package dev.ductile.runtime.stage;

import dev.ductile.runtime.job.SizeSpec;
import dev.ductile.runtime.membership.Role;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Kills random tasks and the master at random moments, also while the last ones are not back yet. A
 * task that has ended is started again, as an engine does it.
 */
final class FaultStorm {
  private static final String MASTER = "master-0";
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final int LONG_REST_MILLIS = 400;
  private static final int SHORT_REST_MILLIS = 40;

  private final JobThreads stage;
  private final Random random;
  private final List<String> names = new ArrayList<>(List.of(MASTER));

  FaultStorm(JobThreads stage, long seed, SizeSpec size) {
    this.stage = stage;
    this.random = new Random(seed);
    for (int i = 0; i < size.workers(); i++) {
      names.add("worker-" + i);
    }
    for (int i = 0; i < size.servers(); i++) {
      names.add("server-" + i);
    }
  }

  /** Kills so many tasks and then lets the job end; returns the exit code of the job. */
  int run(int deaths, Duration patience) throws IOException, InterruptedException {
    stage.audience().awaitStep(1);
    for (int death = 0; death < deaths; death++) {
      rest(random.nextInt(random.nextBoolean() ? SHORT_REST_MILLIS : LONG_REST_MILLIS));
      if (stage.isOver()) {
        break;
      }
      kill(names.get(random.nextInt(names.size())));
    }
    rest(patience.toMillis());
    return stage.await(Duration.ZERO);
  }

  private void kill(String name) throws IOException, InterruptedException {
    stage.audience().happened("kill " + name);
    if (name.equals(MASTER)) {
      stage.killMaster();
    } else {
      stage.kill(name);
      start(name);
    }
  }

  private void start(String name) {
    stage.add(name.startsWith("server") ? Role.SERVER : Role.WORKER, name);
  }

  /** Until the time is over, or the job. */
  private void rest(long millis) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (System.nanoTime() < end && !stage.isOver()) {
      names.stream().filter(stage::hasEnded).forEach(this::start);
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }
}
