package dev.ductile.cli.service;

import dev.ductile.reports.Wrapped;
import dev.ductile.rest.PolicyChoice;
import dev.ductile.rest.TimeRange;
import dev.ductile.rest.WhatIfAnswer;
import dev.ductile.rest.WhatIfJob;
import dev.ductile.rest.WhatIfMeasure;
import java.util.List;
import java.util.Optional;

/** The acting policy, and comparisons with others. */
public final class PolicyAnswers {
  private static final String NEW = "new job";
  private static final String GAP = "-";
  private static final String GAPS =
      "- is a time that the simulations do not reach, such as the end of a job of unknown speed.";
  private static final double SHORT_SECONDS = 10;

  private PolicyAnswers() {}

  public static Answer of(PolicyChoice choice) {
    var row =
        new Listing<>(
            "policies",
            List.of(choice),
            List.of(Column.of("policy", PolicyChoice::policy), Column.of("why", PolicyChoice::why)),
            List.of(),
            PolicyChoice::policy);
    String why = choice.why().isBlank() ? "" : " (%s)".formatted(choice.why());
    return Answer.of(choice, _ -> choice.policy() + why + "\n", row, List.of(choice.policy()));
  }

  public static Answer of(WhatIfAnswer answer, Times times) {
    Listing<WhatIfMeasure> measures = measures(answer.measures(), "now", "asked");
    return Answer.of(answer, width -> text(answer, measures, times, width), measures, List.of());
  }

  private static String text(
      WhatIfAnswer answer, Listing<WhatIfMeasure> measures, Times times, int width) {
    var text = new StringBuilder();
    text.append("What if: ").append(answer.question()).append('\n');
    text.append(Words.count(answer.simulations(), "simulation")).append(" of both futures");
    text.append(answer.isCut() ? "; they ended before all jobs did\n" : "\n");
    text.append('\n').append(measures.table(false, width));
    if (!answer.jobs().isEmpty()) {
      String jobs = jobs(answer.jobs(), times).table(false, width);
      text.append('\n').append(jobs);
      if (answer.jobs().stream().anyMatch(PolicyAnswers::hasGap)) {
        text.append('\n').append(Wrapped.text(GAPS, "", width));
      }
    }
    return text.toString();
  }

  static Listing<WhatIfMeasure> measures(List<WhatIfMeasure> measures, String now, String asked) {
    return new Listing<>(
        "measures",
        measures,
        List.of(
            Column.of("measure", WhatIfMeasure::name),
            Column.of(now, one -> value(one, one.now()), one -> Words.number(one.now())),
            Column.of(asked, one -> value(one, one.asked()), one -> Words.number(one.asked())),
            Column.of(
                "difference", PolicyAnswers::difference, one -> Words.number(one.difference())),
            Column.of("verdict", PolicyAnswers::verdict),
            Column.wide("unit", WhatIfMeasure::unit)),
        List.of(),
        WhatIfMeasure::name);
  }

  private static String value(WhatIfMeasure measure, double value) {
    return switch (measure.unit()) {
      case "s" -> value < SHORT_SECONDS ? Words.number(value) + "s" : Times.length(value);
      case "%" -> Words.number(value) + "%";
      default -> "%s %s".formatted(Words.number(value), measure.unit()).strip();
    };
  }

  private static String difference(WhatIfMeasure measure) {
    String middle = signed(measure, measure.difference());
    String low = signed(measure, measure.low());
    String high = signed(measure, measure.high());
    return low.equals(high) ? middle : "%s (%s to %s)".formatted(middle, low, high);
  }

  /** A difference with its sign; one that is shown as zero has none. */
  private static String signed(WhatIfMeasure measure, double value) {
    String size = value(measure, Math.abs(value));
    if (Words.number(value).equals("0")) {
      return size;
    }
    return (value < 0 ? "-" : "+") + size;
  }

  private static String verdict(WhatIfMeasure measure) {
    if (measure.difference() == 0 && measure.low() == measure.high()) {
      return "equal";
    }
    return measure.isClear() ? "clear" : "within chance";
  }

  private static Listing<WhatIfJob> jobs(List<WhatIfJob> jobs, Times times) {
    return new Listing<>(
        "jobs",
        jobs,
        List.of(
            Column.of("job", WhatIfJob::job),
            Column.of("start now", one -> isNew(one) ? NEW : start(one, one.startNow(), times)),
            Column.of("start asked", one -> start(one, one.startAsked(), times)),
            Column.of("end now", one -> isNew(one) ? NEW : range(one.endNow(), times)),
            Column.of("end asked", one -> range(one.endAsked(), times))),
        List.of(),
        WhatIfJob::job);
  }

  private static boolean isNew(WhatIfJob job) {
    return job.state().equals("new");
  }

  private static boolean isRunning(WhatIfJob job) {
    return job.state().equals("running");
  }

  private static boolean hasGap(WhatIfJob job) {
    boolean hasStarts = job.startAsked().isPresent() && (isNew(job) || job.startNow().isPresent());
    boolean hasEnds = job.endAsked().isPresent() && (isNew(job) || job.endNow().isPresent());
    return !hasEnds || !(hasStarts || isRunning(job));
  }

  private static String start(WhatIfJob job, Optional<TimeRange> range, Times times) {
    return range.isEmpty() && isRunning(job) ? "runs" : range(range, times);
  }

  private static String range(Optional<TimeRange> range, Times times) {
    return range.map(times::range).orElse(GAP);
  }
}
