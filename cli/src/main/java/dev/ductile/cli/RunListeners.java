package dev.ductile.cli;

import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.cli.train.HeldOutByJob;
import dev.ductile.cli.train.RunView;
import dev.ductile.scheduler.Observer;

/**
 * The listeners of a run with real processes.
 *
 * @param view shows its jobs
 * @param printer prints its events in the view
 * @param others such as an event log
 */
record RunListeners(RunView view, EventPrinter printer, HeldOutByJob heldOut, Observer others) {
  /** Listeners that print into the view. */
  static RunListeners of(RunView view) {
    var heldOut = new HeldOutByJob();
    var printer = new EventPrinter(view::print, heldOut);
    return new RunListeners(view, printer, heldOut, Observer.NONE);
  }

  RunListeners with(Observer newOthers) {
    return new RunListeners(view, printer, heldOut, newOthers);
  }

  Observer observer() {
    return view.and(printer).and(others);
  }

  /** Takes an event of the journal, which an earlier command has printed. */
  void past(Event event) {
    view.happened(event);
    printer.past(event);
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
