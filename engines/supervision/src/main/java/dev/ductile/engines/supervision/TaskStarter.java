package dev.ductile.engines.supervision;

import dev.ductile.api.Demand;
import dev.ductile.api.Program;
import dev.ductile.api.Resources;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Starts tasks of one generation of a job. */
record TaskStarter(GenerationSpec generationSpec, EngineContext context) {
  /**
   * A task that is about to be started.
   *
   * @param start how often a task of this rank was started, this start included
   * @param lease all addresses that were reserved together with this one
   * @param outputListener receives every line that the task prints
   */
  record Start(
      TaskPlacement placement,
      int start,
      Map<String, String> environment,
      List<Address> lease,
      Consumer<TaskEvent.Line> outputListener) {}

  /** Starts all of these tasks by one call of the launcher. */
  List<SupervisedTask> start(List<Start> orders) {
    var tasks = new ArrayList<SupervisedTask>();
    var launches = new ArrayList<Launcher.Launch>();
    for (Start order : orders) {
      SupervisedTask task = task(id(order), order.placement(), order.outputListener());
      tasks.add(task);
      launches.add(new Launcher.Launch(spec(order), task::accept));
    }
    context.platform().launcher().start(launches);
    return tasks;
  }

  SupervisedTask task(TaskId id, TaskPlacement placement, Consumer<TaskEvent.Line> outputListener) {
    String progress =
        placement.role() == Role.MASTER ? "" : generationSpec.spec().program().progress();
    return new SupervisedTask(
        id,
        placement,
        context.platform().launcher(),
        ProgressFormat.of(progress),
        outputListener,
        context.time(),
        context.wake());
  }

  private TaskSpec spec(Start order) {
    Program program = generationSpec.spec().program();
    return new TaskSpec(
        id(order),
        order.placement().node(),
        resources(order.placement().role()),
        program.command(),
        environment(order),
        secrets(program),
        directory(),
        context
            .folders()
            .log(generationSpec.spec().id(), generationSpec.generation(), order.placement()),
        program.grace(),
        context.platform().users().start(owner()),
        labels(order).toMap());
  }

  /** The user decides only what the job leaves open. */
  private Map<String, String> environment(Start order) {
    var all = new TreeMap<>(context.platform().users().variables(owner()));
    all.putAll(order.environment());
    return all;
  }

  private String owner() {
    return generationSpec.spec().owner();
  }

  /** The values of the secrets; {@link StartCheck} has found all of them. */
  private Map<String, String> secrets(Program program) {
    var values = new TreeMap<String, String>();
    program
        .secrets()
        .forEach((variable, name) ->
            context.secrets().value(owner(), name).ifPresent(value -> values.put(variable, value)));
    return values;
  }

  private TaskLabels labels(Start order) {
    TaskPlacement placement = order.placement();
    return new TaskLabels(
        generationSpec.spec().rescaleMode(),
        placement.localIndex(),
        placement.address(),
        order.lease());
  }

  private TaskId id(Start order) {
    TaskPlacement placement = order.placement();
    return new TaskId(
        generationSpec.spec().id(),
        generationSpec.generation(),
        placement.role(),
        placement.index(),
        order.start());
  }

  private Resources resources(Role role) {
    Demand demand = generationSpec.spec().demand();
    return switch (role) {
      case WORKER -> demand.worker();
      case SERVER -> demand.server();
      case MASTER -> Resources.NONE;
    };
  }

  private Path directory() {
    String directory = generationSpec.spec().program().directory();
    Path job = context.folders().job(generationSpec.spec().id());
    Path own = context.platform().users().home(job);
    return directory.isEmpty() ? own : own.resolve(directory);
  }
}
