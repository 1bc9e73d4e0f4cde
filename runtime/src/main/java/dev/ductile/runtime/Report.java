package dev.ductile.runtime;

import dev.ductile.runtime.master.Pause;
import dev.ductile.runtime.master.Status;
import dev.ductile.runtime.master.StepSummary;
import dev.ductile.runtime.master.Watcher;
import java.time.Duration;
import java.util.Locale;

/** A master's lines: how the job is, for the engine and for people. */
final class Report implements Watcher {
  private final Lines lines;
  private final Metrics metrics;
  private final String within;
  private double pausedMillis;

  /**
   * A report of one master.
   *
   * @param silence a line comes at least so often; an engine replaces a master that is silent for
   *     longer
   */
  Report(Lines lines, Metrics metrics, Duration silence) {
    within = String.format(Locale.ROOT, ",\"within\":%.3f", silence.toNanos() / 1e9);
    this.lines = lines;
    this.metrics = metrics;
  }

  @Override
  public void status(Status status) {
    var line = Lines.progress(status.step(), status.loss());
    status.checkpoint().ifPresent(step -> line.append(",\"checkpoint\":").append(step));
    line.append(",\"workers\":").append(status.workers());
    line.append(",\"servers\":").append(status.servers());
    line.append(",\"phase\":").append(Lines.quoted(status.phase().word()));
    line.append(within);
    if (pausedMillis > 0 && !status.phase().isRegroup()) {
      line.append(String.format(Locale.ROOT, ",\"paused\":%.3f", pausedMillis));
      pausedMillis = 0;
    }
    lines.print(line.append('}').toString());
    if (!status.phase().isRegroup()) {
      metrics.flush();
    }
  }

  @Override
  public void step(StepSummary step) {
    metrics.step(step);
  }

  /** Told with the line that says how large the job is now, which comes next. */
  @Override
  public void regrouped(Pause pause) {
    pausedMillis += pause.nanos() / 1e6;
    metrics.regrouped(pause);
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
