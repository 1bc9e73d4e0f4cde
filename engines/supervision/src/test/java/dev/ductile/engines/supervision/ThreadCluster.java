package dev.ductile.engines.supervision;

import dev.ductile.api.JobId;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Size;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A platform without processes, whose tasks are threads that outlive an engine. It can lose a node,
 * fall silent, be slow, and start a part of a job only.
 */
final class ThreadCluster implements DurableLauncher, Addresses, PlatformWatch, AutoCloseable {
  private static final Duration SLOW = Duration.ofMillis(300);
  private static final long LOOK_MILLIS = 20;

  private final Map<TaskId, ThreadTask> tasks = new ConcurrentHashMap<>();
  private final Map<JobId, Job> jobs = new ConcurrentHashMap<>();
  private final LinkedBlockingQueue<Delivery> deliveries = new LinkedBlockingQueue<>();
  private final AtomicInteger ports = new AtomicInteger(1);
  private volatile Consumer<PlatformEvent> listener = _ -> {};
  private volatile Duration delay = Duration.ZERO;
  private volatile boolean silent;
  private volatile boolean answers;
  private volatile boolean partial;
  private volatile boolean down;

  private record Delivery(Instant due, Runnable action) {}

  /** The steps of a job, all of which are saved. */
  static final class Job {
    private final int steps;
    private int done;

    Job(int steps) {
      this.steps = steps;
    }

    synchronized boolean isDone() {
      return done >= steps;
    }

    synchronized String makeStep(Size size) {
      done++;
      return "{\"step\": %d, \"checkpoint\": %d, \"workers\": %d, \"servers\": %d}"
          .formatted(done, done, size.workers(), size.servers());
    }
  }

  ThreadCluster() {
    Thread.ofVirtual().name("cluster").start(this::run);
  }

  Platform platform() {
    return new Platform(this, this, (_, _, _) -> Optional.empty(), this);
  }

  void setSlow(boolean slow) {
    delay = slow ? SLOW : Duration.ZERO;
  }

  void setPartial(boolean newPartial) {
    partial = newPartial;
  }

  /** A platform that falls silent has answered before, and answers later. */
  void setSilent(boolean newSilent) {
    listener.accept(new PlatformEvent.Contact());
    answers = true;
    silent = newSilent;
  }

  void lose(NodeId node) {
    down = true;
    all().filter(task -> task.spec().node().equals(node)).forEach(ThreadTask::vanish);
    tasks.values().removeIf(task -> task.spec().node().equals(node));
    listener.accept(new PlatformEvent.NodeDown(node, "it is switched off"));
  }

  void repair(Node node) {
    if (down) {
      down = false;
      listener.accept(new PlatformEvent.NodeUp(node));
    }
  }

  Job job(JobId id) {
    return Optional.ofNullable(jobs.get(id)).orElseThrow();
  }

  boolean isFixed(ThreadTask task) {
    return task.spec().environment().containsKey("DUCTILE_PEERS");
  }

  boolean hasMaster(ThreadTask task) {
    return peers(task).anyMatch(peer -> peer.spec().id().role() == Role.MASTER);
  }

  /** The tasks that take part. */
  Size size(ThreadTask task) {
    List<Role> roles = peers(task).map(peer -> peer.spec().id().role()).toList();
    return new Size(
        (int) roles.stream().filter(Role.WORKER::equals).count(),
        (int) roles.stream().filter(Role.SERVER::equals).count());
  }

  private Stream<ThreadTask> peers(ThreadTask task) {
    return all()
        .filter(ThreadTask::isUp)
        .filter(peer -> peer.spec().id().job().equals(task.spec().id().job()));
  }

  private Stream<ThreadTask> all() {
    return List.copyOf(tasks.values()).stream();
  }

  /** Acts later if the platform is slow or silent. */
  void deliver(Runnable action) {
    deliveries.add(new Delivery(Instant.now().plus(delay), action));
  }

  private void run() {
    try {
      while (true) {
        Optional<Delivery> next =
            Optional.ofNullable(deliveries.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS));
        while (silent || next.filter(one -> Instant.now().isBefore(one.due())).isPresent()) {
          LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        if (answers) {
          listener.accept(new PlatformEvent.Contact());
        }
        next.ifPresent(one -> one.action().run());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void start(List<Launch> launches) {
    for (Launch launch : launches) {
      deliver(() -> start(launch));
    }
  }

  private void start(Launch launch) {
    TaskSpec spec = launch.spec();
    int workers = Integer.parseInt(spec.environment().getOrDefault("DUCTILE_WORKERS", "0"));
    if (partial && spec.id().role() == Role.WORKER && spec.id().index() == workers - 1) {
      var lost = new TaskEvent.Lost(spec.id(), Instant.now(), "cannot be started: no container");
      deliver(() -> launch.listener().accept(lost));
      return;
    }
    int steps = Integer.parseInt(spec.environment().getOrDefault("DUCTILE_STEPS", "0"));
    jobs.computeIfAbsent(spec.id().job(), _ -> new Job(steps));
    var task = new ThreadTask(spec, launch.listener(), this);
    tasks.put(spec.id(), task);
    task.start();
  }

  @Override
  public void signal(TaskId id, TaskSignal signal) {
    deliver(() -> {
      if (signal == TaskSignal.FORGET) {
        tasks.remove(id);
      } else {
        Optional.ofNullable(tasks.get(id)).ifPresent(task -> task.signal(signal));
      }
    });
  }

  @Override
  public List<Found> list() {
    return all().map(task -> new Found(task.spec(), task.isStopping())).toList();
  }

  @Override
  public void follow(TaskId id, Consumer<TaskEvent> newListener) {
    deliver(() -> Optional.ofNullable(tasks.get(id)).ifPresent(task -> task.follow(newListener)));
  }

  @Override
  public void watch(Consumer<PlatformEvent> newListener) {
    listener = newListener;
  }

  /** The engine lets go. */
  @Override
  public void close() {
    listener = _ -> {};
    all().forEach(ThreadTask::leave);
  }

  @Override
  public Lease lease(List<Request> requests, Runnable changed) {
    var addresses = new ArrayList<Address>();
    requests.forEach(
        request -> addresses.add(new Address(request.node().name(), ports.getAndIncrement())));
    return leased(addresses);
  }

  @Override
  public Lease leased(List<Address> addresses) {
    return new Lease() {
      @Override
      public State state() {
        return new State.Granted(addresses);
      }

      @Override
      public void free() {}

      @Override
      public void close() {}
    };
  }
}
