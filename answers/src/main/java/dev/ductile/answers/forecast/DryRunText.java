package dev.ductile.answers.forecast;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.answers.Response;
import dev.ductile.reports.Wrapped;
import dev.ductile.rest.DryRun;
import dev.ductile.rest.Forecast;
import dev.ductile.rest.Json;
import dev.ductile.rest.TimeRange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The answer to a submission that is not made, for a terminal and for programs. */
public record DryRunText(DryRun answer, int width) {
  private static final List<String> COLUMNS = List.of("job", "start", "end", "sentence");

  /** The answer in this form; CSV has a line for each job. */
  public String in(Response.Form form) {
    return form == Response.Form.table
        ? text()
        : new Response(Json.MAPPER.<ObjectNode>valueToTree(answer), COLUMNS, rows()).in(form);
  }

  private List<List<String>> rows() {
    var rows = new ArrayList<List<String>>();
    answer.problems().forEach(problem -> rows.add(List.of("", "", "", problem)));
    for (Forecast forecast : answer.forecasts()) {
      rows.add(
          List.of(
              forecast.job(),
              median(forecast.start()),
              median(forecast.end()),
              forecast.sentence()));
    }
    return rows;
  }

  private static String median(Optional<TimeRange> range) {
    return range.map(TimeRange::median).map(Instant::toString).orElse("");
  }

  private String text() {
    var text = new StringBuilder();
    if (!answer.accepted()) {
      text.append("The job cannot run:\n");
      answer.problems().forEach(problem -> text.append(Wrapped.text(problem, "  ", width)));
    }
    answer.notes().forEach(note -> text.append(Wrapped.text("note: " + note, "", width)));
    for (Forecast forecast : answer.forecasts()) {
      text.append(Wrapped.text(forecast.job() + " " + forecast.sentence(), "", width));
    }
    return text.toString();
  }
}
