package dev.ductile.simulator.lookahead;

import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Progress;
import dev.ductile.api.Seed;
import dev.ductile.scenario.Submission;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Jobs that may be expected to come: like those that are there, as often as those came. Drawn from
 * the picture alone, so that every future of one decision meets the same, and so does whoever is
 * shown the same picture again.
 */
final class Continuation {
  private static final int MOST = 1_000;

  private Continuation() {}

  /**
   * So many jobs for each that is there and can be foretold; none where nothing tells how often.
   */
  static List<Submission> of(Cluster picture, double perJob) {
    List<Job> like =
        picture.jobs().stream()
            .filter(job -> Course.isKnown(job.speedAt(job.spec().bounds().least())))
            .toList();
    long count = Math.min(MOST, Math.round(perJob * like.size()));
    double gap = gap(picture, like);
    if (count == 0 || !(gap > 0)) {
      return List.of();
    }
    RandomGenerator random = new Seed(seed(picture, like)).stream("continuation");
    var submissions = new ArrayList<Submission>();
    String prefix = unused(picture);
    double seconds = 0;
    for (int i = 0; i < count; i++) {
      seconds += gap * Seed.exponential(random);
      Job model = like.get(random.nextInt(like.size()));
      Instant at = picture.now().plusNanos((long) (seconds * 1e9));
      submissions.add(new Submission(at, spec(model.spec(), prefix + i), model.speed()));
    }
    return submissions;
  }

  /** Mean seconds between two arrivals, by the first and the last that are there; 0 for unknown. */
  private static double gap(Cluster picture, List<Job> jobs) {
    if (jobs.size() < 2) {
      return 0;
    }
    Job first = jobs.getFirst();
    Job last = jobs.getLast();
    return Progress.seconds(first.submitted(), picture.now())
        / (last.arrival() - first.arrival() + 1);
  }

  /** The beginning of names that nobody in the picture has. */
  private static String unused(Cluster picture) {
    String prefix = "to-come-";
    while (isUsed(prefix, picture)) {
      prefix = "+" + prefix;
    }
    return prefix;
  }

  private static boolean isUsed(String prefix, Cluster picture) {
    return picture.jobs().stream().anyMatch(job -> job.id().name().startsWith(prefix));
  }

  private static long seed(Cluster picture, List<Job> jobs) {
    return 31 * picture.now().getEpochSecond() + jobs.getLast().arrival();
  }

  private static JobSpec spec(JobSpec model, String name) {
    return new JobSpec(
        new JobId(name),
        model.owner(),
        model.queue(),
        model.priority(),
        model.shape(),
        model.demand(),
        model.bounds(),
        model.request(),
        model.work(),
        model.utility(),
        model.mechanism(),
        model.protection(),
        model.program());
  }
}
