package dev.ductile.learned.training;

import dev.ductile.api.JobSpec;
import dev.ductile.learned.policy.Scales;
import dev.ductile.learned.slot.JobTypes;
import dev.ductile.learned.slot.TaskKinds;
import dev.ductile.scenario.RunLimits;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.Submission;
import dev.ductile.scenario.file.JobWriter;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The jobs of a scenario from which a model learns. */
final class TrainingJobs {
  /** The seeds whose jobs are read for types and scales. */
  private static final int SURVEYED = 5;

  private static final int MOST_JOBS = 10_000;
  private static final double SLOTS_RUN = 0.1;

  /** A task must change the share as much as other figures, or the policy cannot compare jobs. */
  private static final double SHARE = 100;

  /** The figure of the most tasks of a job; with 1, a task would hardly change the state. */
  private static final double TASKS = 16;

  private static final int MOST_TASKS = 64;
  private static final long LEAST_DECISIONS = 500;

  /** An episode may take this many times the time of its arrivals. */
  private static final long MOST_LENGTHS = 4;

  private static final long DECISIONS_PER_JOB = 10;

  private final Scenario scenario;
  private final Map<String, Integer> types = new HashMap<>();
  private Duration longest = Duration.ZERO;
  private double steps;
  private int jobs;
  private int mostTasks = 1;
  private boolean hasServers;

  TrainingJobs(Scenario scenario) {
    this.scenario = scenario;
    for (int episode = 0; episode < SURVEYED; episode++) {
      try (Stream<Submission> jobs = scenario.workload().submissions(seed(episode), 1)) {
        List<Submission> read = jobs.limit(MOST_JOBS).toList();
        read.forEach(job -> note(job.spec()));
        note(read);
      }
    }
  }

  private void note(List<Submission> read) {
    if (!read.isEmpty()) {
      Duration length = Duration.between(read.getFirst().at(), read.getLast().at());
      longest = length.compareTo(longest) > 0 ? length : longest;
    }
  }

  private void note(JobSpec job) {
    types.merge(JobTypes.typeOf(job.id()), 1, Integer::sum);
    steps += job.work().steps();
    jobs++;
    int tasks = Math.max(job.bounds().workers().most(), job.bounds().servers().most());
    mostTasks = Math.max(mostTasks, Math.min(MOST_TASKS, tasks));
    hasServers |= job.bounds().servers().most() > 0;
  }

  /** The seed of the jobs of an episode: the seeds from 1 on, without those of the scenario. */
  long seed(int episode) {
    return LongStream.iterate(1, seed -> seed + 1)
        .filter(seed -> !scenario.seeds().contains(seed))
        .skip(episode)
        .findFirst()
        .orElseThrow();
  }

  /** The seed of the jobs of a live run of the scenario. */
  long liveSeed() {
    return scenario.seeds().getFirst();
  }

  /**
   * The scenario with a limit of the decisions of an episode, because a model that lets jobs wait
   * would not end it.
   */
  Scenario limited() {
    long slots = Math.max(1, longest.dividedBy(scenario.decisions().every()));
    long decisions = LEAST_DECISIONS + MOST_LENGTHS * slots + DECISIONS_PER_JOB * (long) jobs;
    RunLimits limits = scenario.limits();
    return scenario.withLimits(
        new RunLimits(limits.horizon(), Math.min(limits.decisions(), decisions)));
  }

  /** The most frequent types. */
  List<String> types(int most) {
    return types.entrySet().stream()
        .sorted(
            Map.Entry.<String, Integer>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(most)
        .map(Map.Entry::getKey)
        .toList();
  }

  TaskKinds tasks() {
    return hasServers ? TaskKinds.WORKERS_AND_SERVERS : TaskKinds.WORKERS;
  }

  /** Scales with which the figures of these jobs are about 1, and a task changes them enough. */
  Scales scales() {
    return new Scales(SLOTS_RUN, Math.max(1, jobs) / steps, SHARE, TASKS / mostTasks);
  }

  /**
   * The hash of all that was trained on, in hexadecimal digits.
   *
   * @param before the hash of earlier trainings
   * @param method the method of this training
   * @param seeds the seeds of its jobs
   */
  String hash(String before, String method, LongStream seeds) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update((before + "\n" + method + "\n").getBytes(StandardCharsets.UTF_8));
      for (long seed : seeds.toArray()) {
        try (Stream<Submission> jobs = scenario.workload().submissions(seed, 1)) {
          jobs.limit(MOST_JOBS)
              .map(job -> JobWriter.tree(job) + "\n")
              .forEach(job -> digest.update(job.getBytes(StandardCharsets.UTF_8)));
        }
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException problem) {
      throw new IllegalStateException("every Java has SHA-256", problem);
    }
  }
}
