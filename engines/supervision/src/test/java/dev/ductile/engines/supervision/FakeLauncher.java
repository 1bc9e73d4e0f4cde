package dev.ductile.engines.supervision;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** A launcher whose tasks are controlled by the test. */
final class FakeLauncher implements DurableLauncher, Addresses, PlatformWatch {
  final List<TaskSpec> started = new CopyOnWriteArrayList<>();
  final List<String> signals = new CopyOnWriteArrayList<>();
  final List<Found> left = new CopyOnWriteArrayList<>();
  volatile boolean silent;
  volatile boolean closed;

  /** A task that is followed has no kept events. */
  volatile boolean replays = true;

  final List<TaskId> followed = new CopyOnWriteArrayList<>();

  /** Leases wait for {@link #grant}. */
  volatile boolean late;

  /** Addresses are granted with their hosts. */
  volatile boolean hosts = true;

  final List<FakeLease> waiting = new CopyOnWriteArrayList<>();
  final AtomicInteger closedLeases = new AtomicInteger();
  private final Map<TaskId, Consumer<TaskEvent>> listeners = new ConcurrentHashMap<>();
  private volatile Consumer<PlatformEvent> platformListener = _ -> {};
  private int port = 1000;

  Platform platform() {
    return new Platform(this, this, (_, _, _) -> Optional.empty(), this);
  }

  void report(PlatformEvent event) {
    platformListener.accept(event);
  }

  @Override
  public void watch(Consumer<PlatformEvent> listener) {
    platformListener = listener;
  }

  /** A task prints a line. */
  void print(TaskSpec task, long number, String text) {
    report(new TaskEvent.Line(task.id(), Instant.now(), number, text));
  }

  void end(TaskSpec task, int status) {
    report(new TaskEvent.Exited(task.id(), Instant.now(), status));
    report(new TaskEvent.Gone(task.id(), Instant.now()));
  }

  void lose(TaskSpec task, String why) {
    report(new TaskEvent.Lost(task.id(), Instant.now(), why));
  }

  /** All kept events are reported. */
  void replayed(TaskSpec task) {
    report(new TaskEvent.Replayed(task.id(), Instant.now()));
  }

  /** The task runs at this host. */
  void place(TaskSpec task, String host) {
    report(new TaskEvent.Placed(task.id(), Instant.now(), host));
  }

  private void report(TaskEvent event) {
    listeners.getOrDefault(event.task(), _ -> {}).accept(event);
  }

  @Override
  public void start(List<Launch> tasks) {
    for (Launch task : tasks) {
      listeners.put(task.spec().id(), task.listener());
      started.add(task.spec());
    }
  }

  @Override
  public void signal(TaskId task, TaskSignal signal) {
    signals.add(signal + " " + task);
  }

  @Override
  public List<Found> list() throws IOException {
    if (silent) {
      throw new IOException("no answer for 20 s");
    }
    return List.copyOf(left);
  }

  @Override
  public void follow(TaskId task, Consumer<TaskEvent> listener) {
    listeners.put(task, listener);
    followed.add(task);
    if (replays) {
      listener.accept(new TaskEvent.Replayed(task, Instant.now()));
    }
  }

  @Override
  public void close() {
    closed = true;
  }

  /** Grants a lease that waits. */
  void grant(Address... addresses) {
    waiting.removeFirst().become(new State.Granted(List.of(addresses)));
  }

  void refuse(String why) {
    waiting.removeFirst().become(new State.Refused(why));
  }

  @Override
  public Lease lease(List<Request> requests, Runnable changed) {
    var lease = new FakeLease(changed);
    if (late) {
      waiting.add(lease);
    } else {
      var addresses = new ArrayList<Address>();
      requests.forEach(
          request -> addresses.add(new Address(hosts ? request.node().name() : "", port++)));
      lease.become(new State.Granted(addresses));
    }
    return lease;
  }

  @Override
  public Lease leased(List<Address> addresses) {
    var lease = new FakeLease(() -> {});
    lease.become(new State.Granted(addresses));
    return lease;
  }

  /** A lease that the test grants or refuses. */
  final class FakeLease implements Lease {
    private final Runnable changed;
    private volatile State state = new State.Pending();

    FakeLease(Runnable changed) {
      this.changed = changed;
    }

    void become(State next) {
      state = next;
      changed.run();
    }

    @Override
    public State state() {
      return state;
    }

    @Override
    public void free() {}

    @Override
    public void close() {
      closedLeases.incrementAndGet();
    }
  }
}
