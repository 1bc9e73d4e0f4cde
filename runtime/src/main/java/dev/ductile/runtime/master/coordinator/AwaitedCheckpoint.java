package dev.ductile.runtime.master.coordinator;

import dev.ductile.runtime.disk.WrittenFile;
import dev.ductile.runtime.master.report.JobPhase;
import dev.ductile.runtime.master.saving.Checkpoint;
import dev.ductile.runtime.master.tasks.Participant;
import dev.ductile.runtime.protocol.TaskMessage;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The checkpoint for which all members wait at the end of a reconfiguration. */
final class AwaitedCheckpoint {
  private static final Duration NOTE = Duration.ofSeconds(60);

  /** After this time the job continues, or ends, without the checkpoint. */
  private static final Duration LONGEST = Duration.ofMinutes(10);

  private final JobView view;
  private final Runnable goOn;
  private final Map<Integer, WrittenFile> files = new HashMap<>();
  private boolean sealing;
  private boolean triedAgain;
  private long since;
  private long noteAt;

  /**
   * Serves one reconfiguration after another.
   *
   * @param goOn runs after the checkpoint
   */
  AwaitedCheckpoint(JobView view, Runnable goOn) {
    this.view = view;
    this.goOn = goOn;
  }

  /** Another attempt begins: the parts that were written may belong to another state. */
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
    since = view.now();
    noteAt = view.now() + NOTE.toNanos();
    String directory = view.directory(view.assignment().step());
    view.savers()
        .forEach(one -> view.send(one, new TaskMessage.Save(view.assignment().step(), directory)));
  }

  void saved(Participant one, long clock, WrittenFile file) {
    if (isSaving(clock)) {
      files.put(one.task(), file);
      advance();
    }
  }

  /** A server cannot write its part. */
  void notSaved(long clock) {
    if (isSaving(clock) && !sealing) {
      fails();
    }
  }

  void advance() {
    List<Participant> busy = view.savers().filter(one -> !files.containsKey(one.task())).toList();
    if (!busy.isEmpty()) {
      waitOrFail("still writing step %d: %s".formatted(view.assignment().step(), busy));
    } else if (sealing) {
      waitOrFail("still completing the checkpoint of step %d".formatted(view.assignment().step()));
    } else {
      sealing = true;
      view.outbound.seal(
          new Checkpoint(
              view.assignment().step(),
              view.directory(view.assignment().step()),
              List.copyOf(files.values()),
              view.assignment().cursors()));
    }
  }

  /** Waits for a slow disk up to a limit. Dropping the writer would lose its parameters. */
  private void waitOrFail(String note) {
    if (view.now() - since > LONGEST.toNanos()) {
      fails();
    } else if (view.now() >= noteAt) {
      view.listener.happened(note);
      noteAt = view.now() + NOTE.toNanos();
    }
  }

  /** The checkpoint of that step is complete. */
  void sealed(long step) {
    if (isSaving(step) && sealing) {
      goOn.run();
    }
  }

  /** The checkpoint could not be completed. */
  void unsealed(long step) {
    if (isSaving(step) && sealing) {
      fails();
    }
  }

  /** The last checkpoint is tried again, because without it the training was for nothing. */
  private void fails() {
    view.listener.happened("no checkpoint of step %d".formatted(view.assignment().step()));
    if (view.ending().isPresent() && !triedAgain) {
      triedAgain = true;
      save();
      return;
    }
    if (view.ending().isPresent()) {
      view.fail(JobCoordinator.FAILED, "its last checkpoint could not be written");
    }
    goOn.run();
  }

  private boolean isSaving(long step) {
    return view.phase() == JobPhase.SAVING && step == view.assignment().step();
  }
}
