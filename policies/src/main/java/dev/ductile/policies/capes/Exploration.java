package dev.ductile.policies.capes;

import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Notebook;
import dev.ductile.api.Phrase;
import dev.ductile.api.Size;
import dev.ductile.policies.sizing.Candidate;
import dev.ductile.policies.sizing.Division;
import dev.ductile.policies.sizing.GreedyAscent;
import dev.ductile.policies.sizing.SizeDecision;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Divides resources between new jobs, which try their sizes, and jobs that have tried them, in
 * order of arrival.
 */
record Exploration(Exploratory.Settings settings, Notebook<SizeTrial> notebook)
    implements Division {
  /** The decisions so far. */
  private static final class DraftShares {
    private final GreedyAscent ascent;
    private final List<SizeDecision> others = new ArrayList<>();
    private final Notebook<SizeTrial> notebook;
    private final Map<JobId, SizeTrial> trials = new HashMap<>();
    private Optional<Instant> reconsider = Optional.empty();

    private DraftShares(GreedyAscent ascent, Notebook<SizeTrial> notebook) {
      this.ascent = ascent;
      this.notebook = notebook;
    }

    private void note(Job job, SizeTrial trial) {
      if (!trial.equals(notebook.read(job, SizeTrial.NEW))) {
        trials.put(job.id(), trial);
      }
    }

    private void reconsiderAt(Instant at) {
      reconsider = Optional.of(reconsider.filter(at::isAfter).orElse(at));
    }
  }

  @Override
  public Shares divide(Table table) {
    var draft = new DraftShares(new GreedyAscent(table), notebook);
    for (Candidate candidate : table.candidates()) {
      int sizes = sizes(candidate, table);
      SizeTrial noted = noted(candidate.job(), table.now());
      SizeTrial trial =
          noted.isOver(sizes) ? noted : noted.at(table.now(), candidate, sizes, settings.period());
      if (trial.isOver(sizes)) {
        settle(candidate, trial, sizes, table, draft);
      } else if (noted.isBetween() && !isCovered(candidate, sizes, table)) {
        settle(candidate, noted, noted.level(), table, draft);
      } else {
        explore(candidate, trial, sizes, table, draft);
      }
    }
    var decisions = new ArrayList<SizeDecision>(draft.ascent.grow());
    decisions.addAll(draft.others);
    decisions.sort((one, other) -> Long.compare(one.job().arrival(), other.job().arrival()));
    return new Shares(
        decisions, notebook.write(draft.trials).toList(), draft.reconsider, List.of());
  }

  /** The state of the job's trials. A job that has trained and has no note is not new. */
  private SizeTrial noted(Job job, Instant now) {
    SizeTrial noted = notebook.read(job, SizeTrial.NEW);
    return noted.level() == 0 && job.stepsAt(now) > 0 ? SizeTrial.OVER : noted;
  }

  /** Reserved resources stay idle until the job uses them. */
  @Override
  public boolean reserves() {
    return true;
  }

  /**
   * The number of sizes that the job tries: those within the settings for which it would find a
   * place in the empty cluster.
   */
  private int sizes(Candidate candidate, Table table) {
    int sizes = 1;
    while (sizes < candidate.speeds().count() && isTried(candidate, sizes, table)) {
      sizes++;
    }
    return 1 + Math.max(0, table.empty().most(candidate, sizes - 1));
  }

  private boolean isTried(Candidate candidate, int index, Table table) {
    Size size = candidate.size(index);
    return candidate.job().spec().demand().devices(size) <= settings.gpus()
        && table.budget().share(candidate, size) <= 1;
  }

  private static boolean isCovered(Candidate candidate, int sizes, Table table) {
    return table.budget().covers(candidate, candidate.size(sizes - 1));
  }

  /** Decides on a job that tries its sizes: the largest of them is reserved for it. */
  private void explore(
      Candidate candidate, SizeTrial trial, int sizes, Table table, DraftShares draft) {
    Size most = candidate.size(sizes - 1);
    if (!isCovered(candidate, sizes, table)) {
      draft.others.add(
          SizeDecision.waiting(
              candidate,
              most,
              () ->
                  Phrase.of(
                      "to try its sizes it needs {reserved} reserved, and too little is left",
                      most)));
      return;
    }
    table.budget().take(candidate, most);
    draft.note(candidate.job(), trial);
    draft.reconsiderAt(trial.until());
    Duration left = Duration.between(table.now(), trial.until());
    draft.others.add(
        SizeDecision.exactly(
            candidate,
            candidate.size(trial.level() - 1),
            () ->
                Phrase.of(
                    "it tries this size for {triesFor}, number {trial} of {trials}, and {reserved} are reserved for it",
                    left,
                    trial.level(),
                    sizes,
                    most)));
  }

  /** Decides on a job that has tried its sizes: it doubles, up to the largest size it has tried. */
  private void settle(
      Candidate candidate, SizeTrial trial, int sizes, Table table, DraftShares draft) {
    if (notebook.read(candidate.job(), SizeTrial.NEW).level() > 0) {
      draft.note(candidate.job(), trial);
    }
    if (!draft.ascent.start(candidate, new DoublingPath(candidate, sizes - 1, table.now()))) {
      draft.others.add(SizeDecision.late(candidate));
    }
  }
}
