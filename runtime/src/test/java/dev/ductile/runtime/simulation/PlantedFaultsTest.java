package dev.ductile.runtime.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The faults that {@code bench/run planted-faults} puts back still fit the sources. */
final class PlantedFaultsTest {
  @Test
  void eachFaultCanBePutBack() throws IOException {
    for (PlantedFault fault : PlantedFaults.all()) {
      assertThat(fault.plant(Path.of("src/main/java"))).as(fault.name()).isNotEmpty();
    }
  }
}
