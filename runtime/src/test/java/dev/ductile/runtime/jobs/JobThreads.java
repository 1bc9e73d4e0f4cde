package dev.ductile.runtime.jobs;

import dev.ductile.runtime.allreduce.AllReduceWorker;
import dev.ductile.runtime.checkpoint.Checkpoints;
import dev.ductile.runtime.data.Sources;
import dev.ductile.runtime.data.SplitSource;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.master.Master;
import dev.ductile.runtime.master.coordinator.JobCoordinator;
import dev.ductile.runtime.master.coordinator.JobSetup;
import dev.ductile.runtime.master.saving.Validator;
import dev.ductile.runtime.membership.Role;
import dev.ductile.runtime.parameters.PartitionLayout;
import dev.ductile.runtime.process.JobMember;
import dev.ductile.runtime.process.JobPart;
import dev.ductile.runtime.process.Part;
import dev.ductile.runtime.process.Task;
import dev.ductile.runtime.process.TaskSetup;
import dev.ductile.runtime.protocol.FrameKind;
import dev.ductile.runtime.protocol.StepReport;
import dev.ductile.runtime.server.PartitionServer;
import dev.ductile.runtime.training.Model;
import dev.ductile.runtime.training.Models;
import dev.ductile.runtime.transport.Address;
import dev.ductile.runtime.transport.SystemServices;
import dev.ductile.runtime.worker.Worker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** A whole job in one process: each task on a thread of its own, with real sockets and files. */
final class JobThreads implements AutoCloseable {
  private static final String TOKEN = "0123456789abcdef".repeat(4);
  private static final Duration GATHERING = Duration.ofSeconds(10);
  private static final Duration AWARE = Duration.ofMillis(200);
  private static final Duration RETRY = Duration.ofMillis(5);

  private final TrainingJob job;
  private final Worker.TrainingParts parts;
  private final Validator validator;
  private final Path folder;
  private final RecordingListener listener = new RecordingListener();
  private final Map<String, ScriptedTask> actors = new ConcurrentHashMap<>();
  private final Map<String, CompletableFuture<Integer>> all = new TreeMap<>();
  private final CompletableFuture<Integer> end = new CompletableFuture<>();
  private final AtomicInteger act = new AtomicInteger();
  private final AtomicInteger toCut = new AtomicInteger(ConnectionCutter.NO_KIND);
  private Thread head = new Thread();
  private Master master;
  private Address address;

  /** A task and its exit code. */
  private record ScriptedTask(Task task, CompletableFuture<Integer> exit) {}

  JobThreads(TrainingJob job, Path folder) throws IOException {
    this(job, folder, new TrainingParts());
  }

  JobThreads(TrainingJob job, Path folder, Worker.TrainingParts parts) throws IOException {
    this(job, folder, parts, _ -> Optional.empty());
  }

  JobThreads(TrainingJob job, Path folder, Validator validator) throws IOException {
    this(job, folder, new TrainingParts(), validator);
  }

  private JobThreads(TrainingJob job, Path folder, Worker.TrainingParts parts, Validator validator)
      throws IOException {
    this.parts = parts;
    this.validator = validator;
    this.job = job;
    this.folder = folder;
    address = new Address.Tcp("127.0.0.1", TestPorts.next());
    master = master();
  }

  /** With as many workers and servers as the job begins with. */
  JobThreads begin() {
    for (int i = 0; i < job.size().servers(); i++) {
      add(Role.SERVER, "server-" + i);
    }
    for (int i = 0; i < job.size().workers(); i++) {
      add(Role.WORKER, "worker-" + i);
    }
    return this;
  }

  private Master master() throws IOException {
    Path journal = folder.resolve("journal");
    List<Long> sizes =
        job.size().isAllReduce()
            ? List.of(1L)
            : new PartitionLayout(parts.model(job).tensors()).sizes();
    var shelf = new DiskCheckpoints(new Checkpoints(checkpoints(), 2, listener::happened), job);
    var setup =
        new JobSetup(job, sizes, checkpoints().toString(), shelf.newest(), Master.before(journal));
    var place = new Master.Place(address, TOKEN, journal, GATHERING);
    var made = bound(place, setup, shelf);
    address = made.address();
    int mine = act.get();
    head =
        Thread.ofPlatform()
            .daemon()
            .name("master")
            .start(() -> {
              int code = made.run();
              if (mine == act.get() || listener.hasEnded()) {
                end.complete(code);
              }
            });
    return made;
  }

  /**
   * A process that another test starts at this moment holds a copy of a socket that was closed a
   * moment ago, until it runs its program.
   */
  private Master bound(Master.Place place, JobSetup setup, DiskCheckpoints shelf)
      throws IOException {
    var services = SystemServices.system(System::nanoTime);
    for (long end = System.nanoTime() + GATHERING.toNanos(); ; ) {
      try {
        return new Master(place, setup, shelf, validator, services, listener);
      } catch (BindException e) {
        if (System.nanoTime() > end) {
          throw e;
        }
        LockSupport.parkNanos(RETRY.toNanos());
      }
    }
  }

  Path checkpoints() {
    return folder.resolve("checkpoints");
  }

  void add(Role role, String name) {
    try {
      Path own = Files.createDirectories(folder.resolve(name));
      var place = new TaskSetup(role, name, "here", TOKEN, address, own, "127.0.0.1", true);
      var task =
          new Task(
              place,
              SystemServices.system(System::nanoTime),
              what -> listener.happened(name + ": " + what),
              around -> part(role, around));
      var exit = new CompletableFuture<Integer>();
      Thread.ofPlatform().daemon().name(name).start(() -> run(name, task, exit));
      actors.put(name, new ScriptedTask(task, exit));
      all.put(name, exit);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void run(String name, Task task, CompletableFuture<Integer> exit) {
    try {
      exit.complete(task.run());
    } catch (RuntimeException | Error e) {
      listener.happened(name + " fails: " + e);
      exit.completeExceptionally(e);
      end.completeExceptionally(new IllegalStateException(name + " fails", e));
    }
  }

  private Part part(Role role, Task.Context around) {
    var member = new JobMember(around, known -> part(role, around, known));
    return role == Role.WORKER && job.size().isAllReduce()
        ? new ConnectionCutter(member, toCut)
        : member;
  }

  private JobPart part(Role role, Task.Context around, TrainingJob known) {
    if (role == Role.SERVER) {
      return PartitionServer.of(around, known, parts.model(known));
    }
    var mute = new Mute(around.setup().name());
    return known.size().isAllReduce()
        ? new AllReduceWorker(around, known, parts, mute)
        : new Worker(around, known, parts, mute);
  }

  /** Cuts the next connection on which a worker receives such a frame. */
  void cutFirst(FrameKind kind) {
    toCut.set(kind.number());
  }

  private static final class TrainingParts implements Worker.TrainingParts {
    @Override
    public Model model(TrainingJob job) {
      return Models.of(job);
    }

    @Override
    public SplitSource source(TrainingJob job) {
      return Sources.of(job);
    }
  }

  private final class Mute implements Worker.Listener {
    private final String name;

    Mute(String name) {
      this.name = name;
    }

    @Override
    public void step(StepReport report) {}

    @Override
    public void trouble(String what) {
      listener.happened(name + ": " + what);
    }
  }

  void leave(String name) {
    actor(name).task().leave();
  }

  void kill(String name) {
    actor(name).task().die();
    actors.remove(name);
  }

  private ScriptedTask actor(String name) {
    return Optional.ofNullable(actors.get(name)).orElseThrow();
  }

  void killMaster() throws IOException, InterruptedException {
    killMaster(List.of());
  }

  /** These are asked to leave while there is no master, and know that there is none. */
  void killMaster(List<String> leavers) throws IOException, InterruptedException {
    act.incrementAndGet();
    master.die();
    head.join();
    if (isOver()) {
      return;
    }
    if (!leavers.isEmpty()) {
      LockSupport.parkNanos(AWARE.toNanos());
      leavers.forEach(this::leave);
      LockSupport.parkNanos(AWARE.toNanos());
    }
    master = master();
  }

  Master head() {
    return master;
  }

  /** Lets the job make some more steps, stops it, and waits until it has saved the last step. */
  void stopAfter(int steps, Duration time) {
    listener.awaitStep(listener.steps() + steps);
    master.stop();
    int code = await(time);
    if (code != JobCoordinator.STOPPED) {
      throw new IllegalStateException("stopped with exit code %d: %s".formatted(code, listener));
    }
  }

  /** The step at which a job that is over must have ended. */
  long lastStep() {
    return await(Duration.ZERO) == JobCoordinator.STOPPED
        ? listener.steps()
        : job.stop().steps().orElseThrow();
  }

  RecordingListener listener() {
    return listener;
  }

  /** The exit code of the job. */
  int await(Duration time) {
    try {
      return end.get(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new IllegalStateException("not over after %s: %s".formatted(time, listener), e);
    } catch (Exception e) {
      throw new IllegalStateException(listener.toString(), e);
    }
  }

  boolean isOver() {
    return end.isDone();
  }

  /** Whether a task has ended while the job continues. */
  boolean hasEnded(String name) {
    boolean goesOn = !isOver() && !listener.isOver();
    return goesOn
        && Optional.ofNullable(all.get(name)).filter(CompletableFuture::isDone).isPresent();
  }

  int exitCode(String name) throws Exception {
    return Optional.ofNullable(all.get(name)).orElseThrow().get(5, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    actors.values().forEach(actor -> actor.task().die());
    master.die();
  }
}
