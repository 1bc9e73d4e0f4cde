package dev.ductile.cli.train;

import dev.ductile.api.Event;
import dev.ductile.api.Grant;
import dev.ductile.api.JobId;
import dev.ductile.api.Plan;
import dev.ductile.api.Size;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The measured speeds of the jobs of a run, and the sentences about them: a larger size that trains
 * slower than a smaller one, and a speed that is not the expected one. Each comes once for a job
 * and a size.
 */
public final class MeasuredSpeeds {
  /** The first reports at a size are slower because code and connections are cold. */
  private static final int FEWEST_REPORTS = 4;

  /** Two measurements of one size may differ by this share. */
  private static final double NOTABLE = 0.1;

  private final boolean learns;
  private final Map<JobId, OneJob> jobs = new HashMap<>();

  /**
   * No measurements.
   *
   * @param learns whether an estimator learns the speeds
   */
  public MeasuredSpeeds(boolean learns) {
    this.learns = learns;
  }

  /** The speeds of one job; its size is none while it changes. */
  private static final class OneJob {
    private final TreeMap<Size, Double> measured = new TreeMap<>();
    private final Map<Size, Double> expected = new HashMap<>();
    private final Set<Size> slower = new HashSet<>();
    private final Set<Size> learned = new HashSet<>();
    private Size size = Size.NONE;
    private int reports;
    private double newest;

    private void begin(Size now) {
      size = now;
      reports = 0;
    }

    private void add(double stepsPerSecond) {
      newest = stepsPerSecond;
      reports++;
      if (!size.isNone() && reports >= FEWEST_REPORTS) {
        measured.put(size, stepsPerSecond);
      }
    }
  }

  /** Takes the speeds that the policy expected at the sizes of its plan. */
  public void decided(Plan plan) {
    for (Grant grant : plan.grants()) {
      of(grant.job().id())
          .expected
          .put(grant.allocation().size(), grant.job().speed().stepsPerSecond(grant.allocation()));
    }
  }

  /** Takes an event; returns a sentence about the speed of its job, if it shows something new. */
  public Optional<String> sentence(Event event) {
    if (event instanceof Event.Running running) {
      of(running.job()).begin(running.where().size());
    } else if (event instanceof Event.Allocated allocated) {
      of(allocated.job()).begin(Size.NONE);
    } else if (event instanceof Event.Crashed crashed) {
      of(crashed.job()).begin(Size.NONE);
    } else if (event instanceof Event.Ended ended) {
      jobs.remove(ended.job());
    } else if (event instanceof Event.SpeedLearned learned) {
      return unexpected(of(learned.job()));
    } else if (event instanceof Event.Progressed progressed && progressed.stepsPerSecond() > 0) {
      OneJob job = of(progressed.job());
      job.add(progressed.stepsPerSecond());
      return slower(job);
    }
    return Optional.empty();
  }

  private OneJob of(JobId job) {
    return jobs.computeIfAbsent(job, _ -> new OneJob());
  }

  private static Optional<String> unexpected(OneJob job) {
    if (job.size.isNone() || !job.learned.add(job.size)) {
      return Optional.empty();
    }
    double expected = job.expected.getOrDefault(job.size, 0.0);
    return Optional.of(
        "%s steps/s measured with %s, %s; the policy now uses the measured speed"
            .formatted(
                JobText.figure(job.newest),
                words(job.size),
                expected > 0 ? JobText.figure(expected) + " expected" : "no speed expected"));
  }

  /** The first larger size that is slower than a smaller one, and was not named before. */
  private Optional<String> slower(OneJob job) {
    for (Map.Entry<Size, Double> large : job.measured.entrySet()) {
      for (Map.Entry<Size, Double> small : job.measured.headMap(large.getKey()).entrySet()) {
        if (isPart(small.getKey(), large.getKey())
            && large.getValue() < (1 - NOTABLE) * small.getValue()
            && job.slower.add(large.getKey())) {
          return Optional.of(warning(large, small));
        }
      }
    }
    return Optional.empty();
  }

  private static boolean isPart(Size small, Size large) {
    return small.workers() <= large.workers() && small.servers() <= large.servers();
  }

  private String warning(Map.Entry<Size, Double> large, Map.Entry<Size, Double> small) {
    String both =
        "%s train slower than %s here: %s steps/s, not %s"
            .formatted(
                words(large.getKey()),
                words(small.getKey()),
                JobText.figure(large.getValue()),
                JobText.figure(small.getValue()));
    String most = "bounds: {workers: {max: %d}}".formatted(small.getKey().workers());
    return both
        + (learns
            ? "; a policy that uses speeds, such as marginal, takes that into account"
            : "; give it %s, or the scenario 'estimator: online' and a policy that uses speeds"
                .formatted(most));
  }

  private static String words(Size size) {
    return JobText.words(size.workers(), size.servers());
  }
}
