package dev.ductile.scenario.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Cluster;
import dev.ductile.api.Resources;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Laws of the import of generated clusters of Slurm, in two of its dialects. */
final class SlurmLawTest {
  private static final int CLUSTERS = 120;

  @TempDir private Path folder;

  @Test
  void usageOfEachNodeIsThatOfSlurm() {
    for (int seed = 0; seed < CLUSTERS; seed++) {
      var source = new GeneratedSlurm(new Random(seed), seed % 2 == 0);

      ClusterImport read =
          Imports.texts(folder, source.sinfo().toString(), source.squeue().toString());
      Cluster state = Imports.cluster(read);

      Map<String, Resources> used = Imports.used(state, source.capacity());
      int checked = seed;
      used.forEach((node, amounts) ->
          assertThat(Imports.isSame(amounts, source.allocated().getOrDefault(node, Resources.NONE)))
              .as(
                  "seed %d, %s: the state uses %s, Slurm %s%n%s",
                  checked, node, amounts, source.allocated().get(node), read.state())
              .isTrue());
      assertThat(state.jobs().size()).as("seed %d", seed).isEqualTo(source.jobCount());
    }
  }
}
