package dev.ductile.cli.service;

import dev.ductile.rest.DryRun;
import dev.ductile.rest.Forecast;
import dev.ductile.rest.Submitted;
import java.util.List;

/** The answers to job files. */
public final class SubmitAnswers {
  private SubmitAnswers() {}

  public static Answer of(Submitted submitted) {
    var ids =
        new Listing<>(
            "ids",
            submitted.ids(),
            List.of(Column.<String>of("job", id -> id)),
            List.of(),
            id -> id);
    return Answer.of(
        submitted, _ -> String.join("\n", submitted.ids()) + "\n", ids, submitted.ids());
  }

  public static Answer of(DryRun dryRun, Times times) {
    return Answer.of(
        dryRun,
        width -> text(dryRun, times, width),
        forecasts(dryRun.forecasts(), times),
        dryRun.forecasts().stream().map(Forecast::job).toList());
  }

  private static String text(DryRun dryRun, Times times, int width) {
    var text = new StringBuilder();
    text.append(dryRun.accepted() ? "The job would be accepted.\n" : "The job would be refused.\n");
    dryRun.problems().forEach(problem -> text.append(WhyAnswers.bullet(problem, width)));
    dryRun.notes().forEach(note -> text.append(WhyAnswers.bullet("note: " + note, width)));
    for (Forecast forecast : dryRun.forecasts()) {
      var facts = new Facts();
      WhyAnswers.forecast(facts, forecast, times);
      text.append(forecast.job()).append('\n').append(facts.text(width));
    }
    return text.toString();
  }

  private static Listing<Forecast> forecasts(List<Forecast> forecasts, Times times) {
    return new Listing<>(
        "forecasts",
        forecasts,
        List.of(
            Column.of("job", Forecast::job),
            Column.of(
                "start",
                one -> one.start().map(times::range).orElse(""),
                one -> one.start().map(range -> range.median().toString()).orElse("")),
            Column.of(
                "end",
                one -> one.end().map(times::range).orElse(""),
                one -> one.end().map(range -> range.median().toString()).orElse("")),
            Column.of("forecast", Forecast::sentence)),
        List.of(),
        Forecast::job);
  }
}
