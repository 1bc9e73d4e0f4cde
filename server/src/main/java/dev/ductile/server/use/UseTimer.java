package dev.ductile.server.use;

import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.engines.supervision.TaskUse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** Reads the use of tasks at intervals, and passes changes on to be kept. */
public final class UseTimer implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(UseTimer.class.getName());

  private final LiveUse use;
  private final Supplier<Optional<List<TaskUse>>> meter;
  private final Function<JobId, Optional<Job>> active;
  private final Consumer<Map<JobId, CountedUse>> keep;
  private final InstantSource time;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("use").factory());

  /**
   * A timer that does not run yet.
   *
   * @param meter the use of all tasks; nothing if it is not measured
   * @param active finds jobs that are not over
   * @param keep takes the jobs that a measurement has changed
   * @param time the time of measurements
   */
  public UseTimer(
      LiveUse use,
      Supplier<Optional<List<TaskUse>>> meter,
      Function<JobId, Optional<Job>> active,
      Consumer<Map<JobId, CountedUse>> keep,
      InstantSource time) {
    this.use = use;
    this.meter = meter;
    this.active = active;
    this.keep = keep;
    this.time = time;
  }

  /**
   * Reads once, and then at intervals.
   *
   * @param idleAfter how long an idle job has used almost nothing; zero if that is not watched
   */
  public void start(Duration interval, Supplier<Duration> idleAfter) {
    Runnable read = () -> read(idleAfter.get());
    read.run();
    var _ =
        timer.scheduleWithFixedDelay(
            read, interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void read(Duration idleAfter) {
    try {
      meter
          .get()
          .ifPresentOrElse(
              tasks -> {
                Map<JobId, CountedUse> changed = use.take(tasks, active);
                use.idle().take(changed, time.instant(), idleAfter);
                if (!changed.isEmpty()) {
                  keep.accept(changed);
                }
              },
              use::isUnknown);
    } catch (RuntimeException failure) {
      LOG.log(System.Logger.Level.WARNING, "the use of tasks cannot be read", failure);
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
