package dev.ductile.scenario.cluster;

import dev.ductile.api.Resources;
import dev.ductile.scenario.cluster.SlurmJob.NodeShare;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The shares of a running job on its nodes. Slurm says the whole of the job exactly; the parts
 * follow from the cores, the memory and the generic resources on each node, or are equal.
 */
record SlurmShares(SlurmJob job, Map<String, SlurmNode> nodes) {
  Map<String, EvenTasks.Share> shares() {
    double cpus = Math.max(SlurmAmount.sum(job.held(), SlurmAmount.CPU), job.count().cpus());
    double memory = SlurmAmount.sum(job.held(), SlurmAmount.MEMORY);
    boolean hasGpus = gpus() > 0;
    var shares = new LinkedHashMap<String, EvenTasks.Share>();
    job.shares()
        .forEach((name, share) -> {
          Resources whole =
              SlurmNode.resources(
                  cpus * part(share, NodeShare::cpus),
                  memory * part(share, NodeShare::memory),
                  gres(share),
                  Optional.ofNullable(nodes.get(name)).filter(SlurmNode::isMixed).isPresent());
          double tasks = whole.amount(hasGpus ? Resources.GPU : Resources.CPU);
          shares.put(name, new EvenTasks.Share((int) Math.round(tasks), whole));
        });
    return shares;
  }

  private double gpus() {
    return job.shares().values().stream()
        .mapToDouble(share -> SlurmAmount.sum(gres(share), SlurmAmount.GPU))
        .sum();
  }

  private double part(NodeShare share, ToDoubleFunction<NodeShare> weight) {
    double sum = job.shares().values().stream().mapToDouble(weight).sum();
    return sum > 0 ? weight.applyAsDouble(share) / sum : 1.0 / job.shares().size();
  }

  /** The generic resources on a node; an equal part of the whole if Slurm lists none by node. */
  private List<SlurmAmount> gres(NodeShare share) {
    boolean isListed = job.shares().values().stream().anyMatch(one -> !one.gres().isEmpty());
    if (isListed) {
      return share.gres();
    }
    int nodes = job.shares().size();
    boolean isAccounted = job.held().stream().anyMatch(SlurmAmount::isGeneric);
    if (isAccounted) {
      return job.held().stream()
          .filter(SlurmAmount::isGeneric)
          .map(amount -> new SlurmAmount(amount.name(), amount.type(), amount.count() / nodes))
          .toList();
    }
    return job.requested().genericNames().stream()
        .map(name -> new SlurmAmount(name, "", job.requested().amount(name) / nodes))
        .toList();
  }
}
