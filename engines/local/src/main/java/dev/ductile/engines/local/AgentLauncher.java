package dev.ductile.engines.local;

import dev.ductile.engines.supervision.AgentMessage;
import dev.ductile.engines.supervision.DurableLauncher;
import dev.ductile.engines.supervision.PlatformEvent;
import dev.ductile.engines.supervision.PlatformWatch;
import dev.ductile.engines.supervision.TaskEvent;
import dev.ductile.engines.supervision.TaskId;
import dev.ductile.engines.supervision.TaskSignal;
import dev.ductile.engines.supervision.TaskSpec;
import dev.ductile.engines.supervision.TaskUse;
import dev.ductile.engines.supervision.UseMeter;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Starts tasks through a node agent, which outlives this process. A connection that breaks is made
 * again; when the agent is dead, its tasks are lost, and the next start starts another agent.
 */
final class AgentLauncher implements DurableLauncher, PlatformWatch, UseMeter {
  private static final long LONGEST_ANSWER_SECONDS = 20;

  private final AgentProcess agent;
  private final InstantSource time;
  private final Consumer<String> notes;
  private final Map<TaskId, Followed> followed = new ConcurrentHashMap<>();
  private final LatestUse use = new LatestUse();
  private final SynchronousQueue<List<Found>> answers = new SynchronousQueue<>();
  private Optional<AgentConnection> connection = Optional.empty();
  private volatile Consumer<PlatformEvent> platformListener = _ -> {};
  private volatile boolean closed;

  /** A task whose events this process receives; a line that is sent again is dropped. */
  private static final class Followed {
    private final Consumer<TaskEvent> listener;
    private long lastLine;

    Followed(Consumer<TaskEvent> listener) {
      this.listener = listener;
    }

    void accept(TaskEvent event) {
      if (event instanceof TaskEvent.Line line) {
        if (line.number() <= lastLine) {
          return;
        }
        lastLine = line.number();
      }
      listener.accept(event);
    }
  }

  /**
   * A launcher that is connected to the agent.
   *
   * @throws IOException if there is no agent and none can be started
   */
  AgentLauncher(AgentProcess agent, InstantSource time, Consumer<String> notes) throws IOException {
    this.agent = agent;
    this.time = time;
    this.notes = notes;
    serve(agent.connect());
  }

  /** The nodes are parts of this machine; only the agent may fall silent. */
  @Override
  public void watch(Consumer<PlatformEvent> listener) {
    platformListener = listener;
    listener.accept(new PlatformEvent.Contact());
  }

  @Override
  public void start(List<Launch> launches) {
    var specs = new ArrayList<TaskSpec>();
    for (Launch launch : launches) {
      specs.add(launch.spec());
      followed.put(launch.spec().id(), new Followed(launch.listener()));
    }
    try {
      connected().send(new AgentMessage.Start(specs));
    } catch (IOException e) {
      String why = "cannot be started: " + e.getMessage();
      specs.forEach(spec -> lose(spec.id(), why));
    }
  }

  @Override
  public void signal(TaskId task, TaskSignal signal) {
    if (signal == TaskSignal.FORGET) {
      followed.remove(task);
    }
    send(new AgentMessage.Signal(task, signal));
  }

  @Override
  public List<Found> list() throws IOException {
    connected().send(new AgentMessage.ListTasks());
    try {
      return Optional.ofNullable(answers.poll(LONGEST_ANSWER_SECONDS, TimeUnit.SECONDS))
          .orElseThrow(() ->
              new IOException(
                  "the node agent has not answered for %d s".formatted(LONGEST_ANSWER_SECONDS)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the node agent was asked for its tasks", e);
    }
  }

  @Override
  public void follow(TaskId task, Consumer<TaskEvent> listener) {
    followed.put(task, new Followed(listener));
    send(new AgentMessage.Follow(task));
  }

  @Override
  public Optional<List<TaskUse>> measure() {
    return use.read();
  }

  /** Tasks continue, and the agent keeps how they end. */
  @Override
  public void close() {
    closed = true;
    synchronized (this) {
      connection.ifPresent(AgentConnection::finish);
    }
  }

  private synchronized AgentConnection connected() throws IOException {
    if (closed) {
      throw new IOException("this ductile has left its node agent");
    }
    if (connection.isEmpty()) {
      serve(agent.connect());
    }
    return connection.orElseThrow();
  }

  /** Sends to the agent, if there is one: tasks of a dead agent need no signal. */
  private synchronized void send(AgentMessage message) {
    connection.ifPresent(one -> one.send(message));
  }

  private synchronized void serve(SocketChannel channel) {
    var made = new AgentConnection(channel);
    connection = Optional.of(made);
    Thread.ofPlatform().daemon().name("agent").start(() -> read(made));
  }

  private void read(AgentConnection from) {
    try (from) {
      while (true) {
        AgentMessage message = from.receive();
        platformListener.accept(new PlatformEvent.Contact());
        handle(message);
      }
    } catch (IOException e) {
      if (!closed) {
        connectAgain();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void handle(AgentMessage message) throws IOException, InterruptedException {
    switch (message) {
      case AgentMessage.Hello(int version, long pid) -> check(version, pid);
      case AgentMessage.Tasks(List<Found> found) ->
          answers.offer(found, LONGEST_ANSWER_SECONDS, TimeUnit.SECONDS);
      case AgentMessage.Happened(TaskEvent event) ->
          Optional.ofNullable(followed.get(event.task())).ifPresent(task -> task.accept(event));
      case AgentMessage.Note(String text) -> notes.accept(text);
      case AgentMessage.Alive() -> {}
      case AgentMessage.Measured(List<TaskUse> uses) -> use.take(uses);
      case AgentMessage.Replaced() -> {
        closed = true;
        notes.accept("another ductile has taken over the tasks of " + agent.root());
        followed.keySet().forEach(task -> lose(task, "was taken over by another ductile"));
      }
      case AgentMessage.Start _,
          AgentMessage.Signal _,
          AgentMessage.Follow _,
          AgentMessage.ListTasks _ ->
          throw new IOException("a node agent does not send " + message);
    }
  }

  private void check(int version, long pid) throws IOException {
    if (version < AgentMessage.Hello.OLDEST || version > AgentMessage.Hello.VERSION) {
      closed = true;
      notes.accept(
          "the node agent (process %d) is of another version of ductile; end it with: kill %d"
              .formatted(pid, pid));
      followed.keySet().forEach(task -> lose(task, "belongs to another version of ductile"));
      throw new IOException("another version");
    }
  }

  private synchronized void connectAgain() {
    connection = Optional.empty();
    try {
      Optional<SocketChannel> channel = agent.find();
      if (channel.isPresent()) {
        serve(channel.get());
        followed.keySet().forEach(task -> send(new AgentMessage.Follow(task)));
        return;
      }
    } catch (IOException e) {
      notes.accept("the node agent cannot be reached: " + e.getMessage());
    }
    if (!followed.isEmpty()) {
      notes.accept("the node agent died, and its tasks with it");
    }
    use.clear();
    followed.keySet().forEach(task -> lose(task, "was lost with the node agent"));
  }

  private void lose(TaskId task, String why) {
    Optional.ofNullable(followed.remove(task))
        .ifPresent(lost -> lost.accept(new TaskEvent.Lost(task, time.instant(), why)));
  }
}
