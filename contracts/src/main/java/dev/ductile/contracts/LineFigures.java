package dev.ductile.contracts;

import dev.ductile.api.Figure;
import dev.ductile.api.Job;
import dev.ductile.api.Progress;
import dev.ductile.api.Size;
import dev.ductile.laws.ExactLaw;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Recomputes positions in queues, shares and speeds, and the values from which they follow. */
final class LineFigures extends SentenceCheck {
  private static final List<String> ORDERED =
      List.of(" in total;", " of device time left;", " left;", " of device time so far;");

  /** The relative error of a difference of two doubles. */
  private static final double LOST = 1e-12;

  /** The relative error of three significant digits. */
  private static final double DIGITS = 0.0051;

  private final Map<Integer, Job> places = new TreeMap<>();
  private double costPerSecond = Double.NaN;

  LineFigures(AfterPlan after, SentencePatterns patterns) {
    super(after, patterns);
  }

  @Override
  protected void check(Job job) {
    places(job);
    values(job);
    requested(job);
    packing(job);
    shares(job);
    rates(job);
    futures(job);
    filling(job);
    each(
        job,
        "is protected for another " + FigureText.SPAN,
        found ->
            span(
                job,
                found.group(1),
                Progress.seconds(after.cluster().now(), job.protectedUntil())));
  }

  /**
   * Jobs that are filled one after the other: none has more workers, but for its least size, or the
   * size that it holds if a smaller one has no place.
   */
  private void filling(Job job) {
    each(
        job,
        "each up to (\\d+) workers? or its least size",
        found -> {
          int most = Integer.parseInt(found.group(1));
          Size size = after.now(job).size();
          if (size.workers() > Math.max(most, job.spec().bounds().least().workers())
              && !size.equals(job.allocation().size())) {
            wrong(job, "it has %s".formatted(size));
          }
        });
  }

  /** Lookahead: the sentences agree with the plan's own figures. */
  private void futures(Job job) {
    each(
        job,
        "(?:jobs end|the last job ends) " + FigureText.SPAN + " earlier",
        found -> {
          double base = figure("base");
          span(job, found.group(1), base - figure("chosen"), LOST * Math.abs(base));
        });
    // names of policies and nodes, and settings in them
    each(job, "as [^;]+ has it(?=$|;)|than under [^;]+$|with the changes of [^;]+'s plan", _ -> {});
    each(job, "^(?:waits|gets [^;]+), where [^;]+ has [^;]+;", _ -> {});
  }

  private double figure(String name) {
    return after.plan().figures().stream()
        .filter(figure -> figure.name().equals(name))
        .mapToDouble(Figure::value)
        .findFirst()
        .orElse(Double.NaN);
  }

  private void places(Job job) {
    each(
        job,
        "(?:number (\\d+)|(first)) in the queue(?: by|[:;])|waits behind (\\d+) jobs?",
        found -> {
          int place = 1;
          if (found.group(1) != null) {
            place = Integer.parseInt(found.group(1));
          } else if (found.group(3) != null) {
            place = Integer.parseInt(found.group(3)) + 1;
          }
          if (place > after.cluster().jobs().size() || places.put(place, job) != null) {
            wrong(job, "two jobs have that place in line, or it is beyond the last");
          }
        });
  }

  /** A job that goes before another by its sentence has at least its priority. */
  @Override
  protected void checkTogether() {
    Job before = null;
    for (Job job : places.values()) {
      if (before != null && before.spec().priority() < job.spec().priority()) {
        wrong(job, "%s is before it".formatted(before.id()));
      }
      if (before != null && before.spec().priority() == job.spec().priority()) {
        checkOrder(before, job);
      }
      before = job;
    }
  }

  /** Of two jobs in a queue by a value, the one with the smaller value goes first. */
  private void checkOrder(Job before, Job job) {
    for (String ending : ordered()) {
      if (value(before, ending) > value(job, ending) * (1 + 1e-9)) {
        wrong(job, "%s is before it with more".formatted(before.id()));
      }
    }
  }

  /** The value that orders the queue, if a sentence names it; queues also have a turn. */
  private List<String> ordered() {
    List<String> written = after.cluster().jobs().stream().map(after::sentence).toList();
    boolean isQueue = written.stream().anyMatch(each -> each.contains("attained"));
    return ORDERED.stream()
        .filter(ending -> !isQueue && written.stream().anyMatch(each -> isInLine(each, ending)))
        .limit(1)
        .toList();
  }

  private static boolean isInLine(String sentence, String ending) {
    return sentence.contains(" in the queue by ") && sentence.contains(ending);
  }

  private double value(Job job, String ending) {
    Size asked = job.spec().asked();
    return switch (ending) {
      case " in total;" ->
          AfterPlan.divided(new BigDecimal(job.spec().work().steps()), AfterPlan.speed(job, asked));
      case " of device time left;" -> after.seconds(job, asked) * AfterPlan.devices(job, asked);
      case " of device time so far;" -> job.progress().serviceAt(after.cluster().now());
      default -> after.seconds(job, asked);
    };
  }

  private void values(Job job) {
    each(
        job,
        "in the queue by (?:[a-z ]+): (?:level (\\d+) of (\\d+), )?"
            + FigureText.SPAN
            + "( in total;| of device time left;| left;| of device time so far;)",
        found -> {
          span(job, found.group(3), value(job, found.group(4)));
          if (found.group(1) != null
              && Integer.parseInt(found.group(1)) > Integer.parseInt(found.group(2))) {
            wrong(job, "there are no more levels");
          }
        });
    each(
        job,
        "in the queue by arrival: submitted " + FigureText.SPAN + " ago",
        found ->
            span(job, found.group(1), Progress.seconds(job.submitted(), after.cluster().now())));
  }

  private void requested(Job job) {
    each(
        job,
        "keeps its size, because the cluster cannot hold the requested " + AfterPlan.SIZE,
        found -> {
          if (!AfterPlan.size(found.group(1)).equals(job.spec().asked())) {
            wrong(job, "it requests " + job.spec().asked());
          }
        });
  }

  private void packing(Job job) {
    each(
        job,
        "packing score: "
            + FigureText.NUMBER
            + " \\(fit "
            + FigureText.NUMBER
            + ", less "
            + FigureText.NUMBER
            + " for "
            + FigureText.SPAN
            + " left\\)",
        found -> {
          double fit = fit(job);
          number(job, found.group(2), fit, 0);
          span(job, found.group(4), after.seconds(job, job.spec().asked()));
          double cost = parsed(found.group(3));
          perSecond(job, cost, after.seconds(job, job.spec().asked()));
          number(job, found.group(1), fit - cost, DIGITS * (Math.abs(fit) + Math.abs(cost)));
        });
  }

  private static double parsed(String number) {
    return switch (number) {
      case "infinite" -> Double.POSITIVE_INFINITY;
      case "unknown" -> Double.NaN;
      default -> Double.parseDouble(number);
    };
  }

  /** In one plan each remaining second has the same cost. */
  private void perSecond(Job job, double cost, double seconds) {
    double ratio = cost / seconds;
    if (!(cost > Double.MIN_NORMAL / DIGITS && Double.isFinite(ratio))) {
      return;
    }
    if (Double.isNaN(costPerSecond)) {
      costPerSecond = ratio;
    } else if (Math.abs(ratio - costPerSecond) > 3 * DIGITS * costPerSecond) {
      wrong(job, "a second costs %s, and %s elsewhere".formatted(ratio, costPerSecond));
    }
  }

  /** The product of needed and free resources before anything is placed. */
  private double fit(Job job) {
    BigDecimal fit = BigDecimal.ZERO;
    MathContext digits = MathContext.DECIMAL128;
    for (String name : after.cluster().nodes().columns()) {
      BigDecimal total = after.total(name);
      BigDecimal needed = ExactLaw.used(job.spec().demand(), job.spec().asked(), name);
      BigDecimal free = after.freeBefore(name);
      fit = fit.add(needed.divide(total, digits).multiply(free.divide(total, digits)));
    }
    return fit.doubleValue();
  }

  private void shares(Job job) {
    Size size = after.now(job).size();
    each(
        job,
        "^" + FigureText.NUMBER + " % dominant share",
        found -> number(job, found.group(1), 100 * after.share(job, size), 0));
    each(
        job,
        "^its share at weight " + FigureText.NUMBER + " is ",
        found -> {
          int priority = job.spec().priority();
          double weight = priority >= 0 ? 1.0 + priority : 1 / (1.0 - priority);
          number(job, found.group(1), weight, 0);
        });
    each(
        job,
        "(?:waits|is stopped) while (\\d+) jobs? ha(?:s|ve) (?:its|their) shares?",
        found -> count(job, found.group(1), after.plan().grants().size()));
    each(
        job,
        "at its least size, " + AfterPlan.SIZE,
        found -> {
          if (!AfterPlan.size(found.group(1)).equals(job.spec().bounds().least())) {
            wrong(job, "it is " + job.spec().bounds().least());
          }
        });
  }

  private void rates(Job job) {
    double before = job.speed().stepsPerSecond(job.allocation());
    each(
        job,
        "; it makes " + FigureText.NUMBER + " steps? per second instead of " + FigureText.NUMBER,
        found -> {
          number(job, found.group(1), job.speed().stepsPerSecond(after.now(job)), 0);
          number(job, found.group(2), before, 0);
        });
    each(
        job,
        "with "
            + ExchangeFigures.TASKS
            + " it would make "
            + FigureText.NUMBER
            + " steps? per second instead of "
            + FigureText.NUMBER,
        found -> {
          number(job, found.group(4), AfterPlan.speed(job, ExchangeFigures.tasks(found, 0)), 0);
          number(job, found.group(5), before, 0);
        });
    each(
        job,
        "with "
            + ExchangeFigures.TASKS
            + " it makes "
            + FigureText.NUMBER
            + " steps? per second; with fewer it made "
            + FigureText.NUMBER,
        found -> {
          number(job, found.group(4), job.progress().stepsPerSecond(), 0);
          if (!ExchangeFigures.tasks(found, 0).equals(job.allocation().size())) {
            wrong(job, "it has " + job.allocation());
          }
        });
  }
}
