package dev.ductile.runtime;

import dev.ductile.runtime.master.report.JobListener;
import dev.ductile.runtime.master.report.Pause;
import dev.ductile.runtime.master.report.Status;
import dev.ductile.runtime.master.report.StepSummary;
import dev.ductile.runtime.master.saving.Validation;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** A master's lines about its job, for the engine and for users. */
final class StatusPrinter implements JobListener {
  private final Lines lines;
  private final Metrics metrics;
  private final String within;
  private final StepParts parts = new StepParts();
  private long pausedNanos;
  private Optional<Validation> validated = Optional.empty();

  /**
   * A report of one master.
   *
   * @param silence the longest time between two lines; an engine replaces a master that is silent
   *     for longer
   */
  StatusPrinter(Lines lines, Metrics metrics, Duration silence) {
    within = ",\"within\":" + Decimals.seconds(silence);
    this.lines = lines;
    this.metrics = metrics;
  }

  @Override
  public void status(Status status) {
    var line = Lines.progress(status.step(), status.loss());
    status.checkpoint().ifPresent(step -> line.append(",\"checkpoint\":").append(step));
    line.append(",\"workers\":").append(status.workers());
    line.append(",\"servers\":").append(status.servers());
    line.append(",\"phase\":\"").append(status.phase().word()).append('"');
    line.append(within).append(parts.take());
    status.validation().ifPresent(validation -> line.append(heldOut(validation)));
    if (pausedNanos > 0 && !status.phase().isReconfiguration()) {
      line.append(",\"paused\":").append(Decimals.millis(pausedNanos));
      pausedNanos = 0;
    }
    lines.print(line.append('}').toString());
    write(status);
    if (!status.phase().isReconfiguration()) {
      metrics.flush();
    }
  }

  /** The figures of the newest evaluation, in each line, for a reader that starts late. */
  private static String heldOut(Validation validation) {
    var text = new StringBuilder(",\"heldOut\":{\"step\":").append(validation.step());
    if (Double.isFinite(validation.loss())) {
      text.append(String.format(Locale.ROOT, ",\"loss\":%.8g", validation.loss()));
    }
    validation
        .accuracy()
        .ifPresent(share -> text.append(String.format(Locale.ROOT, ",\"accuracy\":%.6f", share)));
    return text.append(",\"examples\":").append(validation.examples()).append('}').toString();
  }

  private void write(Status status) {
    if (!status.validation().equals(validated)) {
      validated = status.validation();
      validated.ifPresent(metrics::validated);
    }
  }

  @Override
  public void step(StepSummary step) {
    metrics.step(step);
    parts.add(step);
  }

  /** Part of the next line, which reports the job's new size. */
  @Override
  public void reconfigured(Pause pause) {
    pausedNanos += pause.nanos();
    metrics.reconfigured(pause);
  }

  @Override
  public void replace(String name, String why) {
    lines.print("{\"replace\":%s,\"why\":%s}".formatted(Lines.quoted(name), Lines.quoted(why)));
  }

  @Override
  public void happened(String what) {
    lines.say(what);
  }
}
