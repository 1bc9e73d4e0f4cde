package dev.ductile.engines.local;

import dev.ductile.engines.supervision.Launcher;
import dev.ductile.engines.supervision.TaskEvent;
import dev.ductile.engines.supervision.TaskId;
import dev.ductile.engines.supervision.TaskSignal;
import dev.ductile.engines.supervision.TaskUse;
import dev.ductile.engines.supervision.UseMeter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Starts tasks as child processes, which end with this process, also when it is killed. */
final class LocalLauncher implements Launcher, UseMeter {
  private final OutputLimits limits;
  private final InstantSource time;
  private final Consumer<String> notes;
  private final Path pipes;
  private final Guard guard;
  private final TaskMeter meter;
  private final Map<TaskId, LocalTask> tasks = new ConcurrentHashMap<>();
  private final Map<Long, LocalTask> groups = new ConcurrentHashMap<>();
  private long pipesMade;

  /**
   * A launcher without tasks.
   *
   * @throws IOException if this machine lacks a program that the launcher needs
   */
  LocalLauncher(OutputLimits limits, InstantSource time, Consumer<String> notes)
      throws IOException {
    this.limits = limits;
    this.time = time;
    this.notes = notes;
    this.pipes = PipeFolder.make();
    this.meter = new TaskMeter(ProcessTable.OF_MACHINE, time);
    this.guard = new Guard(pipes, this::groupIsGone, notes);
  }

  @Override
  public void start(List<Launch> launches) {
    var paths = new ArrayList<Path>();
    launches.forEach(_ -> paths.add(pipes.resolve(Long.toString(pipesMade++))));
    Optional<IOException> noPipes = make(paths);
    for (int i = 0; i < launches.size(); i++) {
      Launch launch = launches.get(i);
      try {
        if (noPipes.isPresent()) {
          throw noPipes.get();
        }
        start(launch, paths.get(i));
      } catch (IOException e) {
        String why = "cannot be started: " + e.getMessage();
        launch.listener().accept(new TaskEvent.Lost(launch.spec().id(), time.instant(), why));
      }
    }
  }

  /** Makes all pipes by one call of a program. */
  private static Optional<IOException> make(List<Path> paths) {
    try {
      Pipe.make(paths);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(e);
    }
  }

  private void start(Launch launch, Path pipe) throws IOException {
    var task = new LocalTask(launch.spec(), pipe, limits, guard, time, launch.listener(), notes);
    tasks.put(task.id(), task);
    groups.put(task.group(), task);
    task.watch();
  }

  @Override
  public void signal(TaskId id, TaskSignal signal) {
    Optional.ofNullable(tasks.get(id))
        .ifPresent(task -> {
          switch (signal) {
            case STOP -> task.stop();
            case KILL -> task.kill();
            case FORGET -> forget(task);
          }
        });
  }

  @Override
  public Optional<List<TaskUse>> measure() {
    return meter.measure(List.copyOf(tasks.values()));
  }

  private void forget(LocalTask task) {
    tasks.remove(task.id());
    groups.remove(task.group(), task);
    task.forget();
  }

  private void groupIsGone(long group) {
    Optional.ofNullable(groups.remove(group)).ifPresent(LocalTask::groupIsGone);
  }

  /** Ends all tasks that are left. */
  @Override
  public void close() {
    guard.close();
  }
}
