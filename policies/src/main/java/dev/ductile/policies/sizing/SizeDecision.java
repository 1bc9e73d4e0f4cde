package dev.ductile.policies.sizing;

import dev.ductile.api.Allocation;
import dev.ductile.api.Job;
import dev.ductile.api.Phrase;
import dev.ductile.api.Size;
import java.util.List;
import java.util.function.Supplier;

/** The size that a rule decided for a job, with its reason; later also the place that was found. */
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
   * Decides this size, or a smaller one if it finds no place.
   *
   * @param because the reason of the rule, as the end of a sentence. It is evaluated only when it
   *     is read, so it must use values that do not change
   */
  public SizeDecision(Candidate candidate, Size wanted, Supplier<Phrase> because) {
    this(candidate, wanted, wanted, SmallerSizes.from(candidate, wanted), because, Size.NONE);
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

  /** Decides this size or none: the job waits if it finds no place. */
  public static SizeDecision exactly(Candidate candidate, Size wanted, Supplier<Phrase> because) {
    return new SizeDecision(candidate, wanted, wanted, List.of(), because, Size.NONE);
  }

  /** Decides that the job waits. */
  public static SizeDecision none(Candidate candidate, Supplier<Phrase> because) {
    return new SizeDecision(candidate, Size.NONE, Size.NONE, List.of(), because, Size.NONE);
  }

  /** Decides that the job waits because too little is left for its least size. */
  public static SizeDecision late(Candidate candidate) {
    Size least = candidate.size(0);
    return late(
        candidate,
        least,
        () ->
            Phrase.of(
                "protected jobs and jobs before it leave too little for its least size, {least}",
                least));
  }

  /** Decides that the job waits, unless resources for its least size are left over in the end. */
  public static SizeDecision late(Candidate candidate, Supplier<Phrase> because) {
    return late(candidate, candidate.size(0), because);
  }

  /** Decides that the job waits, unless resources for this size are left over in the end. */
  static SizeDecision late(Candidate candidate, Size least, Supplier<Phrase> because) {
    return new SizeDecision(candidate, Size.NONE, Size.NONE, List.of(), because, least);
  }

  /** Decides that the job waits until it finds a place for this size. */
  public static SizeDecision waiting(Candidate candidate, Size needed, Supplier<Phrase> because) {
    return new SizeDecision(candidate, needed, Size.NONE, List.of(), because, Size.NONE);
  }

  /**
   * Decides this size, or one of some smaller ones.
   *
   * @param smaller the sizes to try if the wanted one finds no place, the largest first
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

  /**
   * Whether too little was left for the job; it is offered resources that other jobs cannot use.
   */
  boolean isLate() {
    return !least.isNone();
  }

  /** The size that a late job is offered. */
  Size least() {
    return least;
  }

  /** Whether it was to be placed; if it has no allocation, it found no place. */
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
