package dev.ductile.runtime.process;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Ends this process when the process that started it has ended, however that ended. For processes
 * whose work is of no use to anything else, such as a rehearsal.
 */
public final class ParentWatch {
  private static final String PROPERTY = "ductile.parent";
  private static final Duration INTERVAL = Duration.ofMillis(200);

  /** The exit code of a process that SIGTERM ended. */
  private static final int TERMINATED = 143;

  private ParentWatch() {}

  /** The option of java that makes {@link #begin} watch this process. */
  public static String option(long parent) {
    return "-D%s=%d".formatted(PROPERTY, parent);
  }

  /** Watches the process that the option names; without the option it does nothing. */
  public static void begin() {
    Optional.ofNullable(Long.getLong(PROPERTY))
        .ifPresent(
            parent -> Thread.ofPlatform().daemon().name("parent watch").start(() -> watch(parent)));
  }

  private static void watch(long parent) {
    while (isChildOf(parent)) {
      LockSupport.parkNanos(INTERVAL.toNanos());
    }
    Runtime.getRuntime().halt(TERMINATED);
  }

  private static boolean isChildOf(long parent) {
    return ProcessHandle.current().parent().filter(now -> now.pid() == parent).isPresent();
  }
}
