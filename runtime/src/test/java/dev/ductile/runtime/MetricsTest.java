package dev.ductile.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.runtime.master.report.StepSummary;
import dev.ductile.runtime.master.saving.Validation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MetricsTest {
  @TempDir Path folder;

  @Test
  void theTableGrowsFromRunToRun() throws Exception {
    var notes = new ArrayList<String>();
    for (long step = 7; step < 9; step++) {
      long now = 1_000 * step;
      var metrics = new Metrics(folder, () -> now, notes::add);
      metrics.step(
          new StepSummary(step, 0.25, 96, 3, 2, 1_000_000, 2_500_000, 3_000, 4_000_000, 0));
      metrics.flush();
    }

    assertThat(Files.readAllLines(folder.resolve("metrics.csv")))
        .containsExactly(
            "time,step,loss,examples,workers,servers,downlink,worker,uplink,server,wait",
            "7000,7,0.250000,96,3,2,1.000,2.500,0.003,4.000,0.000",
            "8000,8,0.250000,96,3,2,1.000,2.500,0.003,4.000,0.000");
    assertThat(Files.readAllLines(folder.resolve("regroups.csv"))).hasSize(1);
    assertThat(notes).isEmpty();
  }

  @Test
  void evaluationsHaveTheirOwnTable() throws Exception {
    var metrics = new Metrics(folder, () -> 5, _ -> {});
    assertThat(folder.resolve("validation.csv")).doesNotExist();
    metrics.validated(new Validation(40, 0.25, OptionalDouble.of(0.9125), 800));
    metrics.validated(new Validation(80, 0.125, OptionalDouble.empty(), 800));
    metrics.flush();

    assertThat(Files.readAllLines(folder.resolve("validation.csv")))
        .containsExactly(
            "time,step,loss,accuracy,examples",
            "5,40,0.25000000,0.912500,800",
            "5,80,0.12500000,,800");
  }
}
