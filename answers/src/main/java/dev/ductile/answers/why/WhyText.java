package dev.ductile.answers.why;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.answers.Response;
import dev.ductile.answers.RoundedNumber;
import dev.ductile.answers.TimeWords;
import dev.ductile.api.Reason;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.reports.TextTable;
import dev.ductile.reports.Wrapped;
import dev.ductile.rest.Blocker;
import dev.ductile.rest.JobChange;
import dev.ductile.rest.Json;
import dev.ductile.rest.ReasonView;
import dev.ductile.rest.SizeChoice;
import dev.ductile.rest.TaskCounts;
import dev.ductile.rest.Why;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The answer why a job waits or has its size, for a terminal and for programs. */
public record WhyText(Why why, ZoneId zone, int width) {
  private static final String INDENT = "  ";
  private static final int MOST_CHANGES = 20;
  private static final List<String> COLUMNS =
      List.of("job", "state", "kind", "sentence", "jobs", "nodes");

  /** The answer in this form; CSV has a line for each blocker. */
  public String in(Response.Form form) {
    return form == Response.Form.table
        ? text()
        : new Response(Json.MAPPER.<ObjectNode>valueToTree(why), COLUMNS, rows()).in(form);
  }

  private List<List<String>> rows() {
    return why.blockers().stream()
        .map(blocker ->
            List.of(
                why.job(),
                why.state(),
                blocker.kind(),
                blocker.sentence(),
                String.join(" ", blocker.jobs()),
                String.join(" ", blocker.nodes())))
        .toList();
  }

  private String text() {
    var text = new StringBuilder(Wrapped.text(headline(), "", width));
    if (why.blockers().isEmpty() || why.position().isEmpty()) {
      text.append(Wrapped.text(why.sentence(), INDENT, width));
    }
    blockers(text);
    why.forecast().ifPresent(future -> section(text, "Forecast", List.of(future.sentence())));
    sizes(text);
    section(text, "Advice", why.advice());
    changes(text);
    return text.toString();
  }

  private String headline() {
    String place =
        why.position()
            .map(at -> ", number %d of %d waiting jobs of its queue".formatted(at, why.waiting()))
            .orElse("");
    String amounts =
        why.position().isPresent()
            ? "; needs %s, free: %s".formatted(resources(why.needs()), resources(why.free()))
            : "";
    return "%s is %s%s%s".formatted(why.job(), why.state(), place, amounts);
  }

  private static String resources(Map<String, Double> amounts) {
    return Resources.of(amounts).toString();
  }

  private void blockers(StringBuilder text) {
    if (why.blockers().isEmpty()) {
      return;
    }
    var table = TextTable.ofWords(List.of("BLOCKED BY", "CAUSE", "JOBS"));
    for (Blocker blocker : why.blockers()) {
      table.add(List.of(blocker.kind(), blocker.sentence(), Holders.text(blocker.jobs())));
    }
    text.append('\n').append(table.in(width));
  }

  private void section(StringBuilder text, String title, List<String> sentences) {
    if (!sentences.isEmpty()) {
      text.append('\n').append(title).append('\n');
      sentences.forEach(one -> text.append(Wrapped.text(one, INDENT, width)));
    }
  }

  private void sizes(StringBuilder text) {
    if (why.sizes().isEmpty()) {
      return;
    }
    var table = TextTable.ofWords(List.of("SIZE", "STEPS/S", "EFFECT"));
    for (SizeChoice choice : why.sizes()) {
      table.add(
          List.of(
              size(choice.size()) + (choice.isNow() ? " (now)" : ""),
              RoundedNumber.figure(choice.stepsPerSecond()),
              choice.sentence()));
    }
    text.append('\n').append(table.in(width));
  }

  private static String size(TaskCounts counts) {
    return new Size(counts.workers(), counts.servers()).toString();
  }

  private void changes(StringBuilder text) {
    if (why.changes().isEmpty()) {
      return;
    }
    var table =
        TextTable.ofWords(
            List.of("TIME", "CHANGE", "SIZE", "PAUSE", "STEPS/S", "PREDICTED", "REASON"));
    int first = Math.max(0, why.changes().size() - MOST_CHANGES);
    for (JobChange change : why.changes().subList(first, why.changes().size())) {
      table.add(
          List.of(
              time(change.at()),
              change.kind(),
              sizes(change),
              change.pauseSeconds().map(pause -> Reason.span(pause, "")).orElse(""),
              speeds(change),
              change.predictedSpeed().map(RoundedNumber::figure).orElse(""),
              change.reason().map(ReasonView::sentence).orElse("")));
    }
    text.append('\n').append(table.in(width));
  }

  private String time(Instant at) {
    Instant last = why.changes().getLast().at();
    return new TimeWords(last, zone).moment(at);
  }

  private static String sizes(JobChange change) {
    return change.from().equals(change.to())
        ? size(change.to())
        : size(change.from()) + " → " + size(change.to());
  }

  private static String speeds(JobChange change) {
    Optional<String> before = change.speedBefore().map(RoundedNumber::figure);
    Optional<String> after = change.measuredSpeed().map(RoundedNumber::figure);
    return before.isPresent() && after.isPresent()
        ? before.get() + " → " + after.get()
        : after.or(() -> before.map(speed -> speed + " before")).orElse("");
  }
}
