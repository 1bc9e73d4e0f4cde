package dev.ductile.policies.elastic;

import dev.ductile.api.Allocation;
import dev.ductile.api.Job;
import dev.ductile.api.Size;
import java.util.List;
import java.util.function.Supplier;

/** The size a rule wants a job to have, and why; then the place that was found for it. */
public final class Wish implements Seeker {
  private final Contender contender;
  private final Size wanted;
  private final boolean exact;
  private final Supplier<String> because;
  private Size size;
  private Allocation allocation = Allocation.NONE;

  /**
   * Wants the job to have this size; none, and it waits.
   *
   * @param because the rule's reason as the rest of a sentence, with its numbers; asked only when
   *     somebody reads it, and so to be answered from what does not change
   */
  public Wish(Contender contender, Size wanted, Supplier<String> because) {
    this(contender, wanted, false, because);
  }

  private Wish(Contender contender, Size wanted, boolean exact, Supplier<String> because) {
    this.contender = contender;
    this.wanted = wanted;
    this.exact = exact;
    this.because = because;
    this.size = wanted;
  }

  /** Wants the job to have this size or none: where there is no place for it, it waits. */
  public static Wish exactly(Contender contender, Size wanted, Supplier<String> because) {
    return new Wish(contender, wanted, true, because);
  }

  /** Wants the job to wait. */
  public static Wish none(Contender contender, Supplier<String> because) {
    return new Wish(contender, Size.NONE, because);
  }

  public Contender contender() {
    return contender;
  }

  public Size wanted() {
    return wanted;
  }

  String because() {
    return because.get();
  }

  @Override
  public Job job() {
    return contender.job();
  }

  @Override
  public Size size() {
    return size;
  }

  @Override
  public Allocation allocation() {
    return allocation;
  }

  @Override
  public void settle(Allocation where) {
    allocation = where;
    size = where.size();
  }

  @Override
  public void resize(Size other) {
    size = other;
  }

  @Override
  public Iterable<Size> smaller() {
    if (exact) {
      return List.of();
    }
    return contender.ladder().sizes().subList(0, 1 + contender.ladder().rungOf(size)).reversed();
  }
}
