package dev.ductile.scheduler.sharing;

import dev.ductile.api.Job;
import dev.ductile.api.Queue;
import dev.ductile.api.Resources;
import dev.ductile.api.Sharing;
import dev.ductile.api.Size;
import java.util.ArrayList;
import java.util.List;

/**
 * A queue with its claim on the cluster.
 *
 * @param column the resource in which its shares are counted: the one of which it wants the largest
 *     part of the cluster
 * @param perShare the amount of that resource for a share of 1
 */
record QueueShare(Queue queue, int column, double perShare, Claim claim) {
  /** The claim of a queue by what all its jobs could use. */
  static QueueShare of(Queue queue, List<Party> parties, TaskAmounts tasks, double weight) {
    int columns = tasks.names().size();
    double[] wanted = new double[columns];
    for (Party party : parties) {
      party.jobs().forEach(job -> add(job, tasks, wanted));
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
    return new QueueShare(
        queue, dominant, perShare, new Claim(use, Math.min(guaranteed, most), most, weight));
  }

  private static void add(Job job, TaskAmounts tasks, double[] wanted) {
    if (!job.holdsResources() && !tasks.isPossible(job)) {
      return;
    }
    Size most = tasks.most(job);
    for (int column = 0; column < wanted.length; column++) {
      wanted[column] += tasks.of(job.spec().demand(), most, column);
    }
  }

  private static void limit(Queue queue, TaskAmounts tasks, double[] wanted) {
    for (int column = 0; column < wanted.length; column++) {
      String name = tasks.names().get(column);
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
    double named = guaranteed.amount(tasks.names().get(dominant)) / tasks.total(dominant);
    if (named > 0 || tasks.total(dominant) == 0) {
      return named;
    }
    double largest = 0;
    for (int column = 0; column < tasks.names().size(); column++) {
      double amount = guaranteed.amount(tasks.names().get(column));
      largest = amount > 0 ? Math.max(largest, amount / tasks.total(column)) : largest;
    }
    return largest;
  }

  QueueShare withMost(double share) {
    return new QueueShare(queue, column, perShare, claim.withMost(share));
  }

  /** The most that the queue may ever hold of its resource. */
  double limit(TaskAmounts tasks) {
    String name = tasks.names().get(column);
    double quota = most(queue.quota(), name);
    return sharing(queue).borrows()
        ? quota
        : Math.min(quota, most(sharing(queue).guaranteed(), name));
  }
}
