package dev.ductile.engines.local;

import java.io.File;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** Finds the node agent of a run, and starts one if there is none. */
record AgentProcess(Path root, OutputLimits limits, NodeAgent.Patience patience) {
  private static final Duration LONGEST_START = Duration.ofSeconds(20);
  private static final Duration LOOK = Duration.ofMillis(10);

  /** Connects to the agent, and starts it if there is none. */
  SocketChannel connect() throws IOException {
    AgentFolder folder = AgentFolder.in(root);
    Optional<SocketChannel> there = folder.connect();
    if (there.isPresent()) {
      return there.get();
    }
    Process agent = start(folder);
    long looks = LONGEST_START.dividedBy(LOOK);
    for (long i = 0; i < looks; i++) {
      LockSupport.parkNanos(LOOK.toNanos());
      there = folder.connect();
      if (there.isPresent()) {
        return there.get();
      }
      if (!agent.isAlive() && agent.exitValue() != 0) {
        break;
      }
    }
    throw new IOException("the node agent does not start; its output is in " + folder.crash());
  }

  /** Connects to a running agent; none if it is dead. */
  Optional<SocketChannel> find() throws IOException {
    return AgentFolder.in(root).connect();
  }

  /**
   * A package has an archive of the classes on this class path, which Java uses only with the same
   * access to native code; a refused one is not mentioned.
   */
  private static List<String> quickStart(String classPath) {
    Path first = Path.of(classPath.split(File.pathSeparator, 2)[0]);
    Path archive = first.resolveSibling("command.jsa");
    return archive.toFile().isFile()
        ? List.of(
            "-Xlog:disable",
            "-Xlog:all=error:stderr",
            "--enable-native-access=ALL-UNNAMED",
            "-XX:SharedArchiveFile=" + archive)
        : List.of();
  }

  /** Starts the agent in its own session, so that Ctrl-C in a terminal does not reach it. */
  private Process start(AgentFolder folder) throws IOException {
    var command = new ArrayList<String>();
    command.add("setsid");
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx128m"));
    String classPath = System.getProperty("java.class.path");
    command.addAll(quickStart(classPath));
    command.addAll(List.of("-cp", classPath));
    command.add(NodeAgent.class.getName());
    command.addAll(NodeAgent.arguments(root.toAbsolutePath(), limits, patience));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder
        .redirectInput(new File("/dev/null"))
        .redirectOutput(ProcessBuilder.Redirect.to(folder.crash().toFile()));
    return builder.start();
  }
}
