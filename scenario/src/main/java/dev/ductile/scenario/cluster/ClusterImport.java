package dev.ductile.scenario.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.api.Reason;
import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import java.util.List;

/**
 * The state of a cluster of another system.
 *
 * @param state the keys of a state file
 * @param remarks the assumptions, and all that a state cannot say
 */
public record ClusterImport(ClusterSource source, ObjectNode state, List<String> remarks) {
  /**
   * Reads the output of {@code sinfo --json}, {@code squeue --json}, and {@code kubectl get -o
   * json}.
   *
   * @throws InputException with one line for the first mistake in it
   */
  public static ClusterImport read(List<InputFile> files, ImportSettings settings) {
    var snapshot = new Snapshot(new Remarks());
    var kueue = new Kueue(snapshot);
    var sorter =
        new ItemSorter(
            new SlurmCluster(snapshot, settings.elastic().isEmpty()),
            new KubernetesCluster(snapshot, kueue),
            kueue,
            settings.source());
    files.forEach(file -> JsonItems.read(file, sorter.of(file)));
    ClusterSource source = sorter.finish();
    ObjectNode state = new StateTree(snapshot, settings).state();
    return new ClusterImport(source, state, snapshot.remarks().lines());
  }

  /** The size of the cluster in a sentence. */
  public String summary() {
    int nodes = state.path("cluster").path("nodes").size();
    int jobs = state.path("jobs").size();
    long running = 0;
    for (var job : state.path("jobs")) {
      running += job.has("running") ? 1 : 0;
    }
    return "%s at %s: %s, %s, %d of them running"
        .formatted(
            source.title(),
            state.path("time").asText(),
            Reason.count(nodes, "node"),
            Reason.count(jobs, "job"),
            running);
  }
}
