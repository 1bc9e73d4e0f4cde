package dev.ductile.engines.supervision;

import dev.ductile.api.NodeId;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** A launcher whose tasks do what the test says. */
final class FakeLauncher implements DurableLauncher, Addresses {
  final List<TaskSpec> started = new CopyOnWriteArrayList<>();
  final List<String> signals = new CopyOnWriteArrayList<>();
  final List<Found> left = new CopyOnWriteArrayList<>();
  volatile boolean silent;
  volatile boolean closed;
  private final Map<TaskId, Consumer<TaskEvent>> listeners = new ConcurrentHashMap<>();
  private int port = 1000;

  Platform platform() {
    return new Platform(this, this, (_, _, _) -> Optional.empty());
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
  }

  @Override
  public void close() {
    closed = true;
  }

  @Override
  public Lease lease(List<NodeId> nodes) {
    var addresses = new ArrayList<Address>();
    nodes.forEach(node -> addresses.add(new Address(node.name(), port++)));
    return leased(addresses);
  }

  @Override
  public Lease leased(List<Address> addresses) {
    return new Lease() {
      @Override
      public List<Address> addresses() {
        return addresses;
      }

      @Override
      public void free() {}

      @Override
      public void close() {}
    };
  }
}
