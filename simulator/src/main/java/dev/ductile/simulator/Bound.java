package dev.ductile.simulator;

import dev.ductile.api.Allocation;
import dev.ductile.api.Demand;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Progress;
import dev.ductile.api.Range;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.api.Speeds;
import dev.ductile.history.Recorder;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.Submission;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.Stream;

/**
 * A lower bound on completion times that holds for every policy on a workload.
 *
 * <p>{@code infinite}: each job runs at its fastest size from its arrival on. {@code clairvoyant}:
 * the cluster is one machine that can be divided at will, each job runs at its most economical
 * size, and the shortest remaining work goes first, which is the best order for the mean on one
 * machine (Schrage, 1968). No job is faster there than on the infinite cluster.
 *
 * @param averageCompletion no policy has a lower mean completion time, in seconds
 * @param makespan no policy ends earlier, in seconds since the first submission
 */
public record Bound(
    String name, long seed, double load, int jobs, double averageCompletion, double makespan) {
  /** The kinds of bounds. */
  public enum Kind {
    CLAIRVOYANT(
        "clairvoyant",
        "no policy has a lower mean: one divisible machine, least remaining work first",
        "Schrage, Operations Research 1968"),
    INFINITE("infinite", "every job at its fastest from its arrival on", "");

    private final String label;
    private final String summary;
    private final String paper;

    Kind(String label, String summary, String paper) {
      this.label = label;
      this.summary = summary;
      this.paper = paper;
    }

    public String label() {
      return label;
    }

    public String summary() {
      return summary;
    }

    public String paper() {
      return paper;
    }
  }

  /** Ranges with more counts than this are sampled. */
  private static final int MOST_SIZES = 256;

  /** The figures of a job from which bounds are computed. */
  private record JobFigures(double arrival, double fastest, double leastWork) {}

  /** Both bounds for one seed and load. */
  static List<Bound> of(Scenario scenario, Speeds speeds, long seed, double load) {
    List<JobFigures> figures = figures(scenario, speeds, seed, load);
    int jobs = figures.size();
    if (jobs == 0) {
      return List.of();
    }
    double alone = figures.stream().mapToDouble(JobFigures::fastest).sum() / jobs;
    double last = figures.stream().mapToDouble(job -> job.arrival + job.fastest).max().orElse(0);
    double[] pooled = pooled(figures, Recorder.devices(scenario.nodes()));
    return List.of(
        new Bound(
            Kind.CLAIRVOYANT.label(),
            seed,
            load,
            jobs,
            Math.max(alone, pooled[0]),
            Math.max(last, pooled[1])),
        new Bound(Kind.INFINITE.label(), seed, load, jobs, alone, last));
  }

  private static List<JobFigures> figures(
      Scenario scenario, Speeds speeds, long seed, double load) {
    var figures = new ArrayList<JobFigures>();
    try (Stream<Submission> submissions = scenario.workload().submissions(seed, load)) {
      Iterator<Submission> all = submissions.iterator();
      Instant start = Instant.MIN;
      while (all.hasNext()) {
        Submission next = all.next();
        start = figures.isEmpty() ? next.at() : start;
        double arrival = Progress.seconds(start, next.at());
        figures.add(figuresOf(next, speeds.speed(next.speed()), arrival, scenario));
      }
    }
    return figures;
  }

  private static JobFigures figuresOf(
      Submission submission, Speed speed, double arrival, Scenario scenario) {
    JobSpec spec = submission.spec();
    double fastest = Double.POSITIVE_INFINITY;
    double leastWork = Double.POSITIVE_INFINITY;
    for (Size size : sizes(spec)) {
      double seconds = spec.work().steps() / speed.stepsPerSecond(Allocation.together(size));
      fastest = Math.min(fastest, seconds);
      leastWork = Math.min(leastWork, seconds * devices(spec.demand(), size, scenario));
    }
    return new JobFigures(arrival, fastest, leastWork);
  }

  private static double devices(Demand demand, Size size, Scenario scenario) {
    return demand.of(size).amount(Recorder.device(scenario.nodes()));
  }

  private static List<Size> sizes(JobSpec spec) {
    var sizes = new ArrayList<Size>();
    for (int workers : counts(spec.bounds().workers())) {
      for (int servers : counts(spec.bounds().servers())) {
        sizes.add(new Size(workers, servers));
      }
    }
    return sizes;
  }

  private static List<Integer> counts(Range range) {
    var counts = new ArrayList<Integer>();
    int step = Math.max(1, (range.most() - range.least()) / MOST_SIZES);
    for (int count = range.least(); count <= range.most(); count += step) {
      if (range.allows(count)) {
        counts.add(count);
      }
    }
    return counts;
  }

  /** Mean completion and makespan of the shortest remaining work first on one divisible machine. */
  private static double[] pooled(List<JobFigures> figures, double capacity) {
    var queue = new PriorityQueue<double[]>(Comparator.comparingDouble(work -> work[0]));
    double now = 0;
    double sum = 0;
    Iterator<JobFigures> arrivals = figures.iterator();
    JobFigures next = arrivals.next();
    boolean more = true;
    while (more || !queue.isEmpty()) {
      double[] shortest = queue.peek();
      double ends = shortest == null ? Double.POSITIVE_INFINITY : now + shortest[0] / capacity;
      if (more && next.arrival <= ends) {
        if (shortest != null) {
          shortest[0] -= (next.arrival - now) * capacity;
        }
        now = next.arrival;
        queue.add(new double[] {next.leastWork, next.arrival});
        more = arrivals.hasNext();
        next = more ? arrivals.next() : next;
      } else if (shortest != null) {
        queue.remove();
        now = ends;
        sum += now - shortest[1];
      }
    }
    return new double[] {sum / figures.size(), now};
  }
}
