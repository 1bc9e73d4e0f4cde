package dev.ductile.runtime.master;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StepTableTest {
  @TempDir Path folder;

  @Test
  void growsFromRunToRun() throws Exception {
    Path file = folder.resolve("steps.csv");
    for (long step = 7; step < 9; step++) {
      try (var table = new StepTable(file)) {
        table.add(new StepSummary(step, 0.25, 96, 3, 2, 1, 2, 3, 4, 5));
      }
    }

    assertThat(Files.readAllLines(file))
        .containsExactly(
            "step,loss,examples,workers,servers,"
                + "downlink_nanos,worker_nanos,uplink_nanos,server_nanos,wait_nanos",
            "7,0.250000000,96,3,2,1,2,3,4,5",
            "8,0.250000000,96,3,2,1,2,3,4,5");
  }
}
