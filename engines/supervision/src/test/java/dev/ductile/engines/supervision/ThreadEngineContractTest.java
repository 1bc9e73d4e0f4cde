package dev.ductile.engines.supervision;

import dev.ductile.api.JobSpec;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Program;
import dev.ductile.api.Resources;
import dev.ductile.contracts.EngineContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Supervision keeps the laws of every engine, also on a platform that fails. */
@Tag("contract")
@Execution(ExecutionMode.CONCURRENT)
class ThreadEngineContractTest extends EngineContract {
  private static final Duration SHORT = Duration.ofMillis(20);
  private static final NodeId FIRST_NODE = new NodeId("node-0");
  private static final Settings BRISK =
      Settings.DEFAULT
          .with(new Settings.Rhythm(SHORT, SHORT))
          .with(new Settings.Answers(Duration.ofMinutes(1), Duration.ofSeconds(1)))
          .with(
              new Settings.Patience(
                  Duration.ofSeconds(20),
                  Duration.ofSeconds(2),
                  Duration.ofSeconds(5),
                  SHORT,
                  SHORT));

  @TempDir Path root;

  private final ThreadCluster cluster = new ThreadCluster();

  @Override
  protected Rig open(Nodes nodes, List<JobSpec> jobs) {
    try {
      var engine =
          new SupervisedEngine(
              cluster.platform(),
              nodes.list(),
              root,
              Map.of(),
              BRISK,
              new SteadyTime(),
              _ -> {},
              (_, _) -> {});
      return new Rig(engine, engine);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  protected JobSpec runnable(JobSpec plain) {
    return plain.withProgram(
        new Program(
            List.of("train"), Map.of(), "", "", Duration.ofSeconds(5), Duration.ofSeconds(20), 5));
  }

  @Override
  protected boolean outlives() {
    return true;
  }

  @Override
  protected Duration longestJob() {
    return Duration.ofSeconds(2);
  }

  @Override
  protected Map<Fault, FaultActions> faults() {
    return Map.of(
        Fault.LOST_NODE,
        new FaultActions(
            () -> cluster.lose(FIRST_NODE),
            () -> cluster.repair(new Node(FIRST_NODE, Resources.gpus(4)))),
        Fault.SILENCE,
        new FaultActions(() -> cluster.setSilent(true), () -> cluster.setSilent(false)),
        Fault.SLOWNESS,
        new FaultActions(() -> cluster.setSlow(true), () -> cluster.setSlow(false)),
        Fault.PARTIAL_START,
        new FaultActions(() -> cluster.setPartial(true), () -> cluster.setPartial(false)));
  }
}
