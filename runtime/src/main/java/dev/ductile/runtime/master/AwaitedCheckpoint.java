package dev.ductile.runtime.master;

import dev.ductile.runtime.disk.WrittenFile;
import dev.ductile.runtime.protocol.TaskMessage;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The checkpoint that all wait for at the end of a regroup. */
final class AwaitedCheckpoint {
  private static final Duration NOTE = Duration.ofSeconds(60);

  /** After so long the job goes on, or ends, without it. */
  private static final Duration LONGEST = Duration.ofMinutes(10);

  private final Chart chart;
  private final Runnable goOn;
  private final Map<Integer, WrittenFile> files = new HashMap<>();
  private boolean sealing;
  private boolean triedAgain;
  private long since;
  private long noteAt;

  /**
   * For one regroup after another.
   *
   * @param goOn what comes behind it
   */
  AwaitedCheckpoint(Chart chart, Runnable goOn) {
    this.chart = chart;
    this.goOn = goOn;
  }

  /** Another attempt begins: what was written may not be what is wanted. */
  void forget() {
    files.clear();
    sealing = false;
  }

  void begin() {
    triedAgain = false;
    save();
  }

  private void save() {
    forget();
    since = chart.now();
    noteAt = chart.now() + NOTE.toNanos();
    String directory = chart.directory(chart.assignment().step());
    chart
        .savers()
        .forEach(
            one -> chart.send(one, new TaskMessage.Save(chart.assignment().step(), directory)));
  }

  void saved(Participant one, long clock, WrittenFile file) {
    if (isSaving(clock)) {
      files.put(one.task(), file);
      advance();
    }
  }

  /** Somebody cannot write. */
  void notSaved(long clock) {
    if (isSaving(clock) && !sealing) {
      fails();
    }
  }

  void advance() {
    List<Participant> busy = chart.savers().filter(one -> !files.containsKey(one.task())).toList();
    if (!busy.isEmpty()) {
      bear("still writing step %d: %s".formatted(chart.assignment().step(), busy));
    } else if (sealing) {
      bear("still completing the checkpoint of step %d".formatted(chart.assignment().step()));
    } else {
      sealing = true;
      chart.hands.seal(
          new Checkpoint(
              chart.assignment().step(),
              chart.directory(chart.assignment().step()),
              List.copyOf(files.values()),
              chart.assignment().cursors()));
    }
  }

  /** A slow disk is no reason to lose who writes to it, and with it the numbers. */
  private void bear(String note) {
    if (chart.now() - since > LONGEST.toNanos()) {
      fails();
    } else if (chart.now() >= noteAt) {
      chart.watcher.happened(note);
      noteAt = chart.now() + NOTE.toNanos();
    }
  }

  /** A checkpoint of that step is whole. */
  void sealed(long step) {
    if (isSaving(step) && sealing) {
      goOn.run();
    }
  }

  /** It could not be made whole. */
  void unsealed(long step) {
    if (isSaving(step) && sealing) {
      fails();
    }
  }

  /** The last one is tried again, for without it all was in vain. */
  private void fails() {
    chart.watcher.happened("no checkpoint of step %d".formatted(chart.assignment().step()));
    if (chart.ending().isPresent() && !triedAgain) {
      triedAgain = true;
      save();
      return;
    }
    if (chart.ending().isPresent()) {
      chart.fail(Brain.FAILED, "its last checkpoint could not be written");
    }
    goOn.run();
  }

  private boolean isSaving(long step) {
    return chart.phase() == Phase.SAVING && step == chart.assignment().step();
  }
}
