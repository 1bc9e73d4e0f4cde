package dev.ductile.cli;

import dev.ductile.api.JobId;
import dev.ductile.cli.train.RunView;
import dev.ductile.engines.supervision.Folders;
import java.nio.file.Path;

/** The lines that a run prints when it has ended or was stopped. */
record RunEnding(RunFolder run, RunListeners listeners) {
  /** The jobs that have failed, why, and where their logs are. */
  void sayFailures() {
    for (EventPrinter.Failure failure : listeners.printer().failures()) {
      String logs = failure.hasRun() ? "; its logs: " + folder(failure.job()) : "";
      Output.say("ductile: %s%s".formatted(failure.sentence(), logs));
    }
  }

  /** The saved steps of each job, where they are, and the command that resumes. */
  void sayStopped(boolean keepRunning) {
    if (keepRunning) {
      Output.say("ductile: the jobs keep running; take them over: " + next());
      return;
    }
    for (RunView.SavedJob job : listeners.view().saved()) {
      Output.say(
          job.lost()
              .map(lost -> "%s: %s".formatted(job.job(), lost))
              .orElseGet(() ->
                  job.saved() > 0
                      ? "%s: step %,d is saved in %s"
                          .formatted(job.job(), job.saved(), checkpoints(job))
                      : "%s: it has not made a step".formatted(job.job())));
    }
    Output.say("ductile: stopped; resume with: " + next());
  }

  /** The same if the run ended without time to save. */
  void sayEndedAtOnce(boolean keepRunning) {
    listeners.view().close();
    if (keepRunning) {
      sayStopped(true);
    } else {
      sayKilled();
    }
  }

  /**
   * The steps that each job may lose because it had no time to save them, and the command that
   * resumes.
   */
  private void sayKilled() {
    for (RunView.KilledJob job : listeners.view().killed()) {
      Output.say("%s: %s".formatted(job.job(), afterKill(job)));
    }
    Output.say("ductile: killed all tasks; resume with: " + next());
  }

  private String afterKill(RunView.KilledJob job) {
    if (job.step() == 0) {
      return "it has not made a step";
    }
    Path checkpoints = folder(new JobId(job.job())).resolve("checkpoints");
    if (job.saved().isEmpty()) {
      return "was at step %,d; it resumes from its newest checkpoint in %s, or from its start"
          .formatted(job.step(), checkpoints);
    }
    long saved = job.saved().getAsLong();
    return saved < job.step()
        ? "was at step %,d, and step %,d is saved in %s".formatted(job.step(), saved, checkpoints)
        : "step %,d is saved in %s".formatted(saved, checkpoints);
  }

  /** That the run was over before its user could stop it, and which command shows it. */
  void sayOver() {
    sayFailures();
    Output.say(
        "ductile: the run was over before it was stopped; its figures: ductile replay "
            + run.path());
  }

  private String next() {
    return "ductile run --resume " + run.path();
  }

  private Path checkpoints(RunView.SavedJob job) {
    return folder(new JobId(job.job())).resolve("checkpoints");
  }

  /** The folder of a job, as short as that of the run. */
  private Path folder(JobId job) {
    var folders = new Folders(run.path());
    return run.path().resolve(folders.root().relativize(folders.job(job)));
  }
}
