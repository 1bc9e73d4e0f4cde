package dev.ductile.bench.testbed;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;

/** How a process spends the time that a worker or a server takes for its part of a step. */
enum Work {
  /** As Lin et al. do: nothing is computed, so that processes do not compete for processors. */
  SLEEP {
    @Override
    void spend(double seconds) throws InterruptedException {
      Thread.sleep(Duration.ofNanos(Math.round(seconds * NANOS)));
    }
  },

  /** A processor is kept busy for so long; where processors are short, it takes longer. */
  COMPUTE {
    @Override
    void spend(double seconds) {
      long end = THREADS.getCurrentThreadCpuTime() + Math.round(seconds * NANOS);
      double sum = 0;
      while (THREADS.getCurrentThreadCpuTime() < end) {
        for (int i = 1; i <= CHUNK; i++) {
          sum += 1.0 / i;
        }
      }
      result = sum;
    }
  };

  private static final double NANOS = 1e9;
  private static final int CHUNK = 10_000;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** Written so that the compiler cannot leave the work out. */
  @SuppressWarnings("unused")
  private static volatile double result;

  abstract void spend(double seconds) throws InterruptedException;
}
