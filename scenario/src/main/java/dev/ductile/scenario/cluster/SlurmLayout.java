package dev.ductile.scenario.cluster;

/**
 * The numbers of nodes and tasks that a job of Slurm asks for. A number is zero if it is not given.
 *
 * @param cpus the processors of the whole job
 * @param nodes the nodes that it has, or the fewest that it asks for
 * @param mostNodes the most nodes that it asks for; Slurm says it of waiting jobs only
 * @param hasAmountPerNode whether it asks for an amount of a generic resource on each node
 * @param hasAmountPerJob whether it asks for one on all its nodes together
 * @param cpusPerNode the fewest processors on each node
 * @param memoryPerNode in bytes, as {@code memoryPerCpu}
 */
record SlurmLayout(
    double cpus,
    int nodes,
    int mostNodes,
    int tasks,
    int tasksPerNode,
    boolean hasAmountPerNode,
    boolean hasAmountPerJob,
    double cpusPerNode,
    double memoryPerNode,
    double memoryPerCpu) {
  static SlurmLayout of(Entry job) {
    return new SlurmLayout(
        job.amount("cpus"),
        (int) job.amount("node_count"),
        (int) job.amount("max_nodes"),
        (int) job.amount("tasks"),
        (int) job.amount("tasks_per_node"),
        hasAmount(job, "tres_per_node"),
        hasAmount(job, "tres_per_job"),
        job.amount("minimum_cpus_per_node"),
        job.amount("memory_per_node") * SlurmAmount.MEBIBYTE,
        job.amount("memory_per_cpu") * SlurmAmount.MEBIBYTE);
  }

  private static boolean hasAmount(Entry job, String key) {
    return SlurmAmount.list(job, key).stream().anyMatch(SlurmAmount::isGeneric);
  }

  /** Whether it asks for more than one node. */
  boolean isSpread() {
    return nodes > 1 || mostNodes > nodes;
  }

  /** Whether it asks for one number of nodes above one. */
  boolean isFixedSpread() {
    return nodes > 1 && mostNodes == nodes;
  }

  /**
   * Whether Slurm gives the same share to each of its nodes: it asks for tasks or resources by the
   * node, for one task on each node, or for one node. One task with GPUs for the whole job ({@code
   * --gpus=8}) may get several nodes.
   */
  boolean isByNode() {
    if (isSpread()) {
      return tasksPerNode > 0 || hasAmountPerNode || (isFixedSpread() && tasks == nodes);
    }
    boolean isOneTask = tasks == 1 && !hasAmountPerJob;
    boolean isOneGroup = tasks > 0 && tasksPerNode >= tasks;
    return nodes == 1 && (mostNodes == 1 || isOneTask || isOneGroup);
  }
}
