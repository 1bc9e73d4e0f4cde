package dev.ductile.policies.capes;

import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Notebook;
import dev.ductile.api.Reason;
import dev.ductile.api.Size;
import dev.ductile.policies.elastic.Climb;
import dev.ductile.policies.elastic.Contender;
import dev.ductile.policies.elastic.Division;
import dev.ductile.policies.elastic.Wish;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Divides between jobs that try sizes and jobs that have tried them, in order of arrival. */
record Exploration(Exploratory.Settings settings, Notebook<Trial> notebook) implements Division {
  /** What has been settled while one job after the other had its turn. */
  private static final class Draft {
    private final Climb climb;
    private final List<Wish> others = new ArrayList<>();
    private final Notebook<Trial> notebook;
    private final Map<JobId, Trial> trials = new HashMap<>();
    private Optional<Instant> reconsider = Optional.empty();

    private Draft(Climb climb, Notebook<Trial> notebook) {
      this.climb = climb;
      this.notebook = notebook;
    }

    private void note(Job job, Trial trial) {
      if (!trial.equals(notebook.read(job, Trial.NEW))) {
        trials.put(job.id(), trial);
      }
    }

    private void askAgainAt(Instant at) {
      reconsider = Optional.of(reconsider.filter(at::isAfter).orElse(at));
    }
  }

  @Override
  public Shares divide(Table table) {
    var draft = new Draft(new Climb(table), notebook);
    for (Contender contender : table.contenders()) {
      int sizes = sizes(contender, table);
      Trial noted = noted(contender.job(), table.now());
      Trial trial =
          noted.isOver(sizes) ? noted : noted.at(table.now(), contender, sizes, settings.period());
      if (trial.isOver(sizes)) {
        settle(contender, trial, sizes, table, draft);
      } else if (noted.isBetween() && !isCovered(contender, sizes, table)) {
        settle(contender, noted, noted.level(), table, draft);
      } else {
        explore(contender, trial, sizes, table, draft);
      }
    }
    var wishes = new ArrayList<Wish>(draft.climb.grow());
    wishes.addAll(draft.others);
    wishes.sort((one, other) -> Long.compare(one.job().arrival(), other.job().arrival()));
    return new Shares(wishes, notebook.write(draft.trials).toList(), draft.reconsider, List.of());
  }

  /** How far the job has come; one that has trained and has no note is not new. */
  private Trial noted(Job job, Instant now) {
    Trial noted = notebook.read(job, Trial.NEW);
    return noted.level() == 0 && job.stepsAt(now) > 0 ? Trial.OVER : noted;
  }

  /** What is reserved and not used yet is nobody else's. */
  @Override
  public boolean reserves() {
    return true;
  }

  /** How many sizes the job tries: those the settings name and the empty cluster has places for. */
  private int sizes(Contender contender, Table table) {
    int sizes = 1;
    while (sizes < contender.ladder().count() && isTried(contender, sizes, table)) {
      sizes++;
    }
    return 1 + Math.max(0, table.empty().most(contender, sizes - 1));
  }

  private boolean isTried(Contender contender, int rung, Table table) {
    Size size = contender.size(rung);
    return contender.job().spec().demand().devices(size) <= settings.gpus()
        && table.budget().share(contender, size) <= 1;
  }

  private static boolean isCovered(Contender contender, int sizes, Table table) {
    return table.budget().covers(contender, contender.size(sizes - 1));
  }

  /** A job that tries sizes has all of the largest reserved for it. */
  private void explore(Contender contender, Trial trial, int sizes, Table table, Draft draft) {
    Size most = contender.size(sizes - 1);
    if (!isCovered(contender, sizes, table)) {
      draft.others.add(
          Wish.waiting(
              contender,
              most,
              () -> "to try its sizes it needs %s reserved, which are not left".formatted(most)));
      return;
    }
    table.budget().take(contender, most);
    draft.note(contender.job(), trial);
    draft.askAgainAt(trial.until());
    Duration left = Duration.between(table.now(), trial.until());
    draft.others.add(
        Wish.exactly(
            contender,
            contender.size(trial.level() - 1),
            () ->
                "it tries this size for %s, number %d of %d, and %s are reserved for it"
                    .formatted(Reason.text(left), trial.level(), sizes, most)));
  }

  /** A job that has tried its sizes doubles like others, up to the largest it was seen at. */
  private void settle(Contender contender, Trial trial, int sizes, Table table, Draft draft) {
    if (notebook.read(contender.job(), Trial.NEW).level() > 0) {
      draft.note(contender.job(), trial);
    }
    if (!draft.climb.start(contender, new DoublingRoute(contender, sizes - 1, table.now()))) {
      draft.others.add(Wish.late(contender));
    }
  }
}
