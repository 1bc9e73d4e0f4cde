package dev.ductile.reports;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import dev.ductile.history.Figures;
import dev.ductile.history.Outcome;
import dev.ductile.history.Run;
import dev.ductile.simulator.Interval;
import dev.ductile.simulator.Results;
import dev.ductile.text.PlainValue;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;

/** Results as CSV (RFC 4180, but with bare line feeds): all times in seconds, empty for NaN. */
final class Spreadsheets {
  private static final List<String> JOB_COLUMNS =
      List.of(
          "policy",
          "seed",
          "load",
          "job",
          "owner",
          "ending",
          "submitted",
          "started",
          "ended",
          "completion",
          "waiting",
          "service",
          "fairness",
          "rescales",
          "preemptions",
          "moves",
          "lost");

  private Spreadsheets() {}

  /** One line for each run. */
  static String runs(Results results) {
    var text = new StringWriter();
    try (CsvWriter csv = csv(text)) {
      csv.writeRecord(runColumns());
      for (Run run : results.runs()) {
        csv.writeRecord(line(run));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /** One line for each policy and load, over all seeds. */
  static String summary(Results results) {
    var text = new StringWriter();
    try (CsvWriter csv = csv(text)) {
      csv.writeRecord(summaryColumns());
      for (Summary summary : Summary.of(results)) {
        for (Summary.Line line : summary.lines()) {
          csv.writeRecord(line(summary, line));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /** One line for each job of each run; written one by one, because there may be many. */
  static void jobs(Results results, Writer to) throws IOException {
    try (CsvWriter csv = csv(to)) {
      csv.writeRecord(JOB_COLUMNS);
      for (Run run : results.runs()) {
        for (Outcome outcome : run.outcomes()) {
          csv.writeRecord(line(run, outcome));
        }
      }
    }
  }

  private static CsvWriter csv(Writer to) {
    return CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(to);
  }

  private static List<String> runColumns() {
    var columns = new ArrayList<>(List.of("policy", "seed", "load"));
    for (Measure measure : Measure.values()) {
      columns.add(measure.key());
    }
    columns.addAll(List.of("decisions", "rejectedPlans", "end"));
    return columns;
  }

  private static List<String> line(Run run) {
    var cells = new ArrayList<>(keys(run));
    Figures figures = run.figures();
    for (Measure measure : Measure.values()) {
      cells.add(PlainValue.text(measure.of(figures)));
    }
    cells.add(Long.toString(run.totals().decisions()));
    cells.add(Long.toString(run.totals().rejections()));
    cells.add(PlainValue.word(run.totals().end()));
    return cells;
  }

  private static List<String> summaryColumns() {
    var columns = new ArrayList<>(List.of("policy", "load", "seeds"));
    for (Measure measure : Measure.values()) {
      columns.add(measure.key());
      columns.add(measure.key() + "Low");
      columns.add(measure.key() + "High");
    }
    return columns;
  }

  private static List<String> line(Summary summary, Summary.Line line) {
    var cells =
        new ArrayList<>(
            List.of(
                line.policy(), PlainValue.text(summary.load()), Integer.toString(line.seeds())));
    for (Measure measure : Measure.values()) {
      Interval interval = line.interval(measure);
      cells.add(PlainValue.text(interval.mean()));
      cells.add(PlainValue.text(interval.low()));
      cells.add(PlainValue.text(interval.high()));
    }
    return cells;
  }

  private static List<String> line(Run run, Outcome outcome) {
    var cells = new ArrayList<>(keys(run));
    cells.add(outcome.job());
    cells.add(outcome.owner());
    cells.add(PlainValue.word(outcome.ending()));
    for (double number :
        new double[] {
          outcome.submitted(),
          outcome.started(),
          outcome.ended(),
          outcome.completion(),
          outcome.waiting(),
          outcome.service(),
          outcome.fairness(),
          outcome.rescales(),
          outcome.preemptions(),
          outcome.moves(),
          outcome.lost()
        }) {
      cells.add(PlainValue.text(number));
    }
    return cells;
  }

  private static List<String> keys(Run run) {
    return List.of(run.policy(), Long.toString(run.seed()), PlainValue.text(run.load()));
  }
}
