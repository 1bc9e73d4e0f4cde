package dev.ductile.runtime.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.runtime.simulation.PlantedFaults.Search;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The faults that {@code bench/run planted-faults} puts back, and its figures. */
final class PlantedFaultsTest {
  @Test
  void everyFaultCanBePlanted() throws IOException {
    for (PlantedFault fault : PlantedFaults.all()) {
      assertThat(fault.plant(Path.of("src/main/java"))).as(fault.name()).isNotEmpty();
    }
  }

  @Test
  void figuresNameTheLimitTheFaultsFoundAndTheJobsUntilThen(@TempDir Path folder)
      throws IOException {
    Path file = folder.resolve("figures");
    var figures = new FigureFile(Optional.of(file));

    PlantedFaults.addFigures(
        List.of(
            new Search("silent-master", "found after 3 seeds: seed 2, SAME_END: [late]"),
            new Search("late-resume", "%s in 50 seeds".formatted(Simulations.NONE))),
        50,
        figures);
    figures.write();

    assertThat(file)
        .hasContent(
            """
            at most 50 jobs a fault, faults found\t1 of 2
            at most 50 jobs a fault, silent-master\tfound after 3 seeds
            at most 50 jobs a fault, late-resume\tnot found in 50 seeds
            """);
  }

  @Test
  void figuresOfSimulatedJobsNameTheirNumberAndFirstSeed(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("figures");
    var figures = new FigureFile(Optional.of(file));
    var tally = new SimulationCounts();
    tally.add(SimulationResult.of(3));
    tally.add(SimulationResult.of(4));

    tally.addTo(figures, 3, 5_210.4);
    figures.write();

    assertThat(file)
        .content()
        .startsWith("2 jobs from seed 3, wrong jobs\t0\n2 jobs from seed 3, compared pauses\t")
        .endsWith("\n2 jobs from seed 3, jobs a minute\t5210\n");
  }
}
