package dev.ductile.contracts;

import dev.ductile.api.Job;
import dev.ductile.api.Phase;
import dev.ductile.api.Range;
import dev.ductile.api.Size;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Recomputes the tasks that jobs give to each other, and those that are free to be added. */
final class ExchangeFigures extends SentenceCheck {
  /** Workers, servers, or both. */
  static final String TASKS =
      "(\\d+|more than a million) (worker|server)s?(?: and (\\d+|more than a million) servers?)?";

  private static final Pattern ONE_GIFT = Pattern.compile(TASKS);
  private static final Pattern GIVER = Pattern.compile(": it had \\S+ and gives ");

  private final Supply supply;
  private Optional<Size> budget = Optional.empty();
  private Size added = Size.NONE;

  ExchangeFigures(AfterPlan after, SentencePatterns patterns) {
    super(after, patterns);
    this.supply = new Supply(after);
  }

  @Override
  protected void check(Job job) {
    exchanges(job);
  }

  static Size tasks(Matcher found, int before) {
    int count = count(found.group(before + 1));
    return found.group(before + 2).equals("server")
        ? new Size(0, count)
        : new Size(count, found.group(before + 3) == null ? 0 : count(found.group(before + 3)));
  }

  private static int count(String written) {
    return written.startsWith("more") ? Range.LIMIT + 1 : Integer.parseInt(written);
  }

  private void exchanges(Job job) {
    each(
        job,
        "it had " + AfterPlan.SIZE + " and gives (.*)",
        found -> {
          Size rest = after.now(job).size();
          for (String gift : found.group(2).split(", ", -1)) {
            Matcher tasks = ONE_GIFT.matcher(gift);
            rest = tasks.find() ? rest.plus(tasks(tasks, 0)) : rest;
          }
          boolean isWhole = !found.group(2).contains(", and more to ");
          Size before = AfterPlan.size(found.group(1));
          boolean isHeld = !job.holdsResources() || before.equals(job.allocation().size());
          if (!isHeld || (isWhole && !rest.equals(before))) {
            wrong(job, "it had %s, and that makes %s".formatted(job.allocation(), rest));
          }
        });
    each(
        job,
        "(\\d+) jobs? (?:is|are) in the training phase; above (\\d+), no job starts",
        found -> {
          long training =
              after.cluster().jobs().stream()
                  .filter(each -> !after.now(each).isNone() && each.phase() != Phase.EARLY_FEEDBACK)
                  .count();
          if (Integer.parseInt(found.group(1)) != training
              || training <= Integer.parseInt(found.group(2))) {
            wrong(job, training + " are");
          }
        });
    each(
        job,
        "no job can start, so running jobs share " + TASKS,
        found -> budget(job, tasks(found, 0)));
    each(
        job,
        "running jobs share "
            + TASKS
            + ", and it gets none(?:: its next size needs (\\d+) more at once)?",
        found -> {
          budget(job, tasks(found, 0));
          if (found.group(4) != null) {
            next(job, tasks(found, 0), Integer.parseInt(found.group(4)));
          }
        });
    missing(job);
  }

  /** The tasks that a waiting job lacks, and the jobs that give them. */
  private void missing(Job job) {
    each(
        job,
        "the free resources are short by "
            + TASKS
            + "(?:; (a job|\\d+ jobs) past early feedback gives? "
            + TASKS
            + "|; jobs past early feedback can give "
            + TASKS
            + ", which is "
            + TASKS
            + " too few|, and no running)",
        found -> {
          Size missing = tasks(found, 0);
          if (missing.isNone() || !supply.isMissing(job, missing)) {
            wrong(job, "that is not what it lacks");
          }
          if (found.group(4) != null) {
            givers(job, found);
          } else if (found.group(8) != null) {
            Size possible = tasks(found, 7);
            var rest =
                new Size(
                    Math.max(0, missing.workers() - possible.workers()),
                    Math.max(0, missing.servers() - possible.servers()));
            if (!rest.equals(tasks(found, 10))) {
              wrong(job, "it is short by " + rest);
            }
          }
        });
  }

  private void givers(Job job, Matcher found) {
    long givers =
        after.cluster().jobs().stream()
            .filter(each -> after.sentence(each).contains(" to " + job.id().name()))
            .filter(each -> GIVER.matcher(after.sentence(each)).find())
            .filter(each ->
                Arrays.asList(after.sentence(each).split("[ ,]", -1)).contains(job.id().name()))
            .count();
    boolean mayBeMore =
        after.cluster().jobs().stream()
            .anyMatch(each -> after.sentence(each).contains(", and more to "));
    long written =
        found.group(4).equals("a job") ? 1 : Long.parseLong(found.group(4).split(" ", 2)[0]);
    if (written != givers && !mayBeMore) {
      wrong(job, givers + " jobs give to it");
    }
    if (!mayBeMore && !supply.given(job).equals(tasks(found, 4))) {
      wrong(job, "they give it " + supply.given(job));
    }
  }

  /** All sentences of a plan name the same free tasks, and these are really free. */
  private void budget(Job job, Size written) {
    boolean isOther = budget.isPresent() && !budget.get().equals(written);
    if (isOther || !supply.isToAdd(written)) {
      wrong(job, "that is not what is free");
    }
    budget = Optional.of(written);
    if (after.sentence(job).contains("no job can start")) {
      Size now = after.now(job).size();
      Size held = job.allocation().size();
      added =
          new Size(
              added.workers() + now.workers() - held.workers(),
              added.servers() + now.servers() - held.servers());
    }
  }

  /** No more tasks are added than are free. */
  @Override
  protected void checkTogether() {
    if (budget.isPresent() && !LegalSizes.isWithin(added, budget.get())) {
      wrong(after.cluster().jobs().iterator().next(), "%s are added".formatted(added));
    }
  }

  /** The next legal size of one role needs this many more tasks at once, and fewer are free. */
  private void next(Job job, Size budgetTold, int more) {
    Size held = job.allocation().size();
    int workers = job.spec().bounds().workers().after(held.workers()) - held.workers();
    int servers = job.spec().bounds().servers().after(held.servers()) - held.servers();
    boolean isWorkers = workers == more && more > budgetTold.workers();
    boolean isServers = servers == more && more > budgetTold.servers();
    if (!isWorkers && !isServers) {
      wrong(job, "it needs %d workers or %d servers".formatted(workers, servers));
    }
  }
}
