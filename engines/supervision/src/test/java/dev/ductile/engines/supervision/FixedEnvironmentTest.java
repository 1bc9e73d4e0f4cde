package dev.ductile.engines.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.NodeId;
import dev.ductile.api.Program;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Work;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The environment of a task, tested without a process. */
class FixedEnvironmentTest {
  @Test
  void variablesOfTheProgramReplaceThoseOfTheContractAndInheritedOnesDoNot() {
    var program =
        new Program(
            List.of("x"),
            Map.of("MASTER_PORT", "1", "MINE", "yes"),
            "",
            "",
            Duration.ZERO,
            Duration.ofSeconds(1),
            0);
    var contract =
        new FixedEnvironment(
            new GenerationSpec(
                JobSpec.of(
                        new JobId("job"),
                        Demand.perWorker(Resources.gpus(1)),
                        Bounds.workers(1, 8),
                        Work.steps(200))
                    .withProgram(program),
                1,
                0,
                "secret",
                Path.of("/saved")),
            TaskLayout.of(
                Allocation.on(new NodeId("node-0"), Size.workers(1)),
                List.of(address(10), address(11), address(12))));
    var inherited =
        Map.of("PATH", "/bin", "RANK", "9", "PET_RDZV_ID", "x", "TORCHELASTIC_ERROR_FILE", "y");

    assertThat(contract.environment(contract.layout().workers().getFirst(), inherited))
        .containsEntry("PATH", "/bin")
        .containsEntry("RANK", "0")
        .containsEntry("MASTER_PORT", "1")
        .containsEntry("MINE", "yes")
        .containsEntry("PYTHONUNBUFFERED", "1")
        .containsEntry("DUCTILE_STEPS", "200")
        .containsEntry("DUCTILE_CHECKPOINT_DIR", "/saved")
        .doesNotContainKeys("PET_RDZV_ID", "TORCHELASTIC_ERROR_FILE");
  }

  private static Address address(int port) {
    return new Address("localhost", port);
  }
}
