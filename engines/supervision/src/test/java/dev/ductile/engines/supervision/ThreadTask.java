package dev.ductile.engines.supervision;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** A task that is a thread: worker 0 or the master makes steps and prints them. */
final class ThreadTask {
  private static final long STEP_NANOS = 6_000_000;
  private static final int STOPPED = 143;
  private static final int KILLED = 137;

  private final TaskSpec spec;
  private final ThreadCluster cluster;
  private final List<TaskEvent> events = new ArrayList<>();
  private Optional<Consumer<TaskEvent>> listener;
  private volatile Optional<TaskSignal> signal = Optional.empty();
  private volatile boolean ended;
  private long lines;

  ThreadTask(TaskSpec spec, Consumer<TaskEvent> listener, ThreadCluster cluster) {
    this.spec = spec;
    this.listener = Optional.of(listener);
    this.cluster = cluster;
  }

  void start() {
    Thread.ofVirtual().name(spec.id().toString()).start(this::run);
  }

  TaskSpec spec() {
    return spec;
  }

  boolean isUp() {
    return !ended && signal.isEmpty();
  }

  boolean isStopping() {
    return signal.isPresent();
  }

  void signal(TaskSignal next) {
    signal = Optional.of(next);
  }

  /** The node of the task is lost: nothing is reported of the task any more. */
  synchronized void vanish() {
    ended = true;
    listener = Optional.empty();
  }

  synchronized void follow(Consumer<TaskEvent> newListener) {
    listener = Optional.of(newListener);
    events.forEach(newListener);
    newListener.accept(new TaskEvent.Replayed(spec.id(), Instant.now()));
  }

  synchronized void leave() {
    listener = Optional.empty();
  }

  private void run() {
    int status = work();
    if (!ended) {
      ended = true;
      report(new TaskEvent.Exited(spec.id(), Instant.now(), status));
      report(new TaskEvent.Gone(spec.id(), Instant.now()));
    }
  }

  private int work() {
    ThreadCluster.Job job = cluster.job(spec.id().job());
    boolean reports =
        spec.id().role() == Role.MASTER || (cluster.isFixed(this) && spec.id().index() == 0);
    while (!ended && signal.isEmpty()) {
      LockSupport.parkNanos(STEP_NANOS);
      if (job.isDone()) {
        return 0;
      }
      if (reports) {
        print(job.makeStep(cluster.size(this)));
      } else if (!cluster.isFixed(this) && !cluster.hasMaster(this)) {
        return STOPPED;
      }
    }
    return signal.filter(TaskSignal.KILL::equals).isPresent() ? KILLED : STOPPED;
  }

  private void print(String line) {
    report(new TaskEvent.Line(spec.id(), Instant.now(), ++lines, line));
  }

  private void report(TaskEvent event) {
    cluster.deliver(() -> {
      synchronized (this) {
        events.add(event);
        listener.ifPresent(one -> one.accept(event));
      }
    });
  }
}
