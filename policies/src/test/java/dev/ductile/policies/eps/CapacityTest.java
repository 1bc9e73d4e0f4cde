package dev.ductile.policies.eps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Policy;
import dev.ductile.policies.Sketch;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** The paper's cluster: 36 nodes of four units, and jobs of eight workers and four servers. */
final class CapacityTest {
  @Test
  void eleven_jobs_with_an_application_master_fit_and_twelve_without() {
    assertThat(full().sizes(policy(1))).hasSize(11);
    assertThat(full().sizes(policy(0))).hasSize(12);
  }

  @Test
  void a_job_that_fits_only_without_its_master_can_never_run() {
    var cluster = new Angel().free(12).submits("A", 8, 4);

    assertThat(cluster.sizes(policy(0))).hasSize(1);
    assertThat(cluster.reason(policy(1), "A"))
        .isEqualTo(
            "INFEASIBLE: would need 12 cpu and 1 unit more for its application master; the cluster has 12 cpu");
  }

  @Test
  void who_comes_late_waits_at_the_default_parameter_server() {
    assertThat(full().reason(policy(1), "job-11"))
        .isEqualTo(
            "WAITING_FOR_CAPACITY: waits: too few are free by 8 workers and 4 servers, and nobody who runs can give any");
  }

  private static Angel full() {
    var cluster = new Angel().free(144);
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
