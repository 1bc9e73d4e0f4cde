package dev.ductile.scenario.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.Resources;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Laws of the import of generated clusters of Kubernetes. */
final class KubernetesLawTest {
  private static final int CLUSTERS = 150;

  @TempDir private Path folder;

  @Test
  void usageOfEachNodeIsTheSumOfTheRequestsOfItsPods() {
    for (int seed = 0; seed < CLUSTERS; seed++) {
      var source = new GeneratedKubernetes(new Random(seed));

      ClusterImport read = Imports.texts(folder, source.list().toString());
      Cluster state = Imports.cluster(read);

      Map<String, Resources> used = Imports.used(state, source.capacity());
      int checked = seed;
      used.forEach((node, amounts) ->
          assertThat(Imports.isSame(amounts, source.requested().getOrDefault(node, Resources.NONE)))
              .as(
                  "seed %d, %s: the state uses %s, the pods request %s%n%s",
                  checked, node, amounts, source.requested().get(node), read.state())
              .isTrue());
    }
  }

  @Test
  void freeQuotaOfANamespaceIsThatOfKubernetes() {
    for (int seed = 0; seed < CLUSTERS; seed++) {
      var source = new GeneratedKubernetes(new Random(seed));

      Cluster state = Imports.cluster(Imports.texts(folder, source.list().toString()));

      Resources quota = state.settings().queues().getFirst().quota();
      Resources jobs = Resources.NONE;
      for (Job job : state.jobs()) {
        if (job.spec().queue().equals(GeneratedKubernetes.TEAM)) {
          jobs = jobs.plus(job.spec().demand().of(job.spec().asked()));
        }
      }
      Resources free = GeneratedKubernetes.hard().minus(source.ofTeam());
      assertThat(Imports.isSame(quota.minus(jobs), free))
          .as("seed %d: quota %s, jobs %s, free %s", seed, quota, jobs, free)
          .isTrue();
    }
  }
}
