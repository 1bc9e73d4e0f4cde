package dev.ductile.policies.eps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Policy;
import dev.ductile.policies.Sketch;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** The paper's cluster: 36 nodes of four units, and jobs of eight workers and four servers. */
final class CapacityTest {
  @Test
  void elevenJobsFitWithApplicationMastersAndTwelveWithout() {
    assertThat(full().sizes(policy(1))).hasSize(11);
    assertThat(full().sizes(policy(0))).hasSize(12);
  }

  @Test
  void aJobThatFitsOnlyWithoutItsMasterIsInfeasible() {
    var cluster = new UnitCluster().free(12).submits("A", 8, 4);

    assertThat(cluster.sizes(policy(0))).hasSize(1);
    assertThat(cluster.reason(policy(1), "A"))
        .isEqualTo(
            "INFEASIBLE: needs 12 cpu and 1 unit more for its application master; the cluster has 12 cpu");
  }

  @Test
  void aLateJobWaitsUnderTheDefaultParameterServer() {
    assertThat(full().reason(policy(1), "job-11"))
        .isEqualTo(
            "WAITING_FOR_CAPACITY: waits: the free resources are short by 8 workers and 4 servers, and no running job can give any");
  }

  private static UnitCluster full() {
    var cluster = new UnitCluster().free(144);
    for (int job = 0; job < 15; job++) {
      cluster.submits("job-" + job, 8, 4);
    }
    return cluster;
  }

  private static Policy policy(int master) {
    return Sketch.policy(
        new DefaultPs(), new DefaultPs.Settings(OptionalInt.empty(), false, master));
  }
}
