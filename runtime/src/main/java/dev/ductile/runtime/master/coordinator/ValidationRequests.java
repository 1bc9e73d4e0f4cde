package dev.ductile.runtime.master.coordinator;

import dev.ductile.runtime.master.saving.Checkpoint;
import dev.ductile.runtime.master.saving.Validation;
import java.util.Optional;

/**
 * Requests the evaluation of checkpoints one after the other. Of several waiting checkpoints, the
 * newest is next and the others are left out, so a slow evaluation never delays the job.
 */
final class ValidationRequests {
  private final JobView view;
  private final boolean wanted;
  private boolean busy;
  private Optional<Checkpoint> waiting = Optional.empty();
  private Optional<Validation> newest = Optional.empty();

  ValidationRequests(JobView view) {
    this.view = view;
    wanted = view.setup.job().validation().isPresent();
  }

  /** Reads the held-out examples, and evaluates the checkpoint that the job resumes from. */
  void begin() {
    if (wanted) {
      start(view.newest());
    }
  }

  /** A checkpoint is complete. */
  void sealed(Checkpoint checkpoint) {
    if (wanted && busy) {
      waiting = Optional.of(checkpoint);
    } else if (wanted) {
      start(Optional.of(checkpoint));
    }
  }

  private void start(Optional<Checkpoint> checkpoint) {
    busy = true;
    view.outbound.validate(checkpoint);
  }

  /** An evaluation is over; empty if only the examples were read. */
  void done(Optional<Validation> validation) {
    newest = validation.or(() -> newest);
    next();
    if (validation.isPresent()) {
      view.tellStatus();
    }
  }

  /**
   * An evaluation has failed.
   *
   * @param hopeless whether the examples are at fault, so that every other evaluation fails too
   */
  void failed(boolean hopeless, String why) {
    view.listener.happened("a checkpoint is not evaluated: " + why);
    if (hopeless && !view.phase().isOver()) {
      view.fail(JobCoordinator.UNRECOVERABLE, why);
    }
    next();
  }

  private void next() {
    busy = false;
    Optional<Checkpoint> next = waiting;
    waiting = Optional.empty();
    next.ifPresent(checkpoint -> start(Optional.of(checkpoint)));
  }

  /** Whether an evaluation is under way. */
  boolean isBusy() {
    return busy;
  }

  /** The newest figures. */
  Optional<Validation> newest() {
    return newest;
  }
}
