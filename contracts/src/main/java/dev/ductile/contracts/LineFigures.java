package dev.ductile.contracts;

import dev.ductile.api.Figure;
import dev.ductile.api.Job;
import dev.ductile.api.Phase;
import dev.ductile.api.Progress;
import dev.ductile.api.Size;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;

/** Places in line, shares and exchanges of tasks, and what they follow from: worked out again. */
final class LineFigures extends SentenceCheck {
  private static final List<String> ORDERED =
      List.of(" in all;", " of one device left;", " left;", " of one device so far;");
  private static final String TASKS = "(\\d+) (worker|server)s?(?: and (\\d+) servers?)?";

  /** A difference of two doubles is untrue by this part of them. */
  private static final double LOST = 1e-12;

  private final Map<Integer, Job> places = new TreeMap<>();

  LineFigures(AfterPlan after) {
    super(after);
  }

  @Override
  protected void check(Job job) {
    places(job);
    values(job);
    packing(job);
    shares(job);
    rates(job);
    exchanges(job);
    futures(job);
    each(
        job,
        "is left alone for another " + Told.SPAN,
        found ->
            span(
                job,
                found.group(1),
                Progress.seconds(after.cluster().now(), job.protectedUntil())));
  }

  /** Looking ahead: what is said of futures is what the plan's own figures say. */
  private void futures(Job job) {
    each(
        job,
        "of (\\d+) futures none is better",
        found -> count(job, found.group(1), Math.round(figure("futures"))));
    each(
        job,
        "(?:jobs end|the last job ends) " + Told.SPAN + " earlier",
        found -> {
          double base = figure("base");
          span(job, found.group(1), base - figure("chosen"), LOST * Math.abs(base));
        });
    // names of policies and nodes, and settings in them
    each(job, "as [^;]+ has it|than under [^;]+$|with the changes of [^;]+'s plan", _ -> {});
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
        "(?:number (\\d+)|(first)) in line by|waits behind (\\d+) jobs?",
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

  /** A job that is said to be before another has at least its priority. */
  LineFigures checkLine() {
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
    return this;
  }

  /** Of two jobs in line by the same value the one with less of it is before the other. */
  private void checkOrder(Job before, Job job) {
    for (String ending : ORDERED) {
      boolean isBoth =
          after.sentence(before).contains(ending)
              && after.sentence(job).contains(ending)
              && !after.sentence(job).contains("queue")
              && !after.sentence(job).contains("attained");
      if (isBoth) {
        if (value(before, ending) > value(job, ending) * (1 + 1e-9)) {
          wrong(job, "%s is before it with more".formatted(before.id()));
        }
        return;
      }
    }
  }

  private double value(Job job, String ending) {
    Size asked = job.spec().asked();
    return switch (ending) {
      case " in all;" ->
          AfterPlan.divided(new BigDecimal(job.spec().work().steps()), AfterPlan.speed(job, asked));
      case " of one device left;" -> after.seconds(job, asked) * AfterPlan.devices(job, asked);
      case " of one device so far;" -> job.progress().serviceAt(after.cluster().now());
      default -> after.seconds(job, asked);
    };
  }

  private void values(Job job) {
    each(
        job,
        "in line by (?:[a-z ]+): (?:queue (\\d+) of (\\d+), )?"
            + Told.SPAN
            + "( in all;| of one device left;| left;| of one device so far;)",
        found -> {
          span(job, found.group(3), value(job, found.group(4)));
          if (found.group(1) != null
              && Integer.parseInt(found.group(1)) > Integer.parseInt(found.group(2))) {
            wrong(job, "there are no more queues");
          }
        });
    each(
        job,
        "in line by arrival: came " + Told.SPAN + " ago",
        found ->
            span(job, found.group(1), Progress.seconds(job.submitted(), after.cluster().now())));
  }

  private void packing(Job job) {
    each(
        job,
        "packing score: "
            + Told.NUMBER
            + " \\(fit "
            + Told.NUMBER
            + ", less "
            + Told.NUMBER
            + " for "
            + Told.SPAN
            + " left\\)",
        found -> {
          double fit = fit(job);
          number(job, found.group(2), fit, 0);
          span(job, found.group(4), after.seconds(job, job.spec().asked()));
          double cost = parsed(found.group(3));
          number(job, found.group(1), fit - cost, 0.0051 * (Math.abs(fit) + Math.abs(cost)));
        });
  }

  private static double parsed(String number) {
    return number.equals("infinite") ? Double.POSITIVE_INFINITY : Double.parseDouble(number);
  }

  /** The product of what is needed and what is free before anything is placed. */
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
        "^" + Told.NUMBER + " % dominant share",
        found -> number(job, found.group(1), 100 * after.share(job, size), 0));
    each(
        job,
        "^" + Told.NUMBER + " devices?(?: at weight " + Told.NUMBER + ")?;",
        found -> {
          number(job, found.group(1), AfterPlan.devices(job, size), 0);
          int priority = job.spec().priority();
          double weight = priority >= 0 ? 1.0 + priority : 1 / (1.0 - priority);
          if (found.group(2) != null) {
            number(job, found.group(2), weight, 0);
          }
        });
    each(
        job,
        "waits while (\\d+) jobs? ha(?:s|ve) (?:its|their) shares?",
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
        "; it makes " + Told.NUMBER + " steps? per second instead of " + Told.NUMBER,
        found -> {
          number(job, found.group(1), job.speed().stepsPerSecond(after.now(job)), 0);
          number(job, found.group(2), before, 0);
        });
    each(
        job,
        "with "
            + TASKS
            + " it would make "
            + Told.NUMBER
            + " steps? per second instead of "
            + Told.NUMBER,
        found -> {
          number(job, found.group(4), AfterPlan.speed(job, tasks(found, 0)), 0);
          number(job, found.group(5), before, 0);
        });
    each(
        job,
        "with "
            + TASKS
            + " it makes "
            + Told.NUMBER
            + " steps? per second, with fewer it made "
            + Told.NUMBER,
        found -> {
          number(job, found.group(4), job.progress().stepsPerSecond(), 0);
          if (!tasks(found, 0).equals(job.allocation().size())) {
            wrong(job, "it has " + job.allocation());
          }
        });
  }

  private static Size tasks(Matcher found, int before) {
    int count = Integer.parseInt(found.group(before + 1));
    if (found.group(before + 2).equals("server")) {
      return new Size(0, count);
    }
    return new Size(
        count, found.group(before + 3) == null ? 0 : Integer.parseInt(found.group(before + 3)));
  }

  private void exchanges(Job job) {
    each(
        job,
        "of " + AfterPlan.SIZE + " it gives (.*)",
        found -> {
          Size rest = after.now(job).size();
          for (String gift : found.group(2).split(", ", -1)) {
            Matcher tasks = java.util.regex.Pattern.compile(TASKS).matcher(gift);
            rest = tasks.find() ? rest.plus(tasks(tasks, 0)) : rest;
          }
          boolean isWhole = !found.group(2).contains(", and more to ");
          Size before = AfterPlan.size(found.group(1));
          boolean isHeld = !job.holdsResources() || before.equals(job.allocation().size());
          if (!isHeld || (isWhole && !rest.equals(before))) {
            wrong(job, "it had %s, and that makes %s".formatted(job.allocation(), rest));
          }
        });
    each(
        job,
        "(\\d+) jobs? (?:is|are) in the training phase; above (\\d+) nobody starts",
        found -> {
          long training =
              after.cluster().jobs().stream()
                  .filter(each -> !after.now(each).isNone() && each.phase() != Phase.EARLY_FEEDBACK)
                  .count();
          if (Integer.parseInt(found.group(1)) > training
              || Integer.parseInt(found.group(1)) < Integer.parseInt(found.group(2))) {
            wrong(job, training + " are");
          }
        });
    each(job, "nobody may start, and " + TASKS + " are there to add", _ -> {});
    each(
        job,
        "of " + TASKS + " to add it gets none(?:: its next size needs \\d+ more at once)?",
        _ -> {});
    missing(job);
  }

  /** What a job lacks of what it asks for, and who gives it. */
  private void missing(Job job) {
    each(
        job,
        "too few are free by "
            + TASKS
            + "(?:; (a job|\\d+ jobs) past early feedback gives? "
            + TASKS
            + "|, and jobs past early feedback can give no more than "
            + TASKS
            + ": short by "
            + TASKS
            + "|, and nobody)",
        found -> {
          Size missing = tasks(found, 0);
          if (missing.isNone()) {
            wrong(job, "that is nothing");
          }
          if (found.group(4) != null) {
            givers(job, found);
          } else if (found.group(8) != null) {
            Size possible = tasks(found, 7);
            var rest =
                new Size(
                    Math.max(0, missing.workers() - possible.workers()),
                    Math.max(0, missing.servers() - possible.servers()));
            if (!rest.equals(tasks(found, 10))) {
              wrong(job, "it is short by " + rest);
            }
          }
        });
  }

  private void givers(Job job, Matcher found) {
    long givers =
        after.cluster().jobs().stream()
            .filter(each -> after.sentence(each).contains(" to " + job.id().name()))
            .filter(each -> after.sentence(each).matches(".*: of \\S+ it gives .*"))
            .filter(each ->
                Arrays.asList(after.sentence(each).split("[ ,]", -1)).contains(job.id().name()))
            .count();
    boolean mayBeMore =
        after.cluster().jobs().stream()
            .anyMatch(each -> after.sentence(each).contains(", and more to "));
    long told =
        found.group(4).equals("a job") ? 1 : Long.parseLong(found.group(4).split(" ", 2)[0]);
    if (told != givers && !mayBeMore) {
      wrong(job, givers + " jobs give to it");
    }
  }
}
