package dev.ductile.engines.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.JobSpec;
import dev.ductile.api.Nodes;
import dev.ductile.contracts.EngineContract;
import dev.ductile.engines.supervision.SteadyTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Tag("process")
@Execution(ExecutionMode.CONCURRENT)
class LocalEngineContractTest extends EngineContract {
  @TempDir Path root;

  @Override
  protected Rig open(Nodes nodes, List<JobSpec> jobs) {
    return open(nodes, lifetime(), root);
  }

  static Rig open(Nodes nodes, LocalEngine.Lifetime lifetime, Path root) {
    try {
      var engine =
          new LocalEngine(
              lifetime,
              nodes.list(),
              root,
              System.getenv(),
              EngineUnderTest.BRISK,
              new SteadyTime(),
              note -> {},
              (_, _) -> {});
      return new Rig(engine, engine);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  protected LocalEngine.Lifetime lifetime() {
    return LocalEngine.Lifetime.COMMAND;
  }

  @Override
  protected JobSpec runnable(JobSpec plain) {
    return runnable(plain, root);
  }

  static JobSpec runnable(JobSpec plain, Path root) {
    return plain.withProgram(
        EngineUnderTest.program(List.of("/bin/sh", script().toString(), root.toString())));
  }

  private static Path script() {
    try {
      return Path.of(LocalEngineContractTest.class.getResource("trainer.sh").toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  protected Duration longestJob() {
    return Duration.ofSeconds(3);
  }

  @Override
  protected Map<Fault, FaultActions> faults() {
    return Map.of(
        Fault.PARTIAL_START, new FaultActions(this::beginPartialStarts, this::endPartialStarts));
  }

  private void beginPartialStarts() {
    try {
      Files.createFile(root.resolve("partial"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void endPartialStarts() {
    try {
      Files.delete(root.resolve("partial"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @AfterEach
  void no_process_is_left() {
    assertThat(ProcessGroups.of(root)).isEmpty();
  }
}
