package dev.ductile.contracts;

import dev.ductile.api.Demand;
import dev.ductile.api.Job;
import dev.ductile.api.Nodes;
import dev.ductile.api.Progress;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Utility;
import dev.ductile.laws.ExactLaw;
import java.math.BigDecimal;
import java.util.regex.Matcher;

/** Recomputes the worth of jobs to their users, and the resources that they are charged. */
final class WorthFigures extends SentenceCheck {
  private static final String NUMBER = FigureText.NUMBER;
  private static final String SPAN = FigureText.SPAN;
  private static final String AMOUNT = ReasonFigures.AMOUNT;
  private static final String ABOVE =
      " (?:would need|needs) " + AMOUNT + ", (above its limit of|and) " + AMOUNT;
  private static final double HOUR = 3600;
  private static final double LOST = 1e-12;

  WorthFigures(AfterPlan after, SentencePatterns patterns) {
    super(after, patterns);
  }

  @Override
  protected void check(Job job) {
    each(
        job,
        "ends in " + SPAN + ", worth " + NUMBER,
        found -> {
          Size size = after.wanted(job);
          span(job, found.group(1), after.seconds(job, size));
          number(job, found.group(2), worth(job, size), 0);
        });
    each(
        job,
        "worth " + NUMBER + " with " + AfterPlan.SIZE + ", or " + NUMBER + " for each",
        found -> {
          Size size = AfterPlan.size(found.group(2));
          number(job, found.group(1), worth(job, size), 0);
          double byLimit = density(job, size, true) / 100;
          double byUse = density(job, size, false) / 100;
          if (!FigureText.isNumber(found.group(3), byLimit, 0)
              && !FigureText.isNumber(found.group(3), byUse, 0)) {
            wrong(job, "it is %s by limit and %s by use".formatted(byLimit, byUse));
          }
        });
    each(
        job,
        "all admitted jobs give " + NUMBER + " or more",
        found -> {
          double byLimit = leastDensity(job, true) / 100;
          double byUse = leastDensity(job, false) / 100;
          if (!FigureText.isNumber(found.group(1), byLimit, 0)
              && !FigureText.isNumber(found.group(1), byUse, 0)) {
            wrong(job, "it is %s by limit and %s by use".formatted(byLimit, byUse));
          }
        });
    // what policies are written to keep is a setting
    each(job, "the smallest size that keeps \\d+ % of its utility", _ -> {});
    each(
        job,
        "(other jobs gain more than it would with|there are too few resources for) "
            + AfterPlan.SIZE,
        found -> bid(job, found));
    compared(job, "another worker", new Size(1, 0));
    compared(job, "another server", new Size(0, 1));
    each(
        job,
        "its least size, " + AfterPlan.SIZE + "," + ABOVE,
        found -> above(job, AfterPlan.size(found.group(1)), found, 1));
    each(
        job,
        "charged (its limit of )?" + AMOUNT + ", and jobs of its priority share " + AMOUNT,
        found -> {
          String name = found.group(4);
          if (found.group(1) != null) {
            amount(job, found, 1, limit(job, name));
          }
          shared(job, found, name);
        });
  }

  /** Checks that an outbid job needs more than is left for its priority. */
  private void bid(Job job, Matcher found) {
    Size size = AfterPlan.size(found.group(2));
    boolean isEnough =
        after.cluster().nodes().columns().stream()
            .allMatch(name ->
                ExactLaw.used(job.spec().demand(), size, name)
                        .subtract(onItsNodes(job, name, false))
                        .doubleValue()
                    <= LOST * after.total(name).doubleValue());
    boolean isTooLittle =
        after.cluster().nodes().columns().stream()
            .anyMatch(name ->
                ExactLaw.used(job.spec().demand(), size, name)
                        .subtract(onItsNodes(job, name, false))
                        .doubleValue()
                    >= -LOST * after.total(name).doubleValue());
    if (found.group(1).startsWith("other") ? !isEnough : !isTooLittle) {
      wrong(job, isEnough ? "there is enough" : "there is not enough");
    }
  }

  /** The resources that jobs of this priority share. */
  private void shared(Job job, Matcher found, String name) {
    double byLimit = left(job, name, true).doubleValue();
    left(job, found, 4, byLimit, left(job, name, false).doubleValue());
  }

  /** The resources left for jobs of this priority, by either rule of charging. */
  private void left(Job job, Matcher found, int before, double byLimit, double byUse) {
    String number = found.group(before + 1);
    String unit = found.group(before + 2);
    double lost = LOST * after.total(found.group(before + 3)).doubleValue();
    if (!ReasonFigures.isAmount(number, unit, byLimit, lost)
        && !ReasonFigures.isAmount(number, unit, byUse, lost)) {
      wrong(job, "%s is %s by limit and %s by use".formatted(number, byLimit, byUse));
    }
  }

  /** What is left on the nodes of any job whose nodes include those of this job. */
  private BigDecimal onItsNodes(Job job, String name, boolean byLimit) {
    Nodes nodes = after.cluster().nodes();
    Demand own = job.spec().demand();
    return after.cluster().jobs().stream()
        .map(other -> other.spec().demand())
        .filter(demand -> nodes.isWithin(own, demand))
        .map(demand -> left(job, name, byLimit, demand))
        .reduce(left(job, name, byLimit), BigDecimal::min);
  }

  private BigDecimal left(Job job, String name, boolean byLimit) {
    return left(job, name, byLimit, Demand.NONE);
  }

  /**
   * What jobs of higher priority leave on the nodes for a demand, of which they may use no other.
   */
  private BigDecimal left(Job job, String name, boolean byLimit, Demand demand) {
    BigDecimal left = after.besideProtected(name, demand);
    for (Job other : after.cluster().jobs()) {
      if (!after.cluster().nodes().isWithin(other.spec().demand(), demand)) {
        continue;
      }
      if (other.spec().priority() > job.spec().priority() && isCharged(other)) {
        left = left.subtract(charge(other, after.wanted(other), name, byLimit));
      }
    }
    return left.max(BigDecimal.ZERO);
  }

  private boolean isCharged(Job job) {
    return !after.isProtected(job)
        && !after.wanted(job).isNone()
        && !after.sentence(job).contains("which jobs before it could not use");
  }

  private static boolean isKnown(Job job) {
    double speed = AfterPlan.speed(job, job.spec().bounds().least());
    return speed > 0 && speed < Double.POSITIVE_INFINITY;
  }

  private static BigDecimal charge(Job job, Size size, String name, boolean byLimit) {
    double limit = limit(job, name);
    return byLimit && limit > 0 && isKnown(job)
        ? new BigDecimal(limit)
        : ExactLaw.used(job.spec().demand(), size, name);
  }

  /** Worth for each share of the charged resources, added up over resources. */
  private double density(Job job, Size size, boolean byLimit) {
    double shares = 0;
    for (String name : after.cluster().nodes().columns()) {
      BigDecimal charge = charge(job, size, name, byLimit);
      if (charge.signum() > 0) {
        shares += charge.doubleValue() / left(job, name, byLimit).doubleValue();
      }
    }
    return worth(job, size) / shares;
  }

  private double leastDensity(Job job, boolean byLimit) {
    return after.cluster().jobs().stream()
        .filter(other -> other.spec().priority() == job.spec().priority())
        .filter(other -> isCharged(other) && isKnown(other))
        .filter(other -> worth(other, after.wanted(other)) > 0)
        .mapToDouble(other -> density(other, after.wanted(other), byLimit))
        .min()
        .orElse(0);
  }

  private void compared(Job job, String what, Size more) {
    Size size = after.wanted(job);
    Size larger = size.plus(more);
    each(
        job,
        what + " would (save no time|save " + SPAN + "|take " + SPAN + " longer)",
        found -> {
          double own = after.seconds(job, size);
          double longer = after.seconds(job, larger) - own;
          double lost = LOST * own;
          if (found.group(2) != null) {
            span(job, found.group(2), -longer, lost);
          } else if (found.group(3) != null) {
            span(job, found.group(3), longer, lost);
          } else if (Math.abs(longer) > 2 * lost) {
            wrong(job, "it would take %s s longer".formatted(longer));
          }
        });
    each(job, what + ABOVE, found -> above(job, larger, found, 0));
    each(
        job,
        what + " is outside its bounds",
        _ -> {
          if (job.spec().bounds().allows(larger)) {
            wrong(job, "it is");
          }
        });
  }

  /** Checks a need and its limit. */
  private void above(Job job, Size size, Matcher found, int before) {
    String name = found.group(before + 3);
    double needed = ExactLaw.used(job.spec().demand(), size, name).doubleValue();
    amount(job, found, before, needed);
    if (found.group(before + 4).startsWith("above")) {
      amount(job, found, before + 4, limit(job, name));
    } else {
      left(
          job,
          found,
          before + 4,
          onItsNodes(job, name, true).doubleValue(),
          onItsNodes(job, name, false).doubleValue());
    }
  }

  private void amount(Job job, Matcher found, int before, double truth) {
    if (!ReasonFigures.isAmount(found.group(before + 1), found.group(before + 2), truth)) {
      wrong(job, "%s is %s".formatted(found.group(before + 1), truth));
    }
  }

  private static double limit(Job job, String name) {
    Demand demand = job.spec().demand();
    Resources limit = demand.limit();
    return limit.amount(name);
  }

  private double worth(Job job, Size size) {
    double seconds = after.seconds(job, size);
    return switch (job.spec().utility()) {
      case Utility.None _ -> 1 / (1 + seconds / HOUR);
      case Utility.Sigmoid sigmoid -> {
        double waited = Math.max(0, Progress.seconds(job.submitted(), after.cluster().now()));
        double units = (waited + seconds) / (sigmoid.unit().toNanos(1) * 1e-9);
        yield sigmoid.gamma1() / (1 + Math.exp(sigmoid.gamma2() * (units - sigmoid.gamma3())));
      }
    };
  }
}
