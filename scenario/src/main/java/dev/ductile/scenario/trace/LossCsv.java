package dev.ductile.scenario.trace;

import dev.ductile.scenario.TraceFormat.Findings;
import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import java.util.Optional;

/** The losses of a training run: a table with the columns {@code step} and {@code loss}. */
public final class LossCsv {
  private static final int MOST = 20_000_000;
  private static final double LAST_STEP = 1e15;

  private LossCsv() {}

  /** Receives the losses in the order of the file. */
  @FunctionalInterface
  public interface Reader {
    /** The loss of a step; NaN if the program wrote NaN. */
    void loss(long step, double loss);
  }

  /** Whether a file is a table of losses. */
  public static boolean recognises(InputFile file) {
    return TraceStart.hasColumns(TraceStart.firstLine(file.start()), ",", "step", "loss");
  }

  /** Reads the file from top to bottom; a row without a loss is skipped. */
  public static void read(InputFile file, Reader reader) {
    read(file, reader, new Strict());
  }

  /** The same; the findings decide whether the reading continues behind a mistake. */
  public static void read(InputFile file, Reader reader, Findings findings) {
    try (var table = Table.commas(file)) {
      Header header = table.header();
      Column step = header.need("step");
      Column loss = header.need("loss");
      int rows = 0;
      for (Optional<Row> row = table.next(findings); row.isPresent(); row = table.next(findings)) {
        rows++;
        if (rows > MOST) {
          throw row.get().wrong("the file has more than %d losses".formatted(MOST));
        }
        try {
          tell(row.get(), step, loss, reader);
        } catch (InputException problem) {
          findings.wrong(problem);
        }
      }
    }
  }

  private static void tell(Row row, Column step, Column loss, Reader reader) {
    double number = row.number(step);
    if (number != Math.rint(number) || number > LAST_STEP) {
      throw row.wrong(step, "must be a whole number up to 1e15, not " + Row.quoted(row.text(step)));
    }
    if (!row.text(loss).isEmpty()) {
      reader.loss((long) number, row.measured(loss));
    }
  }

  /** Throws at the first mistake. */
  private static final class Strict implements Findings {
    @Override
    public void wrong(InputException problem) {
      throw problem;
    }

    @Override
    public void skipped(String reason) {
      throw new InputException(reason);
    }
  }
}
