package dev.ductile.engines.local;

import dev.ductile.engines.supervision.AgentMessage;
import dev.ductile.engines.supervision.Launcher;
import dev.ductile.engines.supervision.SteadyTime;
import dev.ductile.engines.supervision.TaskEvent;
import dev.ductile.engines.supervision.TaskId;
import dev.ductile.engines.supervision.TaskSignal;
import dev.ductile.engines.supervision.TaskSpec;
import dev.ductile.engines.supervision.TaskUse;
import java.io.IOException;
import java.nio.channels.FileLock;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * A process that owns the tasks of a run, so that they outlive the command that started them. It
 * serves one client at a time over a socket in the run's folder; a new client replaces the old one.
 * It keeps the exit status of each task until a client has noted it, and it ends by itself when it
 * has neither tasks nor a client. When it dies, its guard ends the tasks.
 */
public final class NodeAgent {
  private static final Duration LOOK = Duration.ofMillis(100);

  /** Far below the time after which a client counts the agent as silent. */
  private static final Duration ALIVE = Duration.ofSeconds(1);

  /** The time between two measurements of the tasks. */
  private static final Duration MEASURE = Duration.ofSeconds(10);

  /** How long a new client waits for the old one to end. */
  private static final Duration TAKEOVER = Duration.ofSeconds(1);

  private static final long LOG_BYTES = 1024 * 1024;

  private final AgentFolder folder;
  private final Patience patience;
  private final SteadyTime time = new SteadyTime();
  private final LogFile log;
  private final LocalLauncher launcher;
  private final Map<TaskId, KeptTask> tasks = new ConcurrentHashMap<>();
  private Optional<AgentConnection> client = Optional.empty();
  private Instant leftAt = time.instant();
  private Instant aliveAt = Instant.MIN;
  private Optional<List<TaskUse>> lastUses = Optional.empty();
  private Instant measuredAt = Instant.MIN;

  /**
   * How long an agent without a client stays.
   *
   * @param idle the stay without a task
   * @param unread the stay when all tasks have ended and no client has noted their exit statuses
   */
  record Patience(Duration idle, Duration unread) {
    static final Patience DEFAULT = new Patience(Duration.ofSeconds(30), Duration.ofDays(1));
  }

  private NodeAgent(AgentFolder folder, OutputLimits limits, Patience patience) throws IOException {
    this.folder = folder;
    this.patience = patience;
    this.log = new LogFile(folder.log(), LOG_BYTES, time, _ -> {});
    this.launcher = new LocalLauncher(limits, time, this::note);
  }

  /** The command's arguments: the run's folder, two limits, and two durations in milliseconds. */
  static List<String> arguments(Path root, OutputLimits limits, Patience patience) {
    return List.of(
        root.toString(),
        Integer.toString(limits.lineBytes()),
        Long.toString(limits.logBytes()),
        Long.toString(patience.idle().toMillis()),
        Long.toString(patience.unread().toMillis()));
  }

  /** Started by {@link AgentLauncher} only. */
  public static void main(String[] arguments) throws IOException {
    AgentFolder folder = AgentFolder.in(Path.of(arguments[0]));
    var limits = new OutputLimits(Integer.parseInt(arguments[1]), Long.parseLong(arguments[2]));
    var patience = new Patience(millis(arguments[3]), millis(arguments[4]));
    Optional<FileLock> lock = folder.lock();
    if (lock.isEmpty()) {
      return; // another agent serves this run
    }
    new NodeAgent(folder, limits, patience).serve();
  }

  private static Duration millis(String text) {
    return Duration.ofMillis(Long.parseLong(text));
  }

  private void serve() throws IOException {
    try (ServerSocketChannel server = folder.listen()) {
      Thread.ofPlatform().daemon().name("agent-accept").start(() -> acceptAll(server));
      leftAt = time.instant();
      while (!isDone()) {
        reportAlive();
        reportUse();
        LockSupport.parkNanos(LOOK.toNanos());
      }
      folder.remove();
    } finally {
      launcher.close();
    }
  }

  private synchronized boolean isDone() {
    boolean running = tasks.values().stream().anyMatch(task -> !task.isOver());
    if (running || client.isPresent()) {
      leftAt = time.instant();
      return false;
    }
    Duration stay = tasks.isEmpty() ? patience.idle() : patience.unread();
    return !time.instant().isBefore(leftAt.plus(stay));
  }

  private synchronized void reportAlive() {
    Instant now = time.instant();
    if (!now.isBefore(aliveAt.plus(ALIVE))) {
      aliveAt = now;
      client.ifPresent(one -> one.send(new AgentMessage.Alive()));
    }
  }

  /** Measures also without a client, so that the next one receives the use of the meantime. */
  private void reportUse() {
    if (isMeasurementDue()) {
      Optional<List<TaskUse>> uses = launcher.measure();
      synchronized (this) {
        lastUses = uses;
        client.ifPresent(this::sendUse);
      }
    }
  }

  private synchronized boolean isMeasurementDue() {
    Instant now = time.instant();
    boolean isDue = !now.isBefore(measuredAt.plus(MEASURE));
    if (isDue) {
      measuredAt = now;
    }
    return isDue;
  }

  private void sendUse(AgentConnection to) {
    lastUses.ifPresent(uses -> to.send(new AgentMessage.Measured(uses)));
  }

  private void acceptAll(ServerSocketChannel server) {
    try {
      while (true) {
        var connection = new AgentConnection(server.accept());
        admit(connection);
        Thread.ofPlatform().daemon().name("agent-client").start(() -> serve(connection));
      }
    } catch (IOException e) {
      note("the node agent accepts no further client: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void serve(AgentConnection connection) {
    try (connection) {
      while (true) {
        handle(connection.receive(), connection);
      }
    } catch (IOException e) {
      leave(connection); // it has gone, or another has taken its place
    }
  }

  /**
   * Replaces the old client. Messages that the old client sent before it ended are handled first;
   * an old client that does not end is cut off after a while.
   */
  private synchronized void admit(AgentConnection connection) throws InterruptedException {
    Instant deadline = time.instant().plus(TAKEOVER);
    while (client.isPresent() && time.instant().isBefore(deadline)) {
      wait(LOOK.toMillis());
    }
    client.ifPresent(old -> old.sendLast(new AgentMessage.Replaced()));
    tasks.values().forEach(KeptTask::leave);
    client = Optional.of(connection);
    connection.send(
        new AgentMessage.Hello(AgentMessage.Hello.VERSION, ProcessHandle.current().pid()));
    sendUse(connection);
  }

  private synchronized void leave(AgentConnection connection) {
    if (client.filter(connection::equals).isPresent()) {
      client = Optional.empty();
      notifyAll();
      tasks.values().forEach(KeptTask::leave);
    }
  }

  private synchronized void handle(AgentMessage message, AgentConnection from) throws IOException {
    if (client.filter(from::equals).isEmpty()) {
      throw new IOException("another client has taken its place");
    }
    switch (message) {
      case AgentMessage.Start(List<TaskSpec> specs) -> start(specs, from);
      case AgentMessage.Signal(TaskId id, TaskSignal signal) -> signal(id, signal);
      case AgentMessage.Follow(TaskId id) -> follow(id, from);
      case AgentMessage.ListTasks() ->
          from.send(new AgentMessage.Tasks(tasks.values().stream().map(KeptTask::found).toList()));
      case AgentMessage.Hello _,
          AgentMessage.Tasks _,
          AgentMessage.Happened _,
          AgentMessage.Note _,
          AgentMessage.Alive _,
          AgentMessage.Measured _,
          AgentMessage.Replaced _ ->
          throw new IOException("a client does not send " + message);
    }
  }

  private void start(List<TaskSpec> specs, AgentConnection from) {
    var launches = new ArrayList<Launcher.Launch>();
    for (TaskSpec spec : specs) {
      var task = new KeptTask(spec);
      if (tasks.putIfAbsent(spec.id(), task) == null) {
        follow(spec.id(), from);
        launches.add(new Launcher.Launch(spec, task::accept));
      }
    }
    launcher.start(launches);
  }

  private void signal(TaskId id, TaskSignal signal) {
    launcher.signal(id, signal);
    if (signal == TaskSignal.FORGET) {
      tasks.remove(id);
    } else {
      Optional.ofNullable(tasks.get(id)).ifPresent(KeptTask::isStopping);
    }
  }

  private void follow(TaskId id, AgentConnection from) {
    Optional<KeptTask> task = Optional.ofNullable(tasks.get(id));
    if (task.isPresent()) {
      task.get().follow(event -> from.send(new AgentMessage.Happened(event)), time.instant());
    } else {
      var unknown = new TaskEvent.Lost(id, time.instant(), "is unknown to the node agent");
      from.send(new AgentMessage.Happened(unknown));
    }
  }

  private synchronized void note(String text) {
    client.ifPresent(one -> one.send(new AgentMessage.Note(text)));
    byte[] line = (text + "\n").getBytes(StandardCharsets.UTF_8);
    log.write(line, line.length);
  }
}
