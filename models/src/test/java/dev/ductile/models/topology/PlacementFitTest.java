package dev.ductile.models.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.ductile.api.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PlacementFitTest {
  @Tag("figures")
  @Test
  void recoversTheStepCosts() {
    for (long seed = 0; seed < 20; seed++) {
      RandomGenerator random = new Seed(seed).stream("costs");
      StepCosts truth = PlacedTest.any(random);
      StepCosts found = PlacementFit.of(measured(truth, random, 0));
      for (NodeSpread unseen :
          List.of(new NodeSpread(5, 2), new NodeSpread(7, 1), new NodeSpread(24, 6))) {
        assertThat(found.seconds(48, unseen))
            .as("seed %d, %s: %s for %s", seed, unseen, found, truth)
            .isCloseTo(truth.seconds(48, unseen), withinPercentage(2));
      }
    }
  }

  @Tag("figures")
  @Test
  void aFewOutliersDoNotDecide() {
    for (long seed = 0; seed < 20; seed++) {
      RandomGenerator random = new Seed(seed).stream("costs");
      StepCosts truth = PlacedTest.any(random);
      List<PlacementMeasurement> measured = measured(truth, random, 0.03);
      for (int odd = 0; odd < measured.size(); odd += 17) {
        PlacementMeasurement one = measured.get(odd);
        measured.set(
            odd,
            new PlacementMeasurement(
                one.spread(), one.examplesPerWorker(), 3 * one.secondsPerStep()));
      }
      var unseen = new NodeSpread(10, 3);
      assertThat(PlacementFit.of(measured).seconds(48, unseen))
          .as("seed %d, %s", seed, truth)
          .isCloseTo(truth.seconds(48, unseen), withinPercentage(10));
    }
  }

  @Test
  void tooFewMeasurementsAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> PlacementFit.of(List.of(new PlacementMeasurement(new NodeSpread(1, 1), 8, 1))))
        .withMessage("a fit of placements needs at least 8 measurements, not 1");
  }

  private static List<PlacementMeasurement> measured(
      StepCosts truth, RandomGenerator random, double noise) {
    var measured = new ArrayList<PlacementMeasurement>();
    for (int nodes = 1; nodes <= 4; nodes++) {
      for (int each = 1; each <= 4; each++) {
        for (double examples = 8; examples <= 128; examples *= 2) {
          var spread = new NodeSpread(nodes * each, nodes);
          double luck = StrictMath.exp(noise * random.nextGaussian());
          measured.add(
              new PlacementMeasurement(spread, examples, luck * truth.seconds(examples, spread)));
        }
      }
    }
    return measured;
  }
}
