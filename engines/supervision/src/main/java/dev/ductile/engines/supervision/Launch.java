package dev.ductile.engines.supervision;

import dev.ductile.api.Demand;
import dev.ductile.api.Program;
import dev.ductile.api.Resources;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Starts tasks of one generation of a job. */
record Launch(Terms terms, Machine machine) {
  /**
   * A task that is about to be started.
   *
   * @param start how often a task was started at this seat, this one included
   * @param lease all addresses that were reserved with that of the seat
   * @param ear hears every line that it prints
   */
  record Start(
      Seat seat,
      int start,
      Map<String, String> environment,
      List<Address> lease,
      Consumer<TaskEvent.Line> ear) {}

  /** Starts them all at once. */
  List<Task> start(List<Start> orders) {
    var tasks = new ArrayList<Task>();
    var launches = new ArrayList<Launcher.Launch>();
    for (Start order : orders) {
      Task task = task(id(order), order.seat(), order.ear());
      tasks.add(task);
      launches.add(new Launcher.Launch(spec(order), task::hear));
    }
    machine.platform().launcher().start(launches);
    return tasks;
  }

  Task task(TaskId id, Seat seat, Consumer<TaskEvent.Line> ear) {
    String progress = seat.role() == Role.MASTER ? "" : terms.spec().program().progress();
    return new Task(
        id,
        seat,
        machine.platform().launcher(),
        ProgressFormat.of(progress),
        ear,
        machine.time(),
        machine.wake());
  }

  private TaskSpec spec(Start order) {
    Program program = terms.spec().program();
    return new TaskSpec(
        id(order),
        order.seat().node(),
        resources(order.seat().role()),
        program.command(),
        order.environment(),
        directory(),
        machine.folders().log(terms.spec().id(), terms.generation(), order.seat()),
        program.grace(),
        labels(order).toMap());
  }

  private TaskLabels labels(Start order) {
    Seat seat = order.seat();
    return new TaskLabels(
        terms.spec().mechanism(), seat.localIndex(), seat.address(), order.lease());
  }

  private TaskId id(Start order) {
    Seat seat = order.seat();
    return new TaskId(
        terms.spec().id(), terms.generation(), seat.role(), seat.index(), order.start());
  }

  private Resources resources(Role role) {
    Demand demand = terms.spec().demand();
    return switch (role) {
      case WORKER -> demand.worker();
      case SERVER -> demand.server();
      case MASTER -> Resources.NONE;
    };
  }

  private Path directory() {
    String directory = terms.spec().program().directory();
    Path own = machine.folders().job(terms.spec().id());
    return directory.isEmpty() ? own : own.resolve(directory);
  }
}
