package dev.ductile.learned.slot;

import dev.ductile.api.JobSpec;
import dev.ductile.api.Range;
import dev.ductile.api.Size;
import dev.ductile.policies.sizing.Budget;
import dev.ductile.policies.sizing.Candidate;
import java.util.OptionalInt;

/** A job during the inferences of a slot, with the tasks that it has got so far. */
public final class Seat {
  private final Candidate candidate;
  private final OptionalInt type;
  private final double slotsRun;
  private final double remaining;
  private Size size = Size.NONE;

  Seat(Candidate candidate, OptionalInt type, double slotsRun, double remaining) {
    this.candidate = candidate;
    this.type = type;
    this.slotsRun = slotsRun;
    this.remaining = remaining;
  }

  public Candidate candidate() {
    return candidate;
  }

  /** The tasks so far; no legal size of the job if it lacks workers or servers. */
  public Size size() {
    return size;
  }

  /** Its remaining steps. */
  public double remaining() {
    return remaining;
  }

  /** What a state says of it. */
  public JobRow row(Budget budget) {
    return new JobRow(
        type, slotsRun, remaining, budget.share(candidate, size), size.workers(), size.servers());
  }

  /** The next tasks of these kinds; none if the job may not have them, whatever the budget. */
  public Size step(Action.Tasks tasks) {
    Size next = next(tasks);
    boolean adds =
        (!tasks.addsWorker() || next.workers() > size.workers())
            && (!tasks.addsServer() || next.servers() > size.servers());
    return adds && candidate.job().spec().demand().isWithinLimit(next)
        ? difference(next)
        : Size.NONE;
  }

  /** The same job with one more step of these tasks, whatever the budget. */
  Seat after(Action.Tasks tasks) {
    var after = new Seat(candidate, type, slotsRun, remaining);
    after.size = next(tasks);
    return after;
  }

  void add(Action.Tasks tasks, Budget budget) {
    Size next = next(tasks);
    budget.take(candidate, difference(next));
    size = next;
  }

  /** Gives everything back if the tasks so far are no legal size. */
  void settle(Budget budget) {
    if (!size.isNone() && !candidate.job().spec().bounds().allows(size)) {
      budget.give(candidate, size);
      size = Size.NONE;
    }
  }

  /** The next allowed count of each role; the first step of a role leads to its least count. */
  private Size next(Action.Tasks tasks) {
    JobSpec spec = candidate.job().spec();
    return new Size(
        tasks.addsWorker() ? after(size.workers(), spec.bounds().workers()) : size.workers(),
        tasks.addsServer() ? after(size.servers(), spec.bounds().servers()) : size.servers());
  }

  private static int after(int count, Range range) {
    return count == 0 && range.least() > 0 ? range.least() : range.after(count);
  }

  private Size difference(Size next) {
    return new Size(next.workers() - size.workers(), next.servers() - size.servers());
  }
}
