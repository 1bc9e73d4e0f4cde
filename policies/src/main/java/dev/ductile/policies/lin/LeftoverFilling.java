package dev.ductile.policies.lin;

import dev.ductile.policies.sizing.Budget;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Gives leftover nodes, repeatedly, to the job that needs the fewest of them to end before all
 * others (Section IV-B, Eq. 5), until no job can.
 *
 * <p>The earliest end of any job only gets earlier, so the nodes that a job needs only become more.
 * A job that once could not get enough never can, unless it ends first already.
 */
final class LeftoverFilling {
  private static final Comparator<Request> FEWEST_NODES =
      Comparator.comparingInt(Request::nodes).thenComparingLong(request -> request.job().arrival());

  private final List<SizedJob> jobs;
  private final Budget budget;
  private final int[] first;
  private double toBeat;

  /** The smallest size with which a job would end first, by its index, when it was computed. */
  private record Request(SizedJob job, int index, double beaten) {
    int nodes() {
      return Heuristic.nodes(job.speeds(), index) - Heuristic.nodes(job.speeds(), job.index());
    }
  }

  LeftoverFilling(List<SizedJob> jobs, Budget budget) {
    this.jobs = jobs;
    this.budget = budget;
    this.first = jobs.stream().mapToInt(SizedJob::index).toArray();
    this.toBeat =
        jobs.stream().mapToDouble(SizedJob::seconds).min().orElse(Double.POSITIVE_INFINITY);
  }

  /** Divides the leftover nodes, and returns the final sizes. */
  List<FinalSize> fill() {
    var requests = new PriorityQueue<>(FEWEST_NODES);
    jobs.forEach(job -> request(job, job.index() + 1, requests));
    while (!requests.isEmpty()) {
      Request next = requests.remove();
      SizedJob job = next.job();
      if (next.beaten() > toBeat || next.index() > job.reach(budget)) {
        request(job, next.index(), requests);
      } else {
        job.grow(next.index(), budget);
        toBeat = job.seconds();
        request(job, next.index() + 1, requests);
      }
    }
    return results();
  }

  /** Requests the smallest affordable size, from this index on, with which the job ends first. */
  private void request(SizedJob job, int from, PriorityQueue<Request> requests) {
    int reach = job.reach(budget);
    for (int index = from; index <= reach; index++) {
      if (job.seconds(index) < toBeat) {
        requests.add(new Request(job, index, toBeat));
        return;
      }
    }
  }

  private List<FinalSize> results() {
    var fills = new ArrayList<FinalSize>(jobs.size());
    for (int i = 0; i < jobs.size(); i++) {
      fills.add(FinalSize.of(jobs.get(i), first[i]));
    }
    return fills;
  }
}
