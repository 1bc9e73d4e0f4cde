package dev.ductile.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.membership.AssignmentTable;
import dev.ductile.runtime.membership.Member;
import dev.ductile.runtime.membership.Role;
import dev.ductile.runtime.membership.TaskState;
import dev.ductile.runtime.parameters.Partition;
import dev.ductile.runtime.parameters.PartitionLayout;
import dev.ductile.runtime.process.JobMember;
import dev.ductile.runtime.process.Task;
import dev.ductile.runtime.process.TaskSetup;
import dev.ductile.runtime.protocol.FrameKind;
import dev.ductile.runtime.protocol.MasterMessage;
import dev.ductile.runtime.protocol.StepReport;
import dev.ductile.runtime.protocol.TaskMessage;
import dev.ductile.runtime.transport.Address;
import dev.ductile.runtime.transport.Connection;
import dev.ductile.runtime.transport.ConnectionLimits;
import dev.ductile.runtime.transport.FrameHeader;
import dev.ductile.runtime.transport.Greeting;
import dev.ductile.runtime.transport.Handler;
import dev.ductile.runtime.transport.Loop;
import dev.ductile.runtime.transport.Payload;
import dev.ductile.runtime.transport.SystemServices;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Real workers, and a master and servers that the test controls. The servers and the master's
 * listening socket are one loop.
 */
final class WorkerFixture implements AutoCloseable {
  static final String TOKEN = "0123456789abcdef".repeat(4);
  private static final Greeting UNKNOWN_TASK = new Greeting(TOKEN, -1);

  final CountingModel counting;
  final TrainingJob job;
  final Map<Integer, PlainServer> servers = new TreeMap<>();
  final Map<Integer, Member> members = new HashMap<>();
  final Map<Integer, Task> workers = new TreeMap<>();
  final BlockingQueue<Said> said = new LinkedBlockingQueue<>();
  final Queue<StepReport> reports = new ConcurrentLinkedQueue<>();
  final Queue<String> troubles = new ConcurrentLinkedQueue<>();
  final Queue<String> notes = new ConcurrentLinkedQueue<>();
  final Queue<Integer> ends = new ConcurrentLinkedQueue<>();
  final PartitionLayout layout;
  int generation;
  private final Loop loop =
      new Loop(
          SystemServices.system(System::nanoTime),
          ConnectionLimits.DEFAULT,
          note -> notes.add(note));
  private final Path directory;
  private final Map<Integer, Connection> links = new HashMap<>();
  private final CompletableFuture<Void> end;
  private final Address master;
  private int nextTask = 1;

  /** A message of a worker to the master. */
  record Said(int task, MasterMessage message) {}

  WorkerFixture(CountingModel counting, TrainingJob job, Path directory, int serverCount)
      throws IOException {
    this.counting = counting;
    this.job = job;
    this.directory = directory;
    layout = new PartitionLayout(counting.model(job).tensors());
    master = loop.listen(new Address.Tcp("127.0.0.1", 0), UNKNOWN_TASK, MasterConnection::new);
    for (int task = 100; task < 100 + serverCount; task++) {
      var server = new PlainServer(task, job, layout);
      Address address =
          loop.listen(new Address.Tcp("127.0.0.1", 0), new Greeting(TOKEN, task), () -> server);
      servers.put(task, server);
      members.put(
          task,
          new Member(
              task,
              Role.SERVER,
              "server-" + task,
              "here",
              0,
              Optional.empty(),
              address.toString()));
    }
    end = CompletableFuture.runAsync(loop::run, run -> Thread.ofPlatform().start(run));
  }

  /** A worker that has been welcomed. */
  int join(String name) {
    var setup =
        new TaskSetup(
            Role.WORKER, name, "here", TOKEN, master, directory.resolve(name), "127.0.0.1", true);
    try {
      var task =
          new Task(
              setup,
              SystemServices.system(System::nanoTime),
              troubles::add,
              around ->
                  new JobMember(
                      around, job -> new Worker(around, job, counting, new WorkerListener())));
      Thread.ofPlatform().name(name).start(() -> ends.add(task.run()));
      Said first = receive(MasterMessage.Register.class);
      workers.put(first.task(), task);
      return first.task();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As {@code kill -9} would. */
  void kill(int worker) {
    Optional.ofNullable(workers.remove(worker)).orElseThrow().die();
  }

  void say(int worker, TaskMessage message) {
    does(() -> tell(worker, message));
  }

  private void tell(int worker, TaskMessage message) {
    Connection link = links.get(worker);
    if (link != null) {
      link.send(FrameKind.CONTROL.header(0, -1, -1, 0, 0), Payload.of(message.encode()));
    }
  }

  /** The next message of a kind; others before it are passed over. */
  Said receive(Class<? extends MasterMessage> kind) {
    try {
      for (int i = 0; i < 1_000_000; i++) {
        Said next = said.poll(20, TimeUnit.SECONDS);
        assertThat(next)
            .as("a %s; troubles %s, notes %s", kind.getSimpleName(), troubles, notes)
            .isNotNull();
        if (kind.isInstance(next.message())) {
          return next;
        }
      }
      throw new AssertionError("too many messages without " + kind);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  <T> T ask(Callable<T> question) {
    var answer = new CompletableFuture<T>();
    loop.execute(() -> {
      try {
        answer.complete(question.call());
      } catch (Exception e) {
        answer.completeExceptionally(e);
      }
    });
    return answer.orTimeout(20, TimeUnit.SECONDS).join();
  }

  void does(Runnable action) {
    ask(() -> {
      action.run();
      return "done";
    });
  }

  // ---- the master

  /** Halts all workers; returns the step of each. */
  Map<Integer, TaskState> halt(long clock) {
    generation++;
    workers.keySet().forEach(worker -> say(worker, new TaskMessage.Halt(generation, clock)));
    Map<Integer, TaskState> halted = new HashMap<>();
    Set<Integer> waiting = new HashSet<>(workers.keySet());
    while (!waiting.isEmpty()) {
      Said next = receive(MasterMessage.Halted.class);
      var answer = (MasterMessage.Halted) next.message();
      if (answer.generation() == generation) {
        waiting.remove(next.task());
        halted.put(next.task(), answer.state());
      }
    }
    return halted;
  }

  /** Commits or discards the step, as a master would; the step that is next. */
  TaskMessage.Start decide() {
    return ask(() -> {
      List<PlainServer> leaders =
          servers.values().stream().filter(server -> !server.values.isEmpty()).toList();
      boolean some = leaders.stream().anyMatch(server -> server.version != version());
      boolean all = leaders.stream().allMatch(PlainServer::isPrepared) && generation > 1;
      if (job.synchrony().kind().isLockstep() && (some || all)) {
        long behind = some ? version() : version() + 1;
        leaders.stream().filter(s -> s.version < behind).forEach(PlainServer::apply);
        return new TaskMessage.Start.Commit();
      }
      return new TaskMessage.Start.Discard();
    });
  }

  /** A generation with these owners of splits and primaries of partitions, as far as ready. */
  void assign(TaskMessage.Start start, List<Integer> owners, List<Integer> primaries) {
    TaskMessage.Assign assign = ask(() -> prepare(start, owners, primaries));
    workers.keySet().forEach(worker -> say(worker, assign));
    for (int i = 0; i < workers.size(); i++) {
      assertThat(receive(MasterMessage.Ready.class).message())
          .isEqualTo(new MasterMessage.Ready(generation));
    }
  }

  private TaskMessage.Assign prepare(
      TaskMessage.Start start, List<Integer> owners, List<Integer> primaries) {
    Map<Integer, float[]> numbers = new HashMap<>();
    Map<Integer, Map<Integer, Long>> marks = new HashMap<>();
    Map<Integer, Map<Integer, Long>> safe = new HashMap<>();
    long version = version();
    for (PlainServer server : servers.values()) {
      server.version = version;
      numbers.putAll(server.values);
      marks.putAll(server.marks);
      safe.putAll(server.safe);
      server.safe.clear();
      server.values.clear();
      server.marks.clear();
      server.begin(generation, Set.copyOf(workers.keySet()));
    }
    var copies = new ArrayList<AssignmentTable.ReplicaHolders>();
    for (Partition partition : layout.partitions()) {
      int id = partition.id();
      PlainServer primary = Optional.ofNullable(servers.get(primaries.get(id))).orElseThrow();
      primary.values.put(id, numbers.getOrDefault(id, new float[partition.floats()]));
      primary.marks.put(id, marks.getOrDefault(id, new HashMap<>()));
      primary.safe.put(id, safe.getOrDefault(id, new HashMap<>()));
      copies.add(new AssignmentTable.ReplicaHolders(primary.task, List.of()));
    }
    var roster = new ArrayList<Member>();
    servers.keySet().forEach(task -> roster.add(members.get(task)));
    workers.keySet().forEach(task -> roster.add(members.get(task)));
    return new TaskMessage.Assign(
        generation,
        version,
        start,
        roster,
        new AssignmentTable(copies, owners),
        counting.sizes,
        cursors());
  }

  private long version() {
    return servers.values().stream().mapToLong(server -> server.version).max().orElse(0);
  }

  private List<TaskState.Cursor> cursors() {
    var all = new ArrayList<TaskState.Cursor>();
    for (int split = 0; split < counting.sizes.size(); split++) {
      int number = split;
      long safe = servers.values().stream().mapToLong(s -> s.cursor(number).safe()).min().orElse(0);
      long next = servers.values().stream().mapToLong(s -> s.cursor(number).next()).max().orElse(0);
      boolean lockstep = job.synchrony().kind().isLockstep();
      all.add(new TaskState.Cursor(split, safe, lockstep ? safe : Math.max(safe, next)));
    }
    return all;
  }

  void resume() {
    workers.keySet().forEach(worker -> say(worker, new TaskMessage.Resume(generation)));
  }

  /** How often each example was learnt from. */
  float[] counts() {
    return ask(() -> {
      float[] counts = new float[counting.all];
      servers.values().forEach(server -> server.countInto(counts));
      return counts;
    });
  }

  /** Waits for a condition; it is checked after each message of a worker. */
  void await(Callable<Boolean> condition) {
    try {
      for (int i = 0; i < 5_000; i++) {
        if (ask(condition)) {
          return;
        }
        said.poll(1, TimeUnit.MILLISECONDS);
      }
      throw new AssertionError(
          "it never came true; troubles %s, notes %s".formatted(troubles, notes));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    workers.values().forEach(Task::die);
    loop.stop();
    end.orTimeout(20, TimeUnit.SECONDS).join();
  }

  private final class WorkerListener implements Worker.Listener {
    @Override
    public void step(StepReport report) {
      reports.add(report);
    }

    @Override
    public void trouble(String what) {
      troubles.add(what);
    }
  }

  private final class MasterConnection implements Handler {
    private int task = -1;

    @Override
    public void opened(Connection connection) {}

    @Override
    public void frame(Connection from, FrameHeader header, ByteBuffer payload) {
      MasterMessage message = MasterMessage.decode(payload);
      if (message instanceof MasterMessage.Register(Member member, TaskState _)) {
        task = member.task() >= 0 ? member.task() : nextTask++;
        links.put(task, from);
        members.put(task, member.withTask(task));
        tell(task, new TaskMessage.Welcome(task, job));
      }
      said.add(new Said(task, message));
    }

    @Override
    public void closed(Connection connection, String why) {}
  }
}
