package dev.ductile.policies.lin;

import dev.ductile.api.Figure;
import dev.ductile.api.Job;
import dev.ductile.api.JobNote;
import dev.ductile.api.Note;
import dev.ductile.api.Notebook;
import dev.ductile.api.Phrase;
import dev.ductile.api.Size;
import dev.ductile.api.Worded;
import dev.ductile.policies.sizing.Candidate;
import dev.ductile.policies.sizing.Division;
import dev.ductile.policies.sizing.SizeDecision;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Sizes that are decided once (Section IV-C): a job waits for the size that is best for it on the
 * empty cluster, and keeps it to its end. It may be stopped meanwhile. Later jobs may pass a job
 * that finds too few nodes.
 */
record Moldable(SizeChoice choice, double gamma, Notebook<Begun> notebook) implements Division {
  /** The size with which a job started, by its workers. */
  record Begun(int workers) implements Note {}

  private static final Begun NOT_BEGUN = new Begun(0);

  /** Chooses the heuristic for jobs that have not started. */
  @FunctionalInterface
  interface SizeChoice {
    Chosen now(Table table);
  }

  /** The heuristic for this decision, and the figures behind it. */
  record Chosen(Heuristic heuristic, List<Figure> figures) {}

  /** The same heuristic for every decision. */
  static SizeChoice always(Heuristic heuristic) {
    var chosen = new Chosen(heuristic, List.of());
    return any -> chosen;
  }

  @Override
  public Shares divide(Table table) {
    Chosen chosen = choice.now(table);
    var jobs = new ArrayList<SizedJob>(table.candidates().size());
    for (Candidate candidate : table.candidates()) {
      var job = new SizedJob(candidate, table.now(), gamma);
      int index = index(candidate, table, chosen.heuristic());
      job.choose(index, chosen.heuristic().rank(job, index), index);
      jobs.add(job);
    }
    jobs.sort(SizedJob.BY_RANK);
    var decisions = new ArrayList<SizeDecision>(jobs.size());
    var notes = new ArrayList<JobNote>();
    for (SizedJob job : jobs) {
      decisions.add(decision(job, table, chosen.heuristic()));
      note(job.candidate().job(), decisions.getLast().size().workers(), notes);
    }
    return new Shares(decisions, notes, Optional.empty(), chosen.figures());
  }

  /**
   * The index of the size with which the job started, or else of its best size on the empty
   * cluster.
   */
  private int index(Candidate candidate, Table table, Heuristic heuristic) {
    int most = table.empty().budget().most(candidate);
    int begun = begun(candidate);
    if (begun >= 0 && begun <= most) {
      return begun;
    }
    int best = heuristic.best(candidate.speeds(), Math.max(0, most));
    int placed = table.empty().most(candidate, best);
    return placed == best ? best : heuristic.best(candidate.speeds(), Math.max(0, placed));
  }

  private int begun(Candidate candidate) {
    Job job = candidate.job();
    if (job.holdsResources()) {
      return candidate.held();
    }
    boolean hasRun = job.progress().service() > 0 || job.progress().steps() > 0;
    int workers = notedWorkers(job);
    return hasRun && workers > 0
        ? candidate.speeds().indexOf(new Size(workers, job.spec().bounds().servers().least()))
        : -1;
  }

  private SizeDecision decision(SizedJob job, Table table, Heuristic heuristic) {
    Candidate candidate = job.candidate();
    int index = job.index();
    boolean hasBegun = begun(candidate) == index;
    if (!table.budget().covers(candidate, job.size())) {
      return SizeDecision.waiting(
          candidate,
          job.size(),
          () ->
              Phrase.of(
                  "it {} {tasks}, and jobs before it leave fewer",
                  hasBegun ? "started with" : "starts only with",
                  Worded.count(Heuristic.nodes(candidate.speeds(), index), "node")));
    }
    job.take(table.budget());
    return SizeDecision.exactly(
        candidate,
        job.size(),
        () ->
            hasBegun
                ? Phrase.of("it keeps the size with which it started")
                : heuristic.why(job, index));
  }

  /** Notes the size at which a job runs, for the time after it was stopped. */
  private void note(Job job, int workers, List<JobNote> notes) {
    if (workers > 0 && notedWorkers(job) != workers) {
      notes.add(notebook.write(job.id(), new Begun(workers)));
    }
  }

  private int notedWorkers(Job job) {
    return notebook.read(job, NOT_BEGUN).workers();
  }
}
