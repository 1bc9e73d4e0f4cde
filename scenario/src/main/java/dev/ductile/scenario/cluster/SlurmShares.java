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
  /**
   * The tasks and resources on each node.
   *
   * @param keepsNodes whether a task may be the share of one node
   */
  Map<String, EvenTasks.Share> shares(boolean keepsNodes) {
    Map<String, EvenTasks.Share> shares = byDevice();
    if (!keepsNodes || !job.layout().isByNode() || !isEven(shares)) {
      return shares;
    }
    shares.replaceAll((node, share) -> new EvenTasks.Share(1, share.whole()));
    return shares;
  }

  /** Whether all nodes have the same number of GPUs, or of processors if there is no GPU. */
  private static boolean isEven(Map<String, EvenTasks.Share> shares) {
    return shares.values().stream().mapToInt(EvenTasks.Share::tasks).distinct().count() == 1
        && shares.values().stream().allMatch(share -> share.tasks() > 0);
  }

  private Map<String, EvenTasks.Share> byDevice() {
    double cpus = Math.max(SlurmAmount.sum(job.held(), SlurmAmount.CPU), job.layout().cpus());
    double memory = SlurmAmount.sum(job.held(), SlurmAmount.MEMORY);
    Map<String, List<SlurmAmount>> gres = gres();
    boolean hasGpus =
        gres.values().stream().anyMatch(own -> SlurmAmount.sum(own, SlurmAmount.GPU) > 0);
    var shares = new LinkedHashMap<String, EvenTasks.Share>();
    job.shares()
        .forEach((name, share) -> {
          Resources whole =
              SlurmNode.resources(
                  cpus * part(share, NodeShare::cpus),
                  memory * part(share, NodeShare::memory),
                  gres.getOrDefault(name, List.of()),
                  Optional.ofNullable(nodes.get(name)).filter(SlurmNode::isMixed).isPresent());
          double tasks = whole.amount(hasGpus ? Resources.GPU : Resources.CPU);
          shares.put(name, new EvenTasks.Share((int) Math.round(tasks), whole));
        });
    return shares;
  }

  private double part(NodeShare share, ToDoubleFunction<NodeShare> weight) {
    double sum = job.shares().values().stream().mapToDouble(weight).sum();
    return sum > 0 ? weight.applyAsDouble(share) / sum : 1.0 / job.shares().size();
  }

  /** The generic resources on each node; even parts of the whole if Slurm lists none by node. */
  private Map<String, List<SlurmAmount>> gres() {
    var gres = new LinkedHashMap<String, List<SlurmAmount>>();
    boolean isListed = job.shares().values().stream().anyMatch(one -> !one.gres().isEmpty());
    List<SlurmAmount> whole = isListed ? List.of() : wholeGres();
    int index = 0;
    for (Map.Entry<String, NodeShare> share : job.shares().entrySet()) {
      int here = index;
      gres.put(
          share.getKey(),
          isListed
              ? share.getValue().gres()
              : whole.stream().map(amount -> evenPart(amount, here)).toList());
      index++;
    }
    return gres;
  }

  private List<SlurmAmount> wholeGres() {
    boolean isAccounted = job.held().stream().anyMatch(SlurmAmount::isGeneric);
    return isAccounted
        ? job.held().stream().filter(SlurmAmount::isGeneric).toList()
        : job.requested().genericNames().stream()
            .map(name -> new SlurmAmount(name, "", job.requested().amount(name)))
            .toList();
  }

  /** The part on one of the nodes: devices stay whole, and the first nodes get the rest. */
  private SlurmAmount evenPart(SlurmAmount whole, int index) {
    int nodes = job.shares().size();
    double rest = whole.count() % nodes;
    boolean isWhole = whole.count() == Math.rint(whole.count());
    double count =
        isWhole ? (whole.count() - rest) / nodes + (index < rest ? 1 : 0) : whole.count() / nodes;
    return new SlurmAmount(whole.name(), whole.type(), count);
  }
}
