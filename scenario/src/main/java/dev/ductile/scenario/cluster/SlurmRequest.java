package dev.ductile.scenario.cluster;

import java.util.List;
import java.util.stream.Stream;

/**
 * The resources that a job of Slurm asks for. Clusters that do not account for a generic resource
 * leave it out of the whole, so it is also read from the request for a node, a task and the job.
 *
 * @param whole the sum, as Slurm accounts for it
 */
record SlurmRequest(
    List<SlurmAmount> whole,
    List<SlurmAmount> perJob,
    List<SlurmAmount> perNode,
    List<SlurmAmount> perTask,
    double nodes,
    double tasks) {
  static SlurmRequest of(Entry job) {
    return new SlurmRequest(
        SlurmAmount.list(job, "tres_req_str"),
        SlurmAmount.list(job, "tres_per_job"),
        SlurmAmount.list(job, "tres_per_node"),
        SlurmAmount.list(job, "tres_per_task"),
        Math.max(1, job.amount("node_count")),
        Math.max(1, job.amount("tasks")));
  }

  /** The amount of a resource for the whole job. */
  double amount(String name) {
    double accounted = SlurmAmount.sum(whole, name);
    if (accounted > 0) {
      return accounted;
    }
    return Math.max(
        SlurmAmount.sum(perJob, name),
        Math.max(SlurmAmount.sum(perNode, name) * nodes, SlurmAmount.sum(perTask, name) * tasks));
  }

  /** The names of the generic resources that it asks for. */
  List<String> genericNames() {
    return all().filter(SlurmAmount::isGeneric).map(SlurmAmount::name).distinct().sorted().toList();
  }

  /** The GPU type that it asks for; empty for any, or for several. */
  String gpuType() {
    List<String> types =
        all()
            .filter(amount -> amount.name().equals(SlurmAmount.GPU) && !amount.type().isEmpty())
            .map(SlurmAmount::type)
            .distinct()
            .toList();
    return types.size() == 1 ? types.getFirst() : "";
  }

  private Stream<SlurmAmount> all() {
    return Stream.of(whole, perJob, perNode, perTask).flatMap(List::stream);
  }
}
