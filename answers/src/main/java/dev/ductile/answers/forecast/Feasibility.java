package dev.ductile.answers.forecast;

import dev.ductile.api.Demand;
import dev.ductile.api.FirstFit;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Nodes;
import dev.ductile.api.Queue;
import dev.ductile.api.Reason;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Whether a job could run in the cluster if it were the only one. */
public final class Feasibility {
  private Feasibility() {}

  /** Why the least size of a job can never start on these nodes and in its queue. */
  public static List<String> problems(Nodes nodes, List<Queue> queues, JobSpec spec) {
    var problems = new ArrayList<String>();
    Size least = spec.bounds().least();
    obstacle(nodes, spec.demand(), least).ifPresent(problems::add);
    queues.stream()
        .filter(queue -> queue.name().equals(spec.queue()))
        .flatMap(queue ->
            Stream.of(
                overQuota("", queue.name(), queue.quota(), spec.demand().of(least)),
                overQuota(
                    " for each owner", queue.name(), queue.userQuota(), spec.demand().of(least))))
        .flatMap(Optional::stream)
        .forEach(problems::add);
    if (!spec.demand().isWithinLimit(least)) {
      problems.add(
          "its least size of %s takes %s, but its limit is %s"
              .formatted(least, spec.demand().of(least), spec.demand().limit()));
    }
    return problems;
  }

  private static Optional<String> overQuota(
      String whose, String queue, Resources quota, Resources need) {
    return need.amounts().keySet().stream()
        .filter(name -> quota.amounts().containsKey(name))
        .filter(name -> !Resources.covers(quota.amount(name), need.amount(name)))
        .findFirst()
        .map(name ->
            "its least size takes %s, but the whole quota%s of queue %s is %s"
                .formatted(need, whose, queue, quota));
  }

  /** Why a size does not fit on these nodes even if they are empty; empty if it does. */
  public static Optional<String> obstacle(Nodes nodes, Demand demand, Size size) {
    if (FirstFit.fits(nodes.allFree(), demand, size)) {
      return Optional.empty();
    }
    if (nodes.count() == 0) {
      return Optional.of("no node is up");
    }
    int eligible = nodes.eligibleCount(demand);
    if (eligible == 0) {
      return Optional.of(
          "it requires %s, and none of the %s has that"
              .formatted(
                  demand.requirement().orElse("nothing"), Reason.count(nodes.count(), "node")));
    }
    return Optional.of(tooLarge(nodes, demand, size, eligible));
  }

  private static String tooLarge(Nodes nodes, Demand demand, Size size, int eligible) {
    Resources need = demand.of(size);
    Resources total = nodes.total(demand);
    String which = demand.requirement().map(text -> " with " + text).orElse("");
    String place = Reason.count(eligible, "node") + which;
    if (!need.fitsIn(total)) {
      return "its size of %s needs %s, but the %s ha%s only %s"
          .formatted(size, need, place, eligible == 1 ? "s" : "ve", lacking(need, total));
    }
    return "its size of %s needs tasks of %s%s, and too few of them fit on the %s even if they are empty"
        .formatted(
            size,
            demand.worker(),
            size.servers() > 0 ? " and servers of " + demand.server() : "",
            place);
  }

  private static String lacking(Resources need, Resources total) {
    List<String> parts =
        need.amounts().keySet().stream()
            .filter(name -> !Resources.covers(total.amount(name), need.amount(name)))
            .map(name ->
                total.amount(name) > 0
                    ? Resources.of(name, total.amount(name)).toString()
                    : "no " + name)
            .toList();
    return String.join(" and ", parts);
  }
}
