package dev.ductile.answers.forecast;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.answers.Response;
import dev.ductile.answers.TimeWords;
import dev.ductile.api.Reason;
import dev.ductile.reports.TextTable;
import dev.ductile.reports.Wrapped;
import dev.ductile.rest.Json;
import dev.ductile.rest.TimeRange;
import dev.ductile.rest.WhatIfAnswer;
import dev.ductile.rest.WhatIfJob;
import dev.ductile.rest.WhatIfMeasure;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/**
 * The answer to a what-if question, for a terminal and for programs.
 *
 * @param now the time of the question
 */
public record WhatIfText(WhatIfAnswer answer, Instant now, ZoneId zone, int width) {
  private static final int MOST_JOBS = 20;
  private static final List<String> COLUMNS =
      List.of("measure", "unit", "now", "asked", "difference", "low", "high", "isClear");

  /** The answer in this form; CSV has a line for each measure, a table no pictures. */
  public String in(Response.Form form) {
    return form == Response.Form.table
        ? text()
        : new Response(Json.MAPPER.<ObjectNode>valueToTree(answer), COLUMNS, rows()).in(form);
  }

  private List<List<String>> rows() {
    return answer.measures().stream()
        .map(one ->
            List.of(
                one.name(),
                one.unit(),
                Reason.text(one.now()),
                Reason.text(one.asked()),
                Reason.text(one.difference()),
                Reason.text(one.low()),
                Reason.text(one.high()),
                Boolean.toString(one.isClear())))
        .toList();
  }

  private String text() {
    var text = new StringBuilder(Wrapped.text(headline(), "", width));
    var table = new TextTable(List.of("MEASURE", "NOW", "ASKED", "DIFFERENCE"));
    answer
        .measures()
        .forEach(one ->
            table.add(
                List.of(
                    one.name(), value(one, one.now()), value(one, one.asked()), difference(one))));
    text.append('\n').append(table.in(width));
    jobs(text);
    return text.toString();
  }

  private String headline() {
    String effort =
        answer.simulations() == 1
            ? "one simulation, because all speeds are exact"
            : "%d simulations, differences with their interval of 95 %%"
                .formatted(answer.simulations());
    return "What if: %s (%s%s)"
        .formatted(
            answer.question(), effort, answer.isCut() ? "; ended early by their time limit" : "");
  }

  private static String value(WhatIfMeasure measure, double value) {
    return switch (measure.unit()) {
      case "s" -> Reason.span(value, "-");
      case "%" -> Reason.text(Math.round(value * 10) / 10.0) + " %";
      default -> Reason.text(value);
    };
  }

  private static String difference(WhatIfMeasure measure) {
    if (!measure.isClear()) {
      return measure.low() == measure.high() ? "none" : "no clear difference";
    }
    String sign = measure.difference() > 0 ? "+" : "-";
    String middle = sign + value(measure, Math.abs(measure.difference()));
    return measure.low() == measure.high()
        ? middle
        : "%s (%s to %s)"
            .formatted(middle, signed(measure, measure.low()), signed(measure, measure.high()));
  }

  private static String signed(WhatIfMeasure measure, double value) {
    return (value < 0 ? "-" : "+") + value(measure, Math.abs(value));
  }

  private void jobs(StringBuilder text) {
    List<WhatIfJob> changed =
        answer.jobs().stream()
            .filter(job ->
                !job.endNow().equals(job.endAsked()) || !job.startNow().equals(job.startAsked()))
            .toList();
    if (changed.isEmpty()) {
      return;
    }
    var table = TextTable.ofWords(List.of("JOB", "START", "START ASKED", "END", "END ASKED"));
    for (WhatIfJob job : changed.subList(0, Math.min(MOST_JOBS, changed.size()))) {
      table.add(
          List.of(
              job.job(),
              time(job.startNow()),
              time(job.startAsked()),
              time(job.endNow()),
              time(job.endAsked())));
    }
    text.append('\n').append(table.in(width));
    if (changed.size() > MOST_JOBS) {
      text.append("and %s\n".formatted(Reason.count(changed.size() - MOST_JOBS, "further job")));
    }
  }

  private String time(Optional<TimeRange> range) {
    return range.map(one -> new TimeWords(now, zone).moment(one.median())).orElse("-");
  }
}
