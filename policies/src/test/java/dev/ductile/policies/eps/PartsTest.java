package dev.ductile.policies.eps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Demand;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The division of free resources into workers and servers. */
final class PartsTest {
  private static final Resources UNIT = Resources.of(Resources.CPU, 2);
  private static final Demand ALIKE = new Demand(UNIT, UNIT, Resources.NONE);

  /** Workers on GPUs, servers on processors alone. */
  private static final Demand UNLIKE =
      new Demand(
          Resources.of(Map.of(Resources.GPU, 1.0, Resources.CPU, 2.0)),
          Resources.of(Resources.CPU, 4),
          Resources.NONE);

  @ParameterizedTest
  @CsvSource({
    "22, 8, 4, 0, 7, 3", // 11 units: 7.3 and 3.7
    "23.9, 8, 4, 0, 7, 3", // no part of a unit
    "24, 8, 4, 0, 8, 4",
    "24, 8, 4, 1, 7, 3",
    "0, 8, 4, 1, -1, -1",
    "13, 4, 0, 0, 6, 0"
  })
  void unitsAreDividedInTheRatioOfTheRequest(
      double cpu, int workers, int servers, int reserved, int first, int second) {
    assertThat(Parts.of(free(0, cpu), ALIKE, new Size(workers, servers), reserved))
        .isEqualTo(new Parts(first, second));
  }

  @ParameterizedTest
  @CsvSource({
    "4, 100, 8, 2, 4, 1", // the GPUs are for half of the request
    "100, 12, 8, 2, 4, 1", // the processors are
    "8, 24, 8, 2, 8, 2",
    "7, 24, 8, 2, 7, 1"
  })
  void ifNeedsDifferTheRequestIsScaledToTheFreeResources(
      double gpu, double cpu, int workers, int servers, int first, int second) {
    assertThat(Parts.of(free(gpu, cpu), UNLIKE, new Size(workers, servers), 0))
        .isEqualTo(new Parts(first, second));
  }

  private static FreeCapacity free(double gpu, double cpu) {
    var capacity = Resources.of(Map.of(Resources.GPU, gpu, Resources.CPU, cpu));
    return Nodes.uniform(1, capacity).allFree();
  }
}
