package dev.ductile.cli.service;

import dev.ductile.rest.PolicyChoice;
import dev.ductile.rest.TimeRange;
import dev.ductile.rest.WhatIfAnswer;
import dev.ductile.rest.WhatIfJob;
import dev.ductile.rest.WhatIfMeasure;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The acting policy, and comparisons with others. */
public final class PolicyAnswers {
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
    text.append(answer.question()).append('\n');
    text.append("%d simulations of both futures".formatted(answer.simulations()));
    text.append(answer.isCut() ? "; they ended before all jobs did\n" : "\n");
    text.append('\n').append(measures.table(false, width));
    if (!answer.jobs().isEmpty()) {
      text.append('\n').append(jobs(answer.jobs(), times).table(false, width));
    }
    return text.toString();
  }

  static Listing<WhatIfMeasure> measures(List<WhatIfMeasure> measures, String now, String asked) {
    return new Listing<>(
        "measures",
        measures,
        List.of(
            Column.of("measure", WhatIfMeasure::name),
            Column.of(now, one -> value(one, WhatIfMeasure::now), one -> plain(one.now())),
            Column.of(asked, one -> value(one, WhatIfMeasure::asked), one -> plain(one.asked())),
            Column.of("difference", PolicyAnswers::difference, one -> plain(one.difference())),
            Column.of("verdict", PolicyAnswers::verdict)),
        List.of(),
        WhatIfMeasure::name);
  }

  private static String value(WhatIfMeasure measure, Function<WhatIfMeasure, Double> part) {
    return "%s %s".formatted(Words.number(part.apply(measure)), measure.unit()).strip();
  }

  private static String plain(double value) {
    return Words.number(value);
  }

  private static String difference(WhatIfMeasure measure) {
    return "%s (%s to %s)"
        .formatted(
            Words.number(measure.difference()),
            Words.number(measure.low()),
            Words.number(measure.high()));
  }

  private static String verdict(WhatIfMeasure measure) {
    return measure.isClear() ? "clear" : "within chance";
  }

  private static Listing<WhatIfJob> jobs(List<WhatIfJob> jobs, Times times) {
    return new Listing<>(
        "jobs",
        jobs,
        List.of(
            Column.of("job", WhatIfJob::job),
            Column.of("start now", one -> range(one.startNow(), times)),
            Column.of("start asked", one -> range(one.startAsked(), times)),
            Column.of("end now", one -> range(one.endNow(), times)),
            Column.of("end asked", one -> range(one.endAsked(), times))),
        List.of(),
        WhatIfJob::job);
  }

  private static String range(Optional<TimeRange> range, Times times) {
    return range.map(times::range).orElse("");
  }
}
