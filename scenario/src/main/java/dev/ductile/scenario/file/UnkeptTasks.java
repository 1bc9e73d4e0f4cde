package dev.ductile.scenario.file;

import dev.ductile.api.Bounds;
import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.NodeId;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Remarks on tasks that a job holds and may not keep, so that a decision changes them. */
record UnkeptTasks(Cluster cluster) {
  List<String> notes() {
    Stream<String> ofJobs =
        cluster.jobs().stream()
            .filter(Job::holdsResources)
            .flatMap(job -> Stream.concat(size(job), nodes(job)));
    return Stream.concat(ofJobs, fullNodes()).toList();
  }

  /** Nodes with less capacity than their tasks use, for example after a device has failed. */
  private Stream<String> fullNodes() {
    Map<NodeId, Resources> used = new HashMap<>();
    for (Job job : cluster.jobs()) {
      job.allocation()
          .shares()
          .forEach(share ->
              used.merge(share.node(), job.spec().demand().of(share.size()), Resources::plus));
    }
    return cluster.nodes().list().stream()
        .filter(node -> used.containsKey(node.id()))
        .filter(node -> !used.getOrDefault(node.id(), Resources.NONE).fitsIn(node.capacity()))
        .map(node ->
            "the tasks on %s use %s, but it has %s"
                .formatted(node.id(), used.get(node.id()), node.capacity()));
  }

  private static Stream<String> size(Job job) {
    Size size = job.allocation().size();
    Bounds bounds = job.spec().bounds();
    if (bounds.allows(size)) {
      return Stream.empty();
    }
    return Stream.of(
        bounds.hasRoles(size)
            ? "job %s holds %s, above its limit of %s"
                .formatted(job.id(), job.spec().demand().of(size), job.spec().demand().limit())
            : "job %s holds %s, but its bounds are %s".formatted(job.id(), size, bounds.text()));
  }

  private Stream<String> nodes(Job job) {
    return job.allocation().shares().stream()
        .flatMap(share -> cluster.nodes().find(share.node()).stream())
        .filter(node -> !job.spec().demand().accepts(node))
        .map(node ->
            "job %s has tasks on %s, which has %s, but the job requires %s"
                .formatted(
                    job.id(),
                    node.id(),
                    node.properties(),
                    job.spec().demand().requirement().orElseThrow()));
  }
}
