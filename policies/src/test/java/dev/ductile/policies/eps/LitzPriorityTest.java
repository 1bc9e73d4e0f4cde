package dev.ductile.policies.eps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Grant;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.Seed;
import dev.ductile.policies.placements.Consolidated;
import java.util.HashSet;
import org.junit.jupiter.api.Test;

/** Random workers from random jobs: a law over many seeds. */
final class LitzPriorityTest {
  private static final int SEEDS = 200;

  @Test
  void takesWorkersOnlyAndEnoughOfThem() {
    var seen = new HashSet<String>();
    for (long seed = 0; seed < SEEDS; seed++) {
      UnitCluster cluster =
          new UnitCluster().runs("A", 8, 4).runs("B", 8, 4).isWatched("C", 8, 4).submits("D", 6, 2);
      var plan = cluster.plan(policy(seed));
      assertThat(plan.grants()).as("seed %d", seed).hasSize(4);
      for (Grant grant : plan.grants()) {
        int servers = grant.job().id().name().equals("D") ? 2 : 4;
        assertThat(grant.allocation().servers()).as("seed %d", seed).isEqualTo(servers);
      }
      assertThat(cluster.sizes(policy(seed))).as("seed %d", seed).containsEntry("C", "8+4");
      seen.add(cluster.sizes(policy(seed)).toString());
    }
    assertThat(seen).hasSizeGreaterThan(10);
  }

  @Test
  void noJobGrowsAndNoJobGivesWithoutNeed() {
    var cluster = new UnitCluster().runs("A", 3, 4).free(2).submits("B", 8, 4);
    assertThat(cluster.sizes(policy(1))).hasSize(1).containsEntry("A", "3+4");
  }

  private static Policy policy(long seed) {
    var provider = new LitzPriority();
    return provider.create(
        provider.defaults(), PolicyContext.of(new Consolidated(), new Seed(seed).child("policy")));
  }
}
