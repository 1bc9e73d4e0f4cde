package dev.ductile.engines.supervision;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The output of one task so far.
 *
 * @param outputAt when the task last printed anything
 * @param reports the number of lines that reported a step
 * @param step the furthest reported step; below zero without one
 * @param stepAt when that step was first reported
 * @param checkpoint the last step that it reported as saved; below zero without one
 * @param lastWords the last line that is neither a report nor a frame of a stack trace
 * @param portTaken whether a line reported that an address is in use
 * @param failure why the job has failed, if a line reported it
 * @param within the time until the next line at the latest, from the last report
 */
record TaskOutput(
    Instant outputAt,
    int reports,
    Optional<Instant> firstReportAt,
    Instant lastReportAt,
    double step,
    Instant stepAt,
    double checkpoint,
    String lastWords,
    boolean portTaken,
    Optional<String> failure,
    Optional<Duration> within) {
  private static final int MOST_LAST_WORDS = 300;
  private static final double MOST_MILLIS = 1e12;
  private static final String PORT_TAKEN = "address already in use";

  static TaskOutput none(Instant started) {
    return new TaskOutput(
        started,
        0,
        Optional.empty(),
        started,
        -1,
        started,
        -1,
        "",
        false,
        Optional.empty(),
        Optional.empty());
  }

  TaskOutput withOutput(Instant at) {
    return new TaskOutput(
        at,
        reports,
        firstReportAt,
        lastReportAt,
        step,
        stepAt,
        checkpoint,
        lastWords,
        portTaken,
        failure,
        within);
  }

  TaskOutput with(ProgressReport report, Instant at) {
    boolean further = report.step() > step;
    return new TaskOutput(
        at,
        reports + 1,
        Optional.of(firstReportAt.orElse(at)),
        at,
        Math.max(step, report.step()),
        further ? at : stepAt,
        Math.max(checkpoint, report.checkpoint().orElse(-1)),
        lastWords,
        portTaken,
        failure,
        duration(report.within()));
  }

  private static Optional<Duration> duration(OptionalDouble seconds) {
    return seconds.isPresent() && seconds.getAsDouble() > 0
        ? Optional.of(Duration.ofMillis((long) Math.min(MOST_MILLIS, 1e3 * seconds.getAsDouble())))
        : Optional.empty();
  }

  TaskOutput with(String line) {
    if (line.isBlank() || Character.isWhitespace(line.charAt(0))) {
      return this;
    }
    Optional<String> said = FailureLine.read(line).map(TaskOutput::cut);
    String words = said.orElseGet(() -> cut(line));
    boolean clash = portTaken || words.toLowerCase(Locale.ROOT).contains(PORT_TAKEN);
    return new TaskOutput(
        outputAt,
        reports,
        firstReportAt,
        lastReportAt,
        step,
        stepAt,
        checkpoint,
        words.strip(),
        clash,
        said.or(() -> failure),
        within);
  }

  private static String cut(String line) {
    return line.length() > MOST_LAST_WORDS ? line.substring(0, MOST_LAST_WORDS) : line;
  }
}
