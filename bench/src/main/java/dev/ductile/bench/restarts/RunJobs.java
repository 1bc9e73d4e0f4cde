package dev.ductile.bench.restarts;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The jobs of one run: small programs of random size and length that arrive one after another. */
record RunJobs(List<RunJob> jobs) {
  private static final int JOBS = 6;

  /**
   * A job of a run.
   *
   * @param arrival the second of its arrival
   */
  record RunJob(String name, int arrival, int workers, int steps) {}

  RunJobs {
    jobs = List.copyOf(jobs);
  }

  static RunJobs random(Random random) {
    var jobs = new ArrayList<RunJob>();
    int arrival = 0;
    for (int i = 0; i < JOBS; i++) {
      int workers = 1 + random.nextInt(3);
      jobs.add(new RunJob("job-" + i, arrival, workers, 20 + random.nextInt(120)));
      arrival += random.nextInt(3);
    }
    return new RunJobs(jobs);
  }

  /** A scenario in which each worker of a job runs a shell script. */
  String scenario(String script) {
    var text = new StringBuilder();
    text.append("cluster:\n  nodes: [{count: 2, resources: {gpu: 4}}]\n");
    text.append("policies: [fifo]\nworkload:\n  jobs:\n");
    for (RunJob job : jobs) {
      text.append(
          """
              - id: %s
                arrived: %d
                worker: {gpu: 1}
                bounds: {workers: {min: %d, max: %d}}
                work: {total: %d}
                speed: {model: table, points: [{workers: %d, stepsPerSecond: 20}]}
                program: {command: [sh, %s]}
          """
              .formatted(
                  job.name(),
                  job.arrival(),
                  job.workers(),
                  job.workers(),
                  job.steps(),
                  job.workers(),
                  script));
    }
    return text.toString();
  }
}
