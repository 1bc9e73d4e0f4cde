package dev.ductile.cli.validation;

import dev.ductile.scenario.TraceFormat;
import dev.ductile.scenario.trace.LossCsv;
import dev.ductile.text.InputException;
import dev.ductile.text.Mistakes;

/** Counts losses, and collects the mistakes in their table. */
final class ReadLosses implements LossCsv.Reader, TraceFormat.Findings {
  private final Mistakes mistakes = new Mistakes();
  private long count;

  @Override
  public void loss(long step, double loss) {
    count++;
  }

  @Override
  public void wrong(InputException problem) {
    mistakes.add(problem);
  }

  @Override
  public void skipped(String reason) {
    mistakes.add(new InputException(reason));
  }

  Mistakes mistakes() {
    return mistakes;
  }

  long count() {
    return count;
  }
}
