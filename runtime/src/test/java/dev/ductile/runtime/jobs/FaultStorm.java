package dev.ductile.runtime.jobs;

import dev.ductile.runtime.job.SizeSpec;
import dev.ductile.runtime.membership.Role;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Kills random tasks and the master at random moments, also while the last ones are not back yet. A
 * task that has ended is started again, as an engine does it.
 */
final class FaultStorm {
  private static final String MASTER = "master-0";
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final int MOST_MILLIS = 40;
  private static final int MOST_STEPS = 60;

  private final JobThreads threads;
  private final Random random;
  private final List<String> names = new ArrayList<>(List.of(MASTER));

  FaultStorm(JobThreads threads, long seed, SizeSpec size) {
    this.threads = threads;
    this.random = new Random(seed);
    for (int i = 0; i < size.workers(); i++) {
      names.add("worker-" + i);
    }
    for (int i = 0; i < size.servers(); i++) {
      names.add("server-" + i);
    }
  }

  /** Kills so many tasks, lets the job make more steps, and stops it; returns its exit code. */
  int run(int deaths, int more, Duration patience) throws IOException, InterruptedException {
    threads.listener().awaitStep(1);
    for (int death = 0; death < deaths; death++) {
      if (random.nextBoolean()) {
        rest(Duration.ofMillis(random.nextInt(MOST_MILLIS)), () -> false);
      } else {
        train(random.nextInt(MOST_STEPS), patience);
      }
      kill(names.get(random.nextInt(names.size())));
    }
    train(more, patience);
    threads.head().stop();
    rest(patience, () -> false);
    return threads.await(Duration.ZERO);
  }

  /** Until the job has made so many more steps. */
  private void train(int more, Duration patience) {
    long end = threads.listener().steps() + more;
    rest(patience, () -> threads.listener().steps() >= end);
  }

  private void kill(String name) throws IOException, InterruptedException {
    threads.listener().happened("kill " + name);
    if (name.equals(MASTER)) {
      threads.killMaster();
    } else {
      threads.kill(name);
      start(name);
    }
  }

  private void start(String name) {
    threads.add(name.startsWith("server") ? Role.SERVER : Role.WORKER, name);
  }

  /** Until the time or the job is over, or the condition is met. */
  private void rest(Duration time, BooleanSupplier enough) {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < end && !threads.isOver() && !enough.getAsBoolean()) {
      names.stream().filter(threads::hasEnded).forEach(this::start);
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }
}
