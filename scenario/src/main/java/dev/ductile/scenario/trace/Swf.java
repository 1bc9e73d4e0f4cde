package dev.ductile.scenario.trace;

import dev.ductile.api.Demand;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.scenario.RigidTraceFormat;
import dev.ductile.scenario.Submission;
import dev.ductile.text.InputFile;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The Standard Workload Format 2.2 (Chapin et al., JSSPP 1999): 18 numbers a line, -1 for unknown,
 * comments behind a semicolon. A processor is a worker of one CPU.
 */
public final class Swf implements RigidTraceFormat {
  private static final List<String> NAMES =
      List.of(
          "job number",
          "submit time",
          "wait time",
          "run time",
          "allocated processors",
          "average CPU time",
          "used memory",
          "requested processors",
          "requested time",
          "requested memory",
          "status",
          "user",
          "group",
          "application",
          "queue",
          "partition",
          "preceding job",
          "think time");
  private static final Demand ONE_CPU = Demand.perWorker(Resources.of(Resources.CPU, 1));
  private static final Pattern ORIGIN = Pattern.compile(";\\s*UnixStartTime:\\s*(\\d{1,10})\\s*");
  private static final Pattern SPACE = Pattern.compile("\\s+");

  @Override
  public String name() {
    return "swf";
  }

  @Override
  public String summary() {
    return "Standard Workload Format 2.2: 18 numbers a line";
  }

  @Override
  public boolean recognises(InputFile trace, String start) {
    return start
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.startsWith(";"))
        .findFirst()
        .map(line -> line.matches("([-+.0-9]+\\s+){17}[-+.0-9]+"))
        .orElse(start.startsWith(";"));
  }

  @Override
  public Stream<Submission> read(InputFile trace, Reading reading) {
    var jobs = new SortedJobs(reading.findings());
    try (var lines = new TextLines(trace)) {
      var columns = new Columns(reading.findings());
      for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
        String text = line.get().strip();
        if (text.startsWith(";")) {
          columns.comment(text);
        } else if (!text.isEmpty()) {
          var row =
              new Row(trace.toString(), lines.number(), Arrays.asList(SPACE.split(text)), false);
          jobs.add(row, columns::submission);
        }
      }
    }
    return jobs.stream();
  }

  private static final class Columns {
    private final Findings findings;
    private final RigidJobs jobs = new RigidJobs();
    private double origin;

    Columns(Findings findings) {
      this.findings = findings;
    }

    void comment(String text) {
      Matcher start = ORIGIN.matcher(text);
      if (start.matches()) {
        origin = Double.parseDouble(start.group(1));
      }
    }

    Optional<Submission> submission(Row row) {
      if (row.fields().size() != NAMES.size()) {
        throw row.wrong(
            "the line has %d numbers, but %d are expected; maybe the file was cut"
                .formatted(row.fields().size(), NAMES.size()));
      }
      Optional<Integer> status = known(row, 10).map(Double::intValue);
      if (status.filter(code -> code >= 2 && code <= 4).isPresent()) {
        findings.skipped("is a part of a job that has a line of its own");
        return Optional.empty();
      }
      double seconds = known(row, 3).orElse(0.0);
      int processors = known(row, 4).or(() -> known(row, 7)).map(Double::intValue).orElse(0);
      if (seconds == 0 || processors == 0) {
        findings.skipped(seconds == 0 ? "took no time" : "asked for no processor");
        return Optional.empty();
      }
      Instant at = row.seconds(column(1), origin + row.number(column(1)));
      return Optional.of(jobs.lasting(at, label(row), ONE_CPU, Size.workers(processors), seconds));
    }

    private static RigidJobs.Label label(Row row) {
      return new RigidJobs.Label(
          row.text(column(0)),
          known(row, 11).map(user -> "user-" + user.intValue()).orElse(""),
          known(row, 14).map(queue -> "queue-" + queue.intValue()).orElse(""));
    }

    /** A number of the row; empty if it is -1, which means unknown. */
    private static Optional<Double> known(Row row, int index) {
      return row.text(column(index)).equals("-1")
          ? Optional.empty()
          : Optional.of(row.number(column(index)));
    }

    private static Column column(int index) {
      return new Column(index, NAMES.get(index));
    }
  }
}
