package dev.ductile.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Allocation;
import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.api.SpeedProvider;
import dev.ductile.models.TableModel.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelsTest {
  private static final Speed ALL_REDUCE = table(point(2, 0, 4), point(4, 0, 6), point(8, 0, 5));
  private static final Speed SERVERS =
      table(point(1, 1, 2), point(4, 1, 4), point(1, 3, 3), point(4, 3, 8));

  @Test
  void modelsAreFoundByName() {
    assertThat(ServiceLoader.load(SpeedProvider.class))
        .extracting(provider -> provider.name())
        .contains(
            "allreduce-fit",
            "async-ps",
            "binary-blocks",
            "doubling-halving",
            "ernest",
            "fitted",
            "layered-ps",
            "linear",
            "optimus-async",
            "optimus-sync",
            "ring");
  }

  @ParameterizedTest(name = "{0} workers: {1}")
  @CsvSource({"0, 0", "1, 2", "2, 4", "3, 5", "4, 6", "6, 5.5", "8, 5", "9, 5", "1000, 5"})
  void aTableOverWorkers(int workers, double stepsPerSecond) {
    assertThat(ALL_REDUCE.stepsPerSecond(Allocation.together(Size.workers(workers))))
        .isCloseTo(stepsPerSecond, within(1e-12));
  }

  @ParameterizedTest(name = "{0}+{1}: {2}")
  @CsvSource({
    "1, 1, 2",
    "4, 3, 8",
    "1, 2, 2.5",
    "4, 2, 6",
    "2, 3, 4.666666666666667",
    "9, 9, 8",
    "4, 0, 0",
    "0, 2, 0"
  })
  void aTableOverWorkersAndServers(int workers, int servers, double stepsPerSecond) {
    assertThat(SERVERS.stepsPerSecond(Allocation.together(new Size(workers, servers))))
        .isCloseTo(stepsPerSecond, within(1e-12));
  }

  @Test
  void aTableIsNeverBetterThanItsBestMeasurement() {
    var random = new Seed(7).stream("points");
    for (int round = 0; round < 200; round++) {
      var points = new ArrayList<Point>();
      double best = 0;
      for (int workers = 1; workers <= 8; workers++) {
        for (int servers = 0; servers <= 4; servers++) {
          if (random.nextBoolean()) {
            points.add(point(workers, servers, 100 * random.nextDouble()));
            best = Math.max(best, points.getLast().stepsPerSecond());
          }
        }
      }
      Speed speed = new TableModel().create(new TableModel.Parameters(points));
      for (int workers = 0; workers < 12; workers++) {
        for (int servers = 0; servers < 8; servers++) {
          assertThat(speed.stepsPerSecond(Allocation.together(new Size(workers, servers))))
              .as("round %d, %d+%d of %s", round, workers, servers, points)
              .isBetween(0.0, best + 1e-9);
        }
      }
    }
  }

  @Test
  void aLinearSpeedGrowsWithAPowerOfTheWorkers() {
    var model = new LinearModel();
    Speed perfect = model.create(new LinearModel.Parameters(2, OptionalDouble.empty()));
    Speed square = model.create(new LinearModel.Parameters(2, OptionalDouble.of(0.5)));

    assertThat(perfect.stepsPerSecond(Allocation.together(Size.workers(9)))).isEqualTo(18);
    assertThat(square.stepsPerSecond(Allocation.together(Size.workers(9)))).isEqualTo(6);
    assertThat(square.stepsPerSecond(Allocation.NONE)).isZero();
  }

  @Test
  void impossibleMeasurementsAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> point(0, 0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> point(1, -1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> point(1, 0, Double.NaN));
    assertThatIllegalArgumentException().isThrownBy(() -> table());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> table(point(2, 0, 1), point(2, 0, 2)))
        .withMessage("the table has 2 workers and 0 servers twice");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LinearModel.Parameters(1, OptionalDouble.of(1.5)));
  }

  private static Speed table(Point... points) {
    return new TableModel().create(new TableModel.Parameters(List.of(points)));
  }

  private static Point point(int workers, int servers, double stepsPerSecond) {
    return new Point(workers, OptionalInt.of(servers), stepsPerSecond);
  }
}
