package dev.ductile.scheduler.sharing;

import dev.ductile.api.Job;
import dev.ductile.api.Queue;
import dev.ductile.api.Resources;
import dev.ductile.api.Sharing;
import dev.ductile.api.Size;
import java.util.ArrayList;
import java.util.List;

/**
 * A queue and its demand for a share of the cluster.
 *
 * @param column the position of its dominant resource: the one of which it wants the largest part
 *     of the cluster. Its share is counted in it
 * @param perShare the amount of that resource for a share of 1
 */
record QueueDemand(Queue queue, int column, double perShare, ShareDemand demand) {
  /** The demand of a queue whose jobs grow to their largest sizes. */
  static QueueDemand of(Queue queue, List<PriorityLevel> levels, TaskAmounts tasks, double weight) {
    int columns = tasks.resources().size();
    double[] wanted = new double[columns];
    for (PriorityLevel level : levels) {
      level.jobs().forEach(job -> add(job, tasks, wanted));
    }
    limit(queue, tasks, wanted);
    int dominant = 0;
    for (int column = 1; column < columns; column++) {
      dominant = part(column, wanted, tasks) > part(dominant, wanted, tasks) ? column : dominant;
    }
    double most = part(dominant, wanted, tasks);
    var use = new ArrayList<Double>(columns);
    for (int column = 0; column < columns; column++) {
      use.add(most > 0 ? wanted[column] / most : 0);
    }
    double perShare = tasks.total(dominant);
    double guaranteed = guaranteed(queue, dominant, tasks);
    return new QueueDemand(
        queue, dominant, perShare, new ShareDemand(use, Math.min(guaranteed, most), most, weight));
  }

  private static void add(Job job, TaskAmounts tasks, double[] wanted) {
    if (!job.holdsResources() && !tasks.isPossible(job)) {
      return;
    }
    Size most = tasks.largestSize(job);
    for (int column = 0; column < wanted.length; column++) {
      wanted[column] += tasks.amount(job.spec().demand(), most, column);
    }
  }

  private static void limit(Queue queue, TaskAmounts tasks, double[] wanted) {
    for (int column = 0; column < wanted.length; column++) {
      String name = tasks.resources().get(column);
      wanted[column] = Math.min(wanted[column], tasks.total(column));
      wanted[column] = Math.min(wanted[column], most(queue.quota(), name));
      if (!sharing(queue).borrows()) {
        wanted[column] = Math.min(wanted[column], most(sharing(queue).guaranteed(), name));
      }
    }
  }

  /** The limit of a resource; a resource that is not named has none. */
  private static double most(Resources limit, String name) {
    return limit.amount(name) > 0 ? limit.amount(name) : Double.MAX_VALUE;
  }

  static Sharing sharing(Queue queue) {
    return queue.sharing().orElse(Sharing.EQUAL);
  }

  private static double part(int column, double[] wanted, TaskAmounts tasks) {
    return tasks.total(column) > 0 ? wanted[column] / tasks.total(column) : 0;
  }

  private static double guaranteed(Queue queue, int dominant, TaskAmounts tasks) {
    Resources guaranteed = sharing(queue).guaranteed();
    double named = guaranteed.amount(tasks.resources().get(dominant)) / tasks.total(dominant);
    if (named > 0 || tasks.total(dominant) == 0) {
      return named;
    }
    double largest = 0;
    for (int column = 0; column < tasks.resources().size(); column++) {
      double amount = guaranteed.amount(tasks.resources().get(column));
      largest = amount > 0 ? Math.max(largest, amount / tasks.total(column)) : largest;
    }
    return largest;
  }

  QueueDemand withMost(double share) {
    return new QueueDemand(queue, column, perShare, demand.withMost(share));
  }

  /** The most that the queue may ever hold of its resource. */
  double limit(TaskAmounts tasks) {
    String name = tasks.resources().get(column);
    double quota = most(queue.quota(), name);
    return sharing(queue).borrows()
        ? quota
        : Math.min(quota, most(sharing(queue).guaranteed(), name));
  }
}
