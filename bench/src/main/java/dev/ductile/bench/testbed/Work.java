package dev.ductile.bench.testbed;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;

/** The way in which a worker or a server spends the time of its part of a step. */
enum Work {
  /** Sleep, as Lin et al. do, so that processes do not compete for processors. */
  SLEEP {
    @Override
    void spend(double seconds) throws InterruptedException {
      Thread.sleep(Duration.ofNanos(Math.round(seconds * NANOS)));
    }
  },

  /** Processor time; it takes longer if processors are short. */
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

  /** Assigned so that the compiler cannot remove the work. */
  @SuppressWarnings("unused")
  private static volatile double result;

  abstract void spend(double seconds) throws InterruptedException;
}
