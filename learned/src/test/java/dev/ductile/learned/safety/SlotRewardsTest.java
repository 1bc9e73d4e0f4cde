package dev.ductile.learned.safety;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Cluster;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SlotRewardsTest {
  /** Without pauses and noise, the speeds of the jobs foretell their progress, slot by slot. */
  @Test
  void thePlanThatIsAppliedEarnsWhatItsSpeedsPromise() {
    double earned = 0;
    double expected = 0;
    for (long seed = 1; seed <= 10; seed++) {
      var cluster = new TrialCluster(seed, 30);
      cluster.alone();
      for (int i = 0; i + 1 < cluster.applied.size(); i++) {
        TrialCluster.Applied slot = cluster.applied.get(i);
        TrialCluster.Applied next = cluster.applied.get(i + 1);
        earned += SlotRewards.earned(slot.cluster(), next.cluster(), finished(cluster, slot, next));
        expected += SlotRewards.expected(slot.cluster(), slot.plan(), next.cluster().now());
      }
    }
    // The simulated cluster adds a start of up to 2 s, which plans do not know.
    assertThat(earned / expected).isCloseTo(1, within(0.05));
    assertThat(earned).isCloseTo(10 * 30, within(10.0));
  }

  private static Map<JobId, Instant> finished(
      TrialCluster cluster, TrialCluster.Applied slot, TrialCluster.Applied next) {
    return cluster.events.subList(slot.events(), next.events()).stream()
        .filter(Event.Finished.class::isInstance)
        .map(Event.Finished.class::cast)
        .collect(Collectors.toMap(Event.Finished::job, Event.Finished::at));
  }

  @Test
  void anEmptyClusterEarnsNothing() {
    var run = new TrialCluster(1, 5);
    run.alone();
    Cluster last = run.applied.getLast().cluster();
    Cluster empty = Cluster.of(last.now(), last.nodes(), List.of());

    assertThat(SlotRewards.earned(empty, last, Map.of())).isZero();
  }
}
