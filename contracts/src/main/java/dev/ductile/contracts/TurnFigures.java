package dev.ductile.contracts;

import dev.ductile.api.Job;
import dev.ductile.api.Progress;
import dev.ductile.api.Size;
import java.time.Instant;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Recomputes the times by which jobs are compared, and how long they try a size. */
final class TurnFigures extends SentenceCheck {
  private static final Pattern FILLED =
      Pattern.compile("with (\\d+) more nodes?, left over by the rule");

  /** The relative error of a sum or a quotient of doubles. */
  private static final double LOST = 1e-9;

  private static final double LEAST_PART = 1e-9;
  private static final double MOST_LONGER = 1e100;

  TurnFigures(AfterPlan after, SentencePatterns patterns) {
    super(after, patterns);
  }

  @Override
  protected void check(Job job) {
    hell(job);
    times(job);
    trials(job);
  }

  private void hell(Job job) {
    each(
        job,
        "time over efficiency is "
            + FigureText.SPAN
            + " with (\\d+) nodes?"
            + "(?: and "
            + FigureText.SPAN
            + " with (\\d+)|, and too few nodes are left for more)",
        found -> {
          Size own = after.wanted(job);
          count(job, found.group(2), own.tasks());
          span(job, found.group(1), overEfficiency(job, own));
          if (found.group(4) != null) {
            int workers = Integer.parseInt(found.group(4)) - own.servers();
            span(job, found.group(3), overEfficiency(job, new Size(workers, own.servers())));
          }
        });
  }

  /** Time over efficiency: time times nodes, divided by the speedup over the least size. */
  private double overEfficiency(Job job, Size size) {
    return after.seconds(job, size) * size.tasks() / faster(job, size);
  }

  private static double overEfficiencyOfAStep(Job job, Size size) {
    return size.tasks() / faster(job, size) / AfterPlan.speed(job, size);
  }

  private static double faster(Job job, Size size) {
    return AfterPlan.speed(job, size) / AfterPlan.speed(job, job.spec().bounds().least());
  }

  private void times(Job job) {
    each(
        job,
        "all remaining nodes go to the job that ends first: this one, in " + FigureText.SPAN,
        found -> span(job, found.group(1), after.seconds(job, after.wanted(job))));
    each(
        job,
        "with (\\d+) more nodes?, left over by the rule, it ends before all other jobs, in "
            + FigureText.SPAN,
        found -> {
          span(job, found.group(2), after.seconds(job, after.wanted(job)));
          int less = after.wanted(job).workers() - Integer.parseInt(found.group(1));
          if (less < 1 || !job.spec().bounds().workers().allows(less)) {
            wrong(job, "it had no such size by the rule");
          }
        });
    each(
        job,
        "([\\w-]+) comes first: its (remaining time|time over efficiency)(?:, with gamma "
            + FigureText.NUMBER
            + ",)? is "
            + FigureText.SPAN
            + ", and this job's would be "
            + FigureText.SPAN,
        found -> turns(job, found));
  }

  /** Compares the first job at its turn with the other one as it could be then. */
  private void turns(Job job, Matcher found) {
    boolean isTime = found.group(2).equals("remaining time");
    double gamma = found.group(3) == null ? 0 : Double.parseDouble(found.group(3));
    Job first = after.named(found.group(1)).orElse(job);
    if (first.equals(job) || first.spec().priority() != job.spec().priority()) {
      wrong(job, "%s has no turn before it".formatted(first.id()));
    }
    double least = turn(job, first, found.group(4), size -> value(first, size, isTime, gamma));
    boolean isThere =
        LegalSizes.byWorkers(job).stream()
            .mapToDouble(size -> value(job, size, isTime, gamma))
            .anyMatch(
                own -> own >= least * (1 - LOST) && FigureText.isSpan(found.group(5), own, 0));
    if (!isThere) {
      wrong(job, "no size of it takes %s and no less than %s s".formatted(found.group(5), least));
    }
  }

  /** The value of the first job. Without a place its sentence does not name its extra tasks. */
  private double turn(Job job, Job first, String written, ToDoubleFunction<Size> value) {
    double own = value.applyAsDouble(byRule(first));
    if (after.sentence(first).contains(": there is no place for ")) {
      return LegalSizes.byWorkers(first).stream()
          .filter(size -> LegalSizes.isWithin(size, after.wanted(first)))
          .mapToDouble(value)
          .filter(each -> FigureText.isSpan(written, each, 0))
          .min()
          .orElse(own);
    }
    span(job, written, own);
    return own;
  }

  /** The size of a job before it got spare tasks. */
  private Size byRule(Job job) {
    Size size = after.wanted(job);
    Matcher filled = FILLED.matcher(after.sentence(job));
    return filled.find()
        ? new Size(size.workers() - Integer.parseInt(filled.group(1)), size.servers())
        : size;
  }

  private double value(Job job, Size size, boolean isTime, double gamma) {
    if (AfterPlan.speed(job, size) == 0) {
      return Double.POSITIVE_INFINITY;
    }
    if (gamma == 0) {
      return isTime ? after.seconds(job, size) : overEfficiency(job, size);
    }
    double steps = job.spec().work().steps();
    double left = after.remaining(job).doubleValue();
    double part = Math.max(LEAST_PART, left / steps);
    double longer = Math.min(MOST_LONGER, Math.pow(1 / part, gamma));
    double work = Math.max(left, LEAST_PART * steps);
    return isTime
        ? work * longer / AfterPlan.speed(job, size)
        : work * longer * overEfficiencyOfAStep(job, size);
  }

  private void trials(Job job) {
    each(
        job,
        "it tries this size for "
            + FigureText.SPAN
            + ", number (\\d+) of (\\d+), and "
            + AfterPlan.SIZE
            + " are reserved for it",
        found -> {
          List<Size> doubling = LegalSizes.doubling(job);
          span(job, found.group(1), untilNoted(job));
          same(job, after.wanted(job).toString(), doubling.get(rung(found.group(2))));
          same(job, found.group(4), doubling.get(rung(found.group(3))));
        });
    each(
        job,
        "to try its sizes it needs " + AfterPlan.SIZE + " reserved, and too little is left",
        found -> {
          if (!LegalSizes.doubling(job).contains(AfterPlan.size(found.group(1)))) {
            wrong(job, "it has no such size");
          }
        });
  }

  /** The end of its trial by its note, which the plan may have written anew. */
  private double untilNoted(Job job) {
    return after
        .noted(job, "exploratory", "until")
        .map(until -> Progress.seconds(after.cluster().now(), (Instant) until))
        .orElse(Double.NaN);
  }

  private static int rung(String number) {
    return Integer.parseInt(number) - 1;
  }

  private void same(Job job, String written, Size truth) {
    if (!AfterPlan.size(written).equals(truth)) {
      wrong(job, "%s is %s".formatted(written, truth));
    }
  }
}
