package dev.ductile.scheduler.sharing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class WaterFillingTest {
  private static final Offset<Double> EXACT = within(1e-9);

  @Test
  void weightsDivideWhatBothWant() {
    assertShares(List.of(demand(0, 1, 70), demand(0, 1, 30)), 0.7, 0.3);
  }

  @Test
  void aQueueThatWantsLessLeavesTheRestToOthers() {
    assertShares(List.of(demand(0, 1, 70), demand(0, 0.1, 30)), 0.9, 0.1);
  }

  @Test
  void guaranteesComeFirstAndWeightsDivideTheRest() {
    assertShares(List.of(demand(0.5, 1, 1), demand(0, 1, 3), demand(0, 0.2, 1)), 0.6, 0.3, 0.1);
  }

  @Test
  void guaranteesThatExceedTheClusterShrinkInProportion() {
    assertShares(List.of(demand(0.9, 1, 1), demand(0.3, 1, 9)), 0.75, 0.25);
  }

  /** The example of DRF by Ghodsi et al., NSDI 2011: 9 CPUs, 18 GB; tasks (1, 4) and (3, 1). */
  @Test
  void dominantSharesAreEqualizedAsInThePaper() {
    var memory = new ShareDemand(List.of(4.5, 18.0), 0, 1, 1);
    var processors = new ShareDemand(List.of(9.0, 3.0), 0, 1, 1);

    List<Double> shares = WaterFilling.shares(List.of(memory, processors), List.of(9.0, 18.0));

    assertThat(shares.get(0)).isCloseTo(2.0 / 3, EXACT);
    assertThat(shares.get(1)).isCloseTo(2.0 / 3, EXACT);
  }

  @Test
  void queuesOfDifferentResourcesDoNotLimitEachOther() {
    var graphics = new ShareDemand(List.of(8.0, 0.0), 0, 1, 1);
    var processors = new ShareDemand(List.of(0.0, 64.0), 0, 1, 1);

    assertThat(WaterFilling.shares(List.of(graphics, processors), List.of(8.0, 64.0)))
        .containsExactly(1.0, 1.0);
  }

  private static ShareDemand demand(double guaranteed, double most, double weight) {
    return new ShareDemand(List.of(10.0), guaranteed, most, weight);
  }

  private static void assertShares(List<ShareDemand> demands, double... expected) {
    List<Double> shares = WaterFilling.shares(demands, List.of(10.0));
    for (int i = 0; i < expected.length; i++) {
      assertThat(shares.get(i)).as("demand %d of %s", i, shares).isCloseTo(expected[i], EXACT);
    }
  }
}
