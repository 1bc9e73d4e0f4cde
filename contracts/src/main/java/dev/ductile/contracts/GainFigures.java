package dev.ductile.contracts;

import dev.ductile.api.Bounds;
import dev.ductile.api.Job;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;

/** Recomputes what jobs would gain by more tasks, and how long they would take. */
final class GainFigures extends SentenceCheck {
  private static final String MORE =
      "(?:at (\\d+(?:\\+\\d+)?) )?(one more worker|one more server|the next \\d+ (?:workers|servers)|the next \\d+\\+\\d+ tasks)";
  private static final String UNIT = "(s|min|h|d) per (GPU|worker|node|% of the cluster)";

  /** The relative error of a difference of two doubles. */
  private static final double LOST = 1e-12;

  GainFigures(AfterPlan after, SentencePatterns patterns) {
    super(after, patterns);
  }

  @Override
  protected void check(Job job) {
    gains(job);
    knees(job);
    each(
        job,
        "too little for its least size, " + AfterPlan.SIZE,
        found -> same(job, found.group(1), job.spec().bounds().least()));
  }

  private void gains(Job job) {
    each(
        job,
        MORE + " would save no time",
        found -> {
          Size from = from(job, found);
          double saved = saved(job, from, larger(from, found.group(2)));
          if (saved > lost(job, from)) {
            wrong(job, "it would save %s s".formatted(saved));
          }
        });
    each(
        job,
        MORE
            + " would save "
            + FigureText.NUMBER
            + " "
            + UNIT
            + "(?:, and ([\\w-]+) saves "
            + FigureText.NUMBER
            + " (?:s|min|h|d)(?: per (GPU|worker))?|, but too little is left for it)",
        found -> gain(job, found));
  }

  private void gain(Job job, Matcher found) {
    double unit = FigureText.unit(found.group(4));
    Size from = from(job, found);
    Size to = larger(from, found.group(2));
    double per = per(job, from, to, found.group(5));
    double own = saved(job, from, to) / per / unit;
    double lost = lost(job, from) / per / unit;
    number(job, found.group(3), own, lost);
    if (found.group(6) == null) {
      return;
    }
    Optional<Job> rival = after.named(found.group(6));
    if (rival.stream().noneMatch(other -> hasGained(job, other, found, own - lost))) {
      wrong(job, "no step of %s gains that".formatted(found.group(6)));
    }
  }

  /** The size from which the gain of a sentence counts. */
  private Size from(Job job, Matcher found) {
    return found.group(1) == null ? after.wanted(job) : AfterPlan.size(found.group(1));
  }

  /**
   * Whether the last job to take a task of this role (another job of the same priority) gained this
   * much by a step on the way to its size, and at least as much as this job would have.
   */
  private boolean hasGained(Job job, Job rival, Matcher found, double own) {
    if (rival.equals(job)
        || after.isProtected(rival)
        || rival.spec().priority() != job.spec().priority()) {
      return false;
    }
    double unit = FigureText.unit(found.group(4));
    String per = found.group(8) == null ? found.group(5) : found.group(8);
    return steps(rival, per, found.group(2).contains("server")).stream()
        .anyMatch(step -> {
          double divisor = per(rival, step.from(), step.to(), per) * unit;
          double gain = saved(rival, step.from(), step.to()) / divisor;
          double lost = lost(rival, step.from()) / divisor;
          return gain + lost >= own && FigureText.isNumber(found.group(7), gain, lost);
        });
  }

  private record Step(Size from, Size to) {}

  /** The steps that a job may have taken on the way to its size, by its unit of gains. */
  private List<Step> steps(Job job, String unit, boolean isByServers) {
    Size end = after.wanted(job);
    List<Step> steps =
        switch (unit) {
          case "GPU", "worker" -> doublings(job, unit);
          case "node" -> leaps(job);
          default -> singles(job, end, isByServers);
        };
    return steps.stream().filter(step -> LegalSizes.isWithin(step.to(), end)).toList();
  }

  private static List<Step> doublings(Job job, String unit) {
    boolean isByGpu = job.spec().demand().worker().amount(Resources.GPU) > 0;
    List<Size> sizes = LegalSizes.doubling(job);
    var steps = new ArrayList<Step>();
    for (int next = 1; next < sizes.size() && isByGpu == unit.equals("GPU"); next++) {
      steps.add(new Step(sizes.get(next - 1), sizes.get(next)));
    }
    return steps;
  }

  private List<Step> leaps(Job job) {
    List<Size> sizes =
        LegalSizes.byWorkers(job).stream()
            .filter(size -> LegalSizes.isWithin(size, after.wanted(job)))
            .toList();
    var steps = new ArrayList<Step>();
    for (int from = 0; from < sizes.size(); from++) {
      for (Size to : sizes.subList(from + 1, sizes.size())) {
        steps.add(new Step(sizes.get(from), to));
      }
    }
    return steps;
  }

  private static List<Step> singles(Job job, Size end, boolean isByServers) {
    Bounds bounds = job.spec().bounds();
    var steps = new ArrayList<Step>();
    for (int workers : LegalSizes.counts(bounds.workers(), end.workers())) {
      for (int servers : LegalSizes.counts(bounds.servers(), end.servers())) {
        Size to =
            isByServers
                ? new Size(workers, LegalSizes.after(bounds.servers(), servers))
                : new Size(LegalSizes.after(bounds.workers(), workers), servers);
        steps.add(new Step(new Size(workers, servers), to));
      }
    }
    steps.removeIf(step -> step.from().equals(step.to()));
    return steps;
  }

  private double saved(Job job, Size from, Size to) {
    return after.seconds(job, from) - after.seconds(job, to);
  }

  private double lost(Job job, Size from) {
    return LOST * after.seconds(job, from);
  }

  private double per(Job job, Size from, Size to, String unit) {
    int workers = to.workers() - from.workers();
    int servers = to.servers() - from.servers();
    return switch (unit) {
      case "GPU" -> AfterPlan.devices(job, to) - AfterPlan.devices(job, from);
      case "worker" -> workers;
      case "node" -> workers + servers;
      default ->
          100
              * (workers * after.share(job, Size.workers(1))
                  + servers * after.share(job, new Size(0, 1)));
    };
  }

  private static Size larger(Size from, String more) {
    if (more.equals("one more worker")) {
      return from.plus(Size.workers(1));
    }
    if (more.equals("one more server")) {
      return from.plus(new Size(0, 1));
    }
    String count = more.substring("the next ".length());
    return count.endsWith(" servers")
        ? from.plus(new Size(0, Integer.parseInt(count.split(" ", 2)[0])))
        : from.plus(AfterPlan.size(count.split(" ", 2)[0]));
  }

  private void knees(Job job) {
    each(
        job,
        "its knee: the next node would save (?:"
            + FigureText.NUMBER
            + " % of its time|nothing)"
            + ", less than "
            + FigureText.NUMBER
            + " %",
        found -> {
          Size from = after.wanted(job);
          Size next =
              new Size(
                  LegalSizes.after(job.spec().bounds().workers(), from.workers()), from.servers());
          double saved = part(job, from, next);
          if (found.group(1) == null ? saved > LOST : saved > 1.01 * alpha(found.group(2))) {
            wrong(job, "it would save %s".formatted(saved));
          }
          if (found.group(1) != null) {
            number(job, found.group(1), 100 * saved, 100 * LOST);
          }
        });
    each(
        job,
        "the last node still saves " + FigureText.NUMBER + " % of its time",
        found -> {
          Size last = after.wanted(job);
          List<Integer> fewer =
              LegalSizes.counts(job.spec().bounds().workers(), last.workers() - 1);
          Size before = new Size(fewer.getLast(), last.servers());
          number(job, found.group(1), 100 * part(job, before, last), 100 * LOST);
        });
    each(
        job,
        "its knee at (\\d+) nodes?",
        found -> {
          knee(job, Integer.parseInt(found.group(1)));
        });
  }

  /** A knee is above the size of the job, and its step is worth more than the next one. */
  private void knee(Job job, int nodes) {
    List<Size> sizes = LegalSizes.byWorkers(job);
    int rung = sizes.stream().map(Size::tasks).toList().indexOf(nodes);
    boolean isLast = rung == sizes.size() - 1;
    boolean isKnee =
        rung > 0
            && nodes > after.wanted(job).tasks()
            && (isLast || isWorthMore(job, sizes.subList(rung - 1, rung + 2)));
    if (!isKnee) {
      wrong(job, "its knee is not at %d".formatted(nodes));
    }
  }

  private static boolean isWorthMore(Job job, List<Size> around) {
    double last = part(job, around.get(0), around.get(1));
    double next = part(job, around.get(1), around.get(2));
    return last > next || Double.isNaN(next);
  }

  private static double alpha(String percent) {
    return Double.parseDouble(percent) / 100;
  }

  /** The share of its time that a job saves by each further node. */
  private static double part(Job job, Size from, Size to) {
    double ratio = AfterPlan.speed(job, from) / AfterPlan.speed(job, to);
    return (1 - ratio) / (to.tasks() - from.tasks());
  }

  private void same(Job job, String written, Size truth) {
    if (!AfterPlan.size(written).equals(truth)) {
      wrong(job, "%s is %s".formatted(written, truth));
    }
  }
}
