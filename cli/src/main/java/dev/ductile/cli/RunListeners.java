package dev.ductile.cli;

import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.cli.train.HeldOutByJob;
import dev.ductile.cli.train.RunView;
import dev.ductile.history.EventLog;
import dev.ductile.scheduler.SchedulerObserver;
import java.util.function.Consumer;

/**
 * The listeners of a run with real processes.
 *
 * @param view shows its jobs
 * @param printer prints its events in the view
 * @param others see the events of this command
 * @param earlier takes the events of earlier commands
 */
record RunListeners(
    RunView view,
    EventPrinter printer,
    HeldOutByJob heldOut,
    SchedulerObserver others,
    Consumer<Event> earlier) {
  /**
   * Listeners that print into the view.
   *
   * @param learns whether an estimator learns the speeds of jobs
   */
  static RunListeners of(RunView view, boolean learns) {
    var heldOut = new HeldOutByJob();
    var printer = new EventPrinter(view::print, heldOut, view::lastFigures, learns);
    return new RunListeners(view, printer, heldOut, SchedulerObserver.NONE, _ -> {});
  }

  RunListeners with(SchedulerObserver newOthers) {
    return new RunListeners(view, printer, heldOut, newOthers, earlier);
  }

  /** The same, with one more observer. */
  RunListeners and(SchedulerObserver more) {
    return new RunListeners(view, printer, heldOut, others.and(more), earlier);
  }

  /** The same, with the log of all events of the run. */
  RunListeners with(EventLog log) {
    return new RunListeners(view, printer, heldOut, others.and(log), log::past);
  }

  SchedulerObserver observer() {
    return view.and(printer).and(others);
  }

  /** Takes an event of the journal, which an earlier command has printed. */
  void past(Event event) {
    view.happened(event);
    printer.past(event);
    earlier.accept(event);
  }

  /** Takes a line that the master of a job prints, or worker 0 of another. */
  void printed(JobId job, String line) {
    heldOut.take(job, line);
    view.printed(job, line);
  }

  /** Takes a line for people that is about no job. */
  void note(String line) {
    view.print("ductile: " + line);
  }
}
