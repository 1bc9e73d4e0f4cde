package dev.ductile.scenario.cluster;

import dev.ductile.api.Resources;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Equal tasks that make up the tasks of a job on several nodes. Where the tasks of the source are
 * unequal, a task has the smallest share of each resource, and the rest stays beside the tasks, so
 * that no amount is lost.
 *
 * @param each the resources of one task
 * @param rest the resources beside the tasks on each node
 */
record EvenTasks(Resources each, Map<String, Resources> rest) {
  /** A rest below this share of the whole is an error of rounding. */
  private static final double ROUNDING = 1e-9;

  /** A number of tasks on one node and the resources of all of them. */
  record Share(int tasks, Resources whole) {}

  static EvenTasks of(Map<String, Share> shares) {
    Resources each = each(shares);
    var rest = new LinkedHashMap<String, Resources>();
    shares.forEach((node, share) -> {
      Resources beside = beside(share, each);
      if (!beside.isNone()) {
        rest.put(node, beside);
      }
    });
    return new EvenTasks(each, rest);
  }

  private static Resources each(Map<String, Share> shares) {
    var least = new TreeMap<String, Double>();
    boolean isFirst = true;
    for (Share share : shares.values()) {
      if (share.tasks() == 0) {
        continue;
      }
      if (isFirst) {
        share.whole().amounts().forEach((name, amount) -> least.put(name, amount / share.tasks()));
        isFirst = false;
      } else {
        least.replaceAll(
            (name, amount) -> Math.min(amount, share.whole().amount(name) / share.tasks()));
      }
    }
    return Resources.of(least);
  }

  private static Resources beside(Share share, Resources each) {
    var beside = new TreeMap<String, Double>();
    share
        .whole()
        .amounts()
        .forEach((name, amount) -> {
          double left = amount - each.amount(name) * share.tasks();
          if (left > ROUNDING * amount) {
            beside.put(name, left);
          }
        });
    return Resources.of(beside);
  }
}
