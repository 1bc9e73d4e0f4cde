package dev.ductile.engines.local;

import dev.ductile.api.JobId;
import dev.ductile.api.Node;
import dev.ductile.engines.supervision.Platform;
import dev.ductile.engines.supervision.Settings;
import dev.ductile.engines.supervision.SupervisedEngine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Runs the tasks of jobs as processes of this machine, on nodes that are parts of it. All processes
 * end with the engine, however it ends.
 */
public final class LocalEngine extends SupervisedEngine {
  /**
   * An engine that is ready for orders.
   *
   * @param nodes the parts of this machine, each with what it has to give
   * @param root where logs and checkpoints go: a folder for each job
   * @param environment what every task finds in its environment besides the contract
   * @param time what events are stamped with; {@link dev.ductile.engines.supervision.SteadyTime}
   *     unless there is a reason
   * @param notes takes lines for people about what is not the story of a job, such as a full disk
   * @throws IOException if this machine lacks what it takes
   */
  public LocalEngine(
      List<Node> nodes,
      Path root,
      Map<String, String> environment,
      Settings settings,
      InstantSource time,
      Consumer<String> notes)
      throws IOException {
    this(nodes, root, environment, settings, time, notes, (_, _) -> {});
  }

  /**
   * The same.
   *
   * @param ear hears each line that the master of a hot job prints, or worker 0 of another, on a
   *     thread of the engine
   */
  public LocalEngine(
      List<Node> nodes,
      Path root,
      Map<String, String> environment,
      Settings settings,
      InstantSource time,
      Consumer<String> notes,
      BiConsumer<JobId, String> ear)
      throws IOException {
    super(platform(settings, time, notes), nodes, root, environment, settings, time, notes, ear);
  }

  private static Platform platform(Settings settings, InstantSource time, Consumer<String> notes)
      throws IOException {
    var launcher = new LocalLauncher(Limits.of(settings), time, notes);
    return new Platform(launcher, new Ports(), new CommandCheck());
  }
}
