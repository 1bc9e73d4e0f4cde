package dev.ductile.engines.supervision;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Chooses the user of the operating system for the tasks of each owner. */
public interface TaskUsers {
  /** Tasks run as the user of the engine. */
  TaskUsers ENGINE = new EngineUser();

  /** Why tasks of this owner can never run, in one line. */
  Optional<String> problem(String owner);

  /** The default working directory of tasks in the folder of their job. */
  Path home(Path job);

  /**
   * Gives the folders of a job the rights that its tasks need, before a start.
   *
   * @param job the folder of the job
   * @param inside its folders: that of checkpoints, then that of the logs of a generation
   */
  void prepare(String owner, Path job, List<Path> inside) throws IOException;

  /**
   * The words before a command that change the user of a process; none if the user stays. The
   * process that runs them has no variable of the job yet.
   */
  List<String> start(String owner);

  /** The variables of a task that its user decides, such as {@code HOME}. */
  Map<String, String> variables(String owner);
}
