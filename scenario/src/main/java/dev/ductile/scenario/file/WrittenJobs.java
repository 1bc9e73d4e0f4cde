package dev.ductile.scenario.file;

import dev.ductile.scenario.Submission;
import dev.ductile.scenario.Workload;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A workload of listed jobs. */
record WrittenJobs(List<Submission> jobs) implements Workload {
  WrittenJobs {
    jobs = jobs.stream().sorted(Comparator.comparing(Submission::at)).toList();
  }

  @Override
  public Stream<Submission> submissions(long seed, double load) {
    if (load == 1 || jobs.isEmpty()) {
      return jobs.stream();
    }
    Instant first = jobs.getFirst().at();
    return jobs.stream().map(job -> job.sooner(first, load));
  }
}
