package dev.ductile.answers.why;

import dev.ductile.answers.PredictionAnswer;
import dev.ductile.answers.Views;
import dev.ductile.answers.forecast.LiveState;
import dev.ductile.api.Bounds;
import dev.ductile.api.FirstFit;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Job;
import dev.ductile.api.Reason;
import dev.ductile.api.Size;
import dev.ductile.rest.SizeChoice;
import dev.ductile.scheduler.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The sizes of a job with resources beside its present one, with their speeds and their effects on
 * other jobs. The policy decides once for each of them, with the job fixed at that size.
 *
 * @param base the decision of the policy as it is
 */
record SizeChoices(LiveState state, Job job, Decision base) {
  private static final int MOST_OTHERS = 3;

  /** A smaller difference of two estimated speeds means nothing. */
  private static final double LEAST_PERCENT = 0.5;

  static List<SizeChoice> of(LiveState state, Job job, Decision base) {
    return new SizeChoices(state, job, base).list();
  }

  private List<SizeChoice> list() {
    var choices = new ArrayList<SizeChoice>();
    for (Size size : sizes()) {
      boolean isNow = size.equals(now());
      choices.add(
          new SizeChoice(
              Views.counts(size),
              speed(size),
              isNow,
              isNow ? base.plan().reasons().why(job).sentence() : sentence(size)));
    }
    return choices;
  }

  private Size now() {
    return job.allocation().size();
  }

  /** The neighbours of the present size in each role, allowed ones if there are any. */
  private TreeSet<Size> sizes() {
    Bounds bounds = ownBounds();
    int workers = now().workers();
    int servers = now().servers();
    var sizes = new TreeSet<Size>();
    sizes.add(now());
    int fewer = bounds.workers().atMost(workers - 1);
    if (workers > 1) {
      sizes.add(new Size(fewer < workers ? fewer : workers - 1, servers));
    }
    int more = bounds.workers().after(workers);
    sizes.add(new Size(more > workers ? more : workers + 1, servers));
    if (bounds.servers().most() > 0) {
      int fewerServers = bounds.servers().atMost(servers - 1);
      int moreServers = bounds.servers().after(servers);
      if (fewerServers < servers) {
        sizes.add(new Size(workers, fewerServers));
      }
      if (moreServers > servers) {
        sizes.add(new Size(workers, moreServers));
      }
    }
    return sizes;
  }

  private double speed(Size size) {
    return size.equals(now()) ? job.speed().stepsPerSecond(job.allocation()) : job.speedAt(size);
  }

  private String sentence(Size size) {
    if (!ownBounds().allows(size)) {
      return pace(size) + "not allowed: its bounds are " + ownBounds().text();
    }
    if (!job.spec().bounds().allows(size)) {
      return pace(size)
          + "its size is fixed by hand at %s; 'ductile unscale %s' lets the policy choose again"
              .formatted(PredictionAnswer.words(job.spec().bounds().least()), job.id().name());
    }
    if (job.isProtected(state.cluster().now())) {
      return pace(size) + "no policy may change the job yet";
    }
    ChangedJob asked = ChangedJob.of(state, job, job.spec().fixedAt(size));
    boolean isGranted = asked.granted().filter(size::equals).isPresent();
    return pace(size) + (isGranted ? effects(asked) : refusal(size, asked));
  }

  private String pace(Size size) {
    double before = speed(now());
    double after = speed(size);
    if (!(before > 0 && after > 0)) {
      return "";
    }
    double percent = (after / before - 1) * 100;
    String text = Reason.text(Math.round(Math.abs(percent) * 10) / 10.0);
    return Math.abs(percent) < LEAST_PERCENT
        ? "as fast as now; "
        : "%s %% %s than now; ".formatted(text, percent > 0 ? "faster" : "slower");
  }

  /** The bounds in its job file, whatever size a user has fixed by hand. */
  private Bounds ownBounds() {
    return job.manualOverride().unscaled().orElse(job.spec()).bounds();
  }

  private String refusal(Size size, ChangedJob asked) {
    FreeCapacity free = state.cluster().left();
    free.give(job.allocation(), job.spec().demand());
    if (!FirstFit.fits(free, job.spec().demand(), size)) {
      return "does not fit beside the other jobs: it needs %s, and %s are free, with what it holds"
          .formatted(job.spec().demand().of(size), free.left(job.spec().demand()));
    }
    return new SizeQuota(state.cluster(), job)
        .exceeded(size)
        .orElseGet(() ->
            asked.givesToOthers()
                ? "the policy gives that place to other jobs"
                : "the policy does not give it this size: " + asked.reason().sentence());
  }

  /** The jobs that would have other sizes. */
  private String effects(ChangedJob asked) {
    Map<String, Size> before = ChangedJob.sizes(base);
    Map<String, Size> after = asked.sizes();
    var changes = new TreeMap<String, String>();
    state
        .cluster()
        .jobs()
        .forEach(other -> {
          String name = other.id().name();
          Size was = before.getOrDefault(name, Size.NONE);
          Size is = after.getOrDefault(name, Size.NONE);
          if (other.arrival() != job.arrival() && !Objects.equals(was, is)) {
            changes.put(name, change(name, was, is));
          }
        });
    String pause =
        job.pause().isZero() ? "" : "; the change would pause it for " + Reason.text(job.pause());
    return (changes.isEmpty() ? "no other job would change" : told(List.copyOf(changes.values())))
        + pause;
  }

  private static String change(String name, Size was, Size is) {
    if (is.isNone()) {
      return name + " would wait";
    }
    return was.isNone()
        ? name + " would start with " + PredictionAnswer.words(is)
        : "%s would have %s in place of %s".formatted(name, is, was);
  }

  private static String told(List<String> changes) {
    String first = String.join(", ", changes.subList(0, Math.min(MOST_OTHERS, changes.size())));
    return changes.size() <= MOST_OTHERS
        ? first
        : first + " and %d more would change".formatted(changes.size() - MOST_OTHERS);
  }
}
