package dev.ductile.cli.train;

import dev.ductile.api.Job;
import dev.ductile.api.JobState;
import dev.ductile.reports.TextTable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** The jobs of a run that are not over, one line for each; running jobs come first. */
record JobsDisplay(Collection<TrainingStatus> jobs) implements Screen.Display {
  private static final int MOST_ROWS = 15;
  private static final int MOST_LINES = 5;

  /** The rows without a job: the heads, the number of all jobs, and that of the cursor. */
  private static final int OTHER_ROWS = 3;

  private static final int LONGEST_NAME = 20;
  private static final List<String> COLUMNS =
      List.of("JOB", "STATE", "WORKERS", "STEP", "LOSS", "TIME LEFT");

  @Override
  public List<String> block(long now, TerminalSize terminal) {
    if (jobs.isEmpty()) {
      return List.of();
    }
    var table = new TextTable(COLUMNS);
    List<TrainingStatus> shown = sorted().stream().limit(rows(terminal)).toList();
    shown.forEach(status -> table.add(row(status)));
    var lines = new ArrayList<String>(table.toString().lines().toList());
    addRest(lines, shown.size());
    return lines;
  }

  private static int rows(TerminalSize terminal) {
    return Math.clamp(terminal.rows() - OTHER_ROWS, 1, MOST_ROWS);
  }

  @Override
  public List<String> lines(long now) {
    List<TrainingStatus> running =
        sorted().stream().filter(JobsDisplay::holdsResources).limit(MOST_LINES).toList();
    var lines = new ArrayList<String>();
    for (TrainingStatus status : running) {
      lines.add("%s: %s".formatted(status.job(), new TrainingDisplay(status).sentence(now)));
    }
    addRest(lines, running.size());
    return lines;
  }

  private void addRest(List<String> lines, int shown) {
    if (jobs.size() > shown) {
      long waiting = jobs.stream().filter(status -> !holdsResources(status)).count();
      lines.add(
          "%s not over; %,d of them %s"
              .formatted(
                  jobs.size() == 1 ? "1 job is" : "%,d jobs are".formatted(jobs.size()),
                  waiting,
                  waiting == 1 ? "waits" : "wait"));
    }
  }

  private List<TrainingStatus> sorted() {
    return jobs.stream().sorted(Comparator.comparing(status -> !holdsResources(status))).toList();
  }

  private static boolean holdsResources(TrainingStatus status) {
    return status.scheduled().filter(Job::holdsResources).isPresent();
  }

  private static List<String> row(TrainingStatus status) {
    OptionalDouble left = JobText.secondsLeft(status, status.stepsPerSecond());
    boolean runs = holdsResources(status);
    String state = state(status);
    return List.of(
        name(status.job()),
        state,
        runs ? Integer.toString(status.wanted().workers()) : "-",
        JobText.steps(status),
        status.loss().isPresent() ? JobText.figure(status.loss().getAsDouble()) : "-",
        state.equals("running") && left.isPresent() ? JobText.time(left.getAsDouble()) : "-");
  }

  private static String name(String name) {
    return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME - 1) + "…";
  }

  /** The state in the scheduler, and for a job that runs the phase that its master reports. */
  static String state(TrainingStatus status) {
    JobState state = status.scheduled().map(Job::state).orElse(JobState.QUEUED);
    return switch (state) {
      case RUNNING -> status.phase();
      case QUEUED -> status.stoppedAt().isPresent() ? "stopped" : waiting(status.phase());
      case STARTING, RESCALING, UNKNOWN, SUCCEEDED, FAILED, CANCELLED ->
          state.name().toLowerCase(Locale.ROOT);
    };
  }

  private static String waiting(String phase) {
    return phase.equals("saving") || phase.equals("crashed") ? phase : "waiting";
  }
}
