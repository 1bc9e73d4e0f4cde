package dev.ductile.policies.sizing;

import dev.ductile.api.Allocation;
import dev.ductile.api.Job;
import dev.ductile.api.Phrase;
import dev.ductile.api.Size;
import java.util.List;
import java.util.function.Supplier;

/** The size a rule wants a job to have, and why; then the place that was found for it. */
public final class SizeDecision implements Placeable {
  private final Candidate candidate;
  private final Size wanted;
  private final boolean wantsPlace;
  private final Iterable<Size> smaller;
  private final Supplier<Phrase> because;
  private final Size least;
  private Size size;
  private Allocation allocation = Allocation.NONE;

  /**
   * Wants the job to have this size, or else one on the way down from it; none, and it waits.
   *
   * @param because the rule's reason as the rest of a sentence, with its numbers; asked only when
   *     somebody reads it, and so to be answered from what does not change
   */
  public SizeDecision(Candidate candidate, Size wanted, Supplier<Phrase> because) {
    this(candidate, wanted, wanted, Descent.from(candidate, wanted), because, Size.NONE);
  }

  private SizeDecision(
      Candidate candidate,
      Size wanted,
      Size size,
      Iterable<Size> smaller,
      Supplier<Phrase> because,
      Size least) {
    this.candidate = candidate;
    this.wanted = wanted;
    this.size = size;
    this.wantsPlace = !size.isNone();
    this.smaller = smaller;
    this.because = because;
    this.least = least;
  }

  /** Wants the job to have this size or none: where there is no place for it, it waits. */
  public static SizeDecision exactly(Candidate candidate, Size wanted, Supplier<Phrase> because) {
    return new SizeDecision(candidate, wanted, wanted, List.of(), because, Size.NONE);
  }

  /** Wants the job to wait. */
  public static SizeDecision none(Candidate candidate, Supplier<Phrase> because) {
    return new SizeDecision(candidate, Size.NONE, Size.NONE, List.of(), because, Size.NONE);
  }

  /** Wants the job to wait, because too little is left for it, whoever has the rest. */
  public static SizeDecision late(Candidate candidate) {
    Size least = candidate.size(0);
    return late(
        candidate,
        least,
        () ->
            Phrase.of(
                "what protected jobs and those before it leave is too little for its least size, {least}",
                least));
  }

  /** Wants the job to wait, unless so much is left after all. */
  static SizeDecision late(Candidate candidate, Size least, Supplier<Phrase> because) {
    return new SizeDecision(candidate, Size.NONE, Size.NONE, List.of(), because, least);
  }

  /** Wants the job to wait until there is room for so much. */
  public static SizeDecision waiting(Candidate candidate, Size needed, Supplier<Phrase> because) {
    return new SizeDecision(candidate, needed, Size.NONE, List.of(), because, Size.NONE);
  }

  /**
   * Wants this size and else one of these.
   *
   * @param smaller the sizes to try where there is no place for the wanted one, the largest first
   */
  public static SizeDecision orSmaller(
      Candidate candidate, Size wanted, Iterable<Size> smaller, Supplier<Phrase> because) {
    return new SizeDecision(candidate, wanted, wanted, smaller, because, Size.NONE);
  }

  public Candidate candidate() {
    return candidate;
  }

  public Size wanted() {
    return wanted;
  }

  /** Whether too little was left for it, and it is still to be offered what others cannot use. */
  boolean isLate() {
    return !least.isNone();
  }

  /** What it is to be offered where it is late. */
  Size least() {
    return least;
  }

  /** Whether it looked for a place: where it has none, that is why. */
  boolean wantsPlace() {
    return wantsPlace;
  }

  Phrase because() {
    return because.get();
  }

  @Override
  public Job job() {
    return candidate.job();
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
    return smaller;
  }
}
