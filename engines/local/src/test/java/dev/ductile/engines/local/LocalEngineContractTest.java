package dev.ductile.engines.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.JobSpec;
import dev.ductile.api.Nodes;
import dev.ductile.contracts.EngineContract;
import dev.ductile.engines.supervision.SteadyTime;
import dev.ductile.examples.SampleTrainer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
class LocalEngineContractTest extends EngineContract {
  @TempDir Path root;

  @Override
  protected Rig open(Nodes nodes, List<JobSpec> jobs) {
    try {
      var engine =
          new LocalEngine(
              lifetime(),
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
    return plain.withProgram(
        EngineUnderTest.program(
            SampleTrainer.command(List.of(SampleTrainer.WORD, "--step-millis", "12"))));
  }

  @AfterEach
  void no_process_is_left() {
    assertThat(ProcessGroups.of(root)).isEmpty();
  }
}
