package dev.ductile.scenario.cluster;

import dev.ductile.api.Range;
import dev.ductile.api.Resources;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The workers of a job of Slurm that waits. A worker is the share of one node if Slurm gives equal
 * shares to the nodes of the job; else it is one GPU, or one processor, with an equal part of the
 * rest.
 *
 * @param sizes the numbers of workers that the job may start with
 * @param isByNode whether a worker is the share of one node
 */
record SlurmWorkers(Resources each, Range sizes, boolean isByNode) {
  private static final int MOST = 1_000_000;

  /**
   * The workers of a job.
   *
   * @param mixedType the GPU type that only nodes with several types have; empty for none
   * @param keepsNodes whether a worker may be the share of one node
   */
  static SlurmWorkers of(SlurmJob job, String mixedType, boolean keepsNodes) {
    SlurmLayout layout = job.layout();
    int nodes = Math.max(1, layout.nodes());
    double gpusOfNode = ofNode(job, SlurmAmount.GPU, nodes);
    boolean isByNode =
        keepsNodes
            && layout.isByNode()
            && gpusOfNode == Math.rint(gpusOfNode)
            && Math.max(nodes, layout.mostNodes()) <= MOST;
    return isByNode
        ? new SlurmWorkers(
            share(job, nodes, mixedType),
            Range.between(nodes, Math.max(nodes, layout.mostNodes())),
            true)
        : byDevice(job, mixedType);
  }

  private static double ofNode(SlurmJob job, String name, int nodes) {
    double written = SlurmAmount.sum(job.requested().perNode(), name);
    return written > 0 ? written : job.requested().amount(name) / nodes;
  }

  private static Resources share(SlurmJob job, int nodes, String mixedType) {
    SlurmLayout layout = job.layout();
    double cpus = Math.max(cpus(job) / nodes, layout.cpusPerNode());
    double memory =
        Math.max(
            job.requested().amount(SlurmAmount.MEMORY) / nodes,
            Math.max(layout.memoryPerNode(), layout.memoryPerCpu() * cpus));
    Map<String, Double> share = new TreeMap<>();
    share.put(Resources.CPU, cpus);
    share.put(Resources.MEMORY, memory);
    for (String name : job.requested().genericNames()) {
      share.put(stateName(name), ofNode(job, name, nodes));
    }
    return typed(share, mixedType);
  }

  private static SlurmWorkers byDevice(SlurmJob job, String mixedType) {
    SlurmRequest asked = job.requested();
    double cpus = cpus(job);
    int gpus = Math.clamp(Math.round(asked.amount(SlurmAmount.GPU)), 0, MOST);
    int workers = gpus > 0 ? gpus : Math.clamp(Math.round(cpus), 1, MOST);
    Map<String, Double> each = new TreeMap<>();
    each.put(Resources.CPU, cpus / workers);
    each.put(Resources.MEMORY, asked.amount(SlurmAmount.MEMORY) / workers);
    for (String name : asked.genericNames()) {
      each.put(stateName(name), asked.amount(name) / workers);
    }
    return new SlurmWorkers(typed(each, mixedType), sizes(job.layout(), workers), false);
  }

  private static double cpus(SlurmJob job) {
    return Math.max(job.requested().amount(SlurmAmount.CPU), job.layout().cpus());
  }

  private static String stateName(String name) {
    return name.equals(SlurmAmount.GPU) ? Resources.GPU : name;
  }

  /** The same resources, with its GPUs also by their type. */
  private static Resources typed(Map<String, Double> amounts, String mixedType) {
    double gpus = amounts.getOrDefault(Resources.GPU, 0.0);
    if (!mixedType.isEmpty() && gpus > 0) {
      amounts.put(SlurmNode.TYPED + mixedType, gpus);
    }
    return Resources.of(amounts);
  }

  /** The numbers of workers of a job that may have several numbers of nodes. */
  private static Range sizes(SlurmLayout layout, int workers) {
    int nodesNow = Math.max(1, layout.nodes());
    int most = layout.mostNodes();
    if (most <= nodesNow || workers % nodesNow != 0 || (long) workers / nodesNow * most > MOST) {
      return Range.exactly(workers);
    }
    int perNode = workers / nodesNow;
    List<Integer> counts =
        IntStream.rangeClosed(nodesNow, most).map(nodes -> nodes * perNode).boxed().toList();
    return perNode == 1 ? Range.between(nodesNow, most) : Range.of(counts);
  }
}
