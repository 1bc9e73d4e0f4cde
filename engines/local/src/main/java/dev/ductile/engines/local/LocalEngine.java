package dev.ductile.engines.local;

import dev.ductile.api.JobId;
import dev.ductile.api.Node;
import dev.ductile.engines.supervision.Platform;
import dev.ductile.engines.supervision.Secrets;
import dev.ductile.engines.supervision.Settings;
import dev.ductile.engines.supervision.SupervisedEngine;
import dev.ductile.engines.supervision.TaskUsers;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Runs the tasks of jobs as processes of this machine, on nodes that are parts of it. */
public final class LocalEngine extends SupervisedEngine {
  /** The lifetime of the processes. */
  public enum Lifetime {
    /** They end with the process of this engine, also when it is killed. */
    COMMAND,
    /** They belong to a node agent, and a later engine on the same folder takes them over. */
    AGENT
  }

  /**
   * An engine that is ready for orders.
   *
   * @param nodes the parts of this machine, each with its resources
   * @param root the folder of logs and checkpoints, with a folder for each job
   * @param environment variables that every task has besides those of the contract
   * @param time the clock of event times; {@link dev.ductile.engines.supervision.SteadyTime} unless
   *     there is a reason
   * @param notes takes lines for operators that are about no job, such as a full disk
   * @throws IOException if this machine lacks a facility that the engine needs
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
   * @param outputListener receives each line that the master of a hot job prints, or worker 0 of
   *     another, on a thread of the engine
   */
  public LocalEngine(
      List<Node> nodes,
      Path root,
      Map<String, String> environment,
      Settings settings,
      InstantSource time,
      Consumer<String> notes,
      BiConsumer<JobId, String> outputListener)
      throws IOException {
    this(Lifetime.COMMAND, nodes, root, environment, settings, time, notes, outputListener);
  }

  /** The same, with a lifetime for the processes. */
  public LocalEngine(
      Lifetime lifetime,
      List<Node> nodes,
      Path root,
      Map<String, String> environment,
      Settings settings,
      InstantSource time,
      Consumer<String> notes,
      BiConsumer<JobId, String> outputListener)
      throws IOException {
    this(
        lifetime,
        nodes,
        root,
        environment,
        Secrets.NONE,
        TaskUsers.ENGINE,
        settings,
        time,
        notes,
        outputListener);
  }

  /** The same for programs with secrets, and with users for tasks. */
  public LocalEngine(
      Lifetime lifetime,
      List<Node> nodes,
      Path root,
      Map<String, String> environment,
      Secrets secrets,
      TaskUsers users,
      Settings settings,
      InstantSource time,
      Consumer<String> notes,
      BiConsumer<JobId, String> outputListener)
      throws IOException {
    super(
        platform(lifetime, root, settings, time, notes).with(users),
        nodes,
        root,
        environment,
        secrets,
        settings,
        time,
        notes,
        outputListener);
  }

  private static Platform platform(
      Lifetime lifetime, Path root, Settings settings, InstantSource time, Consumer<String> notes)
      throws IOException {
    var limits = OutputLimits.of(settings);
    var check = new CommandCheck();
    return switch (lifetime) {
      case COMMAND -> new Platform(new LocalLauncher(limits, time, notes), new Ports(), check);
      case AGENT -> {
        var agent = new AgentProcess(root, limits, NodeAgent.Patience.DEFAULT);
        var launcher = new AgentLauncher(agent, time, notes);
        yield new Platform(launcher, new Ports(), check, launcher);
      }
    };
  }
}
