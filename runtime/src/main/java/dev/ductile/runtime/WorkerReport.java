package dev.ductile.runtime;

import dev.ductile.runtime.protocol.StepReport;
import dev.ductile.runtime.worker.Worker;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;

/** A worker's lines: its steps, twice a second, and its problems. */
final class WorkerReport implements Worker.Listener {
  private static final long OFTEN_NANOS = 500_000_000L;

  private final Lines lines;
  private final LongSupplier nanos;
  private long toldAt;

  WorkerReport(Lines lines, LongSupplier nanos) {
    this.lines = lines;
    this.nanos = nanos;
    this.toldAt = nanos.getAsLong() - OFTEN_NANOS;
  }

  @Override
  public void step(StepReport report) {
    long now = nanos.getAsLong();
    if (now - toldAt < OFTEN_NANOS) {
      return;
    }
    toldAt = now;
    OptionalDouble loss =
        report.examples() > 0
            ? OptionalDouble.of(report.loss() / report.examples())
            : OptionalDouble.empty();
    lines.print(Lines.progress(report.step(), loss).append('}').toString());
  }

  @Override
  public void trouble(String what) {
    lines.say(what);
  }
}
