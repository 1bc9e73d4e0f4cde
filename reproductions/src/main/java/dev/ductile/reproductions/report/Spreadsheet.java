package dev.ductile.reproductions.report;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import dev.ductile.reproductions.Reproduced;
import dev.ductile.reproductions.experiment.Grid;
import dev.ductile.simulator.Interval;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;

/** The numbers of reproductions as CSV: a row for each line and point. */
public final class Spreadsheet {
  private Spreadsheet() {}

  public static String of(List<Reproduced> all) {
    var text = new StringWriter();
    try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
      csv.writeRecord("reproduction", "line", "x", "ours", "low", "high", "seeds", "theirs");
      all.forEach(one -> write(one, csv));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void write(Reproduced one, CsvWriter csv) {
    Grid grid = one.grid();
    for (int i = 0; i < grid.lines().size(); i++) {
      for (int j = 0; j < grid.points().size(); j++) {
        Interval interval = grid.cell(i, j).interval();
        csv.writeRecord(
            one.reproduction().name(),
            grid.lines().get(i),
            grid.points().get(j).name(),
            number(interval.mean()),
            number(interval.low()),
            number(interval.high()),
            Integer.toString(interval.samples()),
            one.reproduction()
                .theirs()
                .of(grid.lines().get(i), grid.points().get(j))
                .map(Spreadsheet::number)
                .orElse(""));
      }
    }
  }

  private static String number(double value) {
    return Double.isFinite(value) ? Double.toString(value) : "";
  }
}
