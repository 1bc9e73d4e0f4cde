package dev.ductile.cli.service;

import dev.ductile.reports.Wrapped;
import dev.ductile.rest.Blocker;
import dev.ductile.rest.Forecast;
import dev.ductile.rest.JobChange;
import dev.ductile.rest.SizeChoice;
import dev.ductile.rest.Why;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The reasons of a job's state and size as text. */
public final class WhyAnswers {
  private static final int MOST_CHANGES = 8;

  private WhyAnswers() {}

  public static Answer of(Why why, Times times) {
    return Answer.of(
        why, width -> text(why, times, width), changes(why.changes(), times), List.of(why.job()));
  }

  private static String text(Why why, Times times, int width) {
    var text = new StringBuilder();
    text.append("%s  %s%n".formatted(why.job(), why.state()));
    text.append(Wrapped.text(Words.capital(why.sentence()), "", width));
    var facts = new Facts();
    facts.add("needs", Words.amounts(why.needs()));
    facts.add("free", Words.amounts(why.free()));
    why.position()
        .ifPresent(place ->
            facts.add("position", "%d of %d waiting in its queue".formatted(place, why.waiting())));
    why.forecast().ifPresent(forecast -> forecast(facts, forecast, times));
    facts.add("speed", why.speedSource().orElse(""));
    text.append(facts.text(width));
    text.append(blockers(why.blockers(), width));
    if (!why.sizes().isEmpty()) {
      text.append("\n").append(sizes(why.sizes()).table(false, width));
    }
    if (!why.changes().isEmpty()) {
      List<JobChange> last =
          why.changes()
              .subList(Math.max(0, why.changes().size() - MOST_CHANGES), why.changes().size());
      text.append("\n").append(changes(last, times).table(false, width));
    }
    if (!why.advice().isEmpty()) {
      text.append("\nYou could:\n");
      why.advice().forEach(line -> text.append(bullet(line, width)));
    }
    return text.toString();
  }

  static void forecast(Facts facts, Forecast forecast, Times times) {
    facts.add("forecast", forecast.sentence());
    facts.add("start", forecast.start().map(times::range).orElse(""));
    facts.add("end", forecast.end().map(times::range).orElse(""));
    if (forecast.isCut()) {
      facts.add("", "the simulations ended before the job did");
    }
  }

  private static String blockers(List<Blocker> blockers, int width) {
    var text = new StringBuilder(blockers.isEmpty() ? "" : "\nWhat is in the way:\n");
    for (Blocker blocker : blockers) {
      text.append(bullet("%s: %s".formatted(blocker.kind(), blocker.sentence()), width));
      text.append(
          new Facts()
              .add("needs", Words.amounts(blocker.needs()))
              .add("free", Words.amounts(blocker.free()))
              .add("jobs", String.join(", ", blocker.jobs()))
              .add("nodes", String.join(", ", blocker.nodes()))
              .text(width));
    }
    return text.toString();
  }

  /** A line of a list; it goes on behind its mark. */
  static String bullet(String line, int width) {
    return "- " + Wrapped.text(line, "  ", width).substring(2);
  }

  private static Listing<SizeChoice> sizes(List<SizeChoice> sizes) {
    var columns = new ArrayList<Column<SizeChoice>>();
    columns.add(Column.of("size", one -> Words.size(one.size()) + (one.isNow() ? " (now)" : "")));
    if (sizes.stream().anyMatch(one -> one.stepsPerSecond() > 0)) {
      columns.add(Column.of("steps/s", WhyAnswers::speed));
    }
    columns.add(Column.of("effect", SizeChoice::sentence));
    return new Listing<>("sizes", sizes, columns, List.of(), one -> Words.size(one.size()));
  }

  private static String speed(SizeChoice choice) {
    return choice.stepsPerSecond() > 0 ? Words.number(choice.stepsPerSecond()) : "unknown";
  }

  /** Every change with its reason, its cost, and its predicted and measured gain. */
  public static Listing<JobChange> changes(List<JobChange> changes, Times times) {
    return new Listing<>(
        "changes",
        changes,
        List.of(
            Column.of("time", one -> times.clock(one.at()), one -> one.at().toString()),
            Column.of("event", JobChange::kind),
            Column.of("from", one -> from(one)),
            Column.of("to", one -> Words.size(one.to())),
            Column.of("pause", one -> one.pauseSeconds().map(WhyAnswers::pause).orElse("")),
            Column.of("steps/s", WhyAnswers::gain),
            Column.of("reason", WhyAnswers::cause)),
        List.of(),
        one -> one.at().toString());
  }

  private static String cause(JobChange change) {
    return change.reason().isPresent()
        ? Words.sentence(change.reason())
        : change.message().orElse("");
  }

  private static String from(JobChange change) {
    return change.from().equals(change.to()) ? "" : Words.size(change.from());
  }

  private static String pause(double seconds) {
    return String.format(Locale.ROOT, "%.3g s", seconds);
  }

  /** The speed before, as predicted and as measured. */
  private static String gain(JobChange change) {
    var parts = new ArrayList<String>();
    change.speedBefore().ifPresent(speed -> parts.add(Words.number(speed)));
    change.predictedSpeed().ifPresent(speed -> parts.add("predicted " + Words.number(speed)));
    change.measuredSpeed().ifPresent(speed -> parts.add("measured " + Words.number(speed)));
    return String.join(", ", parts);
  }
}
