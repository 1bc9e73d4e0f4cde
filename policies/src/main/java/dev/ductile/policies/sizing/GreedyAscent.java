package dev.ductile.policies.sizing;

import dev.ductile.api.JobId;
import dev.ductile.api.Phrase;
import dev.ductile.api.Size;
import dev.ductile.policies.sizing.Division.Shares;
import dev.ductile.policies.sizing.Division.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Greedy by marginal gain: every job starts at its least size, and then the step with the largest
 * gain is taken, until none gains or fits. A step that does not fit is never tried again, because
 * the budget only shrinks; so each step costs logarithmic time.
 */
public final class GreedyAscent {
  private final Budget budget;
  private final List<GrowingJob> jobs = new ArrayList<>();

  /** The last jobs that took workers, and that took servers; reasons name them. */
  private final Takers workers = new Takers();

  private final Takers servers = new Takers();

  /** A step that was taken. */
  private record Rival(GrowingJob growing, double gain) {
    GainText.Rival forText() {
      return new GainText.Rival(growing.id(), gain, growing.path.unit());
    }
  }

  /** The last step that was taken, and the last by another job. */
  private static final class Takers {
    private Optional<Rival> last = Optional.empty();
    private Optional<Rival> before = Optional.empty();

    private void add(GrowingJob growing, double gain) {
      if (last.filter(taker -> taker.growing() == growing).isEmpty()) {
        before = last;
      }
      last = Optional.of(new Rival(growing, gain));
    }

    /** The last step of another job, if it gained at least as much. */
    private Optional<Rival> rival(GrowingJob growing, double gain) {
      return last.filter(taker -> taker.growing() != growing)
          .or(() -> before)
          .filter(taker -> taker.gain() >= gain && Double.isFinite(taker.gain()));
    }
  }

  private static final class GrowingJob {
    /** Written out for speed: a large decision compares a million times. */
    private static final Comparator<GrowingJob> BY_GAIN =
        (one, other) -> {
          int byGain = Double.compare(other.gain, one.gain);
          return byGain != 0 ? byGain : Integer.compare(one.turn, other.turn);
        };

    private final Candidate candidate;
    private final GrowthPath path;
    private final int turn;
    private Size size;
    private Optional<GrowthPath.Step> ahead = Optional.empty();

    /** The gain of the next step; 0 if there is none. */
    private double gain;

    /** Why a step did not fit, as a function of the final size. */
    private Optional<Function<Size, Phrase>> refusal = Optional.empty();

    private GrowingJob(Candidate candidate, GrowthPath path, int turn) {
      this.candidate = candidate;
      this.path = path;
      this.turn = turn;
      this.size = candidate.size(0);
      readNext();
    }

    private void readNext() {
      ahead = path.next();
      gain = ahead.isPresent() ? ahead.get().gain() : 0;
    }

    private JobId id() {
      return candidate.job().id();
    }

    private boolean gains() {
      return gain > 0;
    }

    private SizeDecision decision() {
      Size last = size;
      Supplier<Phrase> why =
          refusal.<Supplier<Phrase>>map(reason -> () -> reason.apply(last)).orElseGet(this::end);
      return SizeDecision.orSmaller(candidate, last, path.passed(), why);
    }

    private Supplier<Phrase> end() {
      return ahead
          .map(step -> GainText.none(size, step.size()))
          .orElse(() -> Phrase.of("it has no larger size"));
    }
  }

  public GreedyAscent(Table table) {
    this.budget = table.budget();
  }

  /** Lets all jobs of the table grow; a job whose least size does not fit is late. */
  public static Shares divide(Table table, Function<Candidate, GrowthPath> paths) {
    var ascent = new GreedyAscent(table);
    var late = new ArrayList<SizeDecision>();
    for (Candidate candidate : table.candidates()) {
      if (!ascent.start(candidate, paths.apply(candidate))) {
        late.add(SizeDecision.late(candidate));
      }
    }
    var decisions = new ArrayList<SizeDecision>(ascent.grow());
    decisions.addAll(late);
    return Shares.of(decisions);
  }

  /** Starts a job at its least size; false, and it is left out, if that does not fit. */
  public boolean start(Candidate candidate, GrowthPath path) {
    Size least = candidate.size(0);
    if (!budget.covers(candidate, least)) {
      return false;
    }
    budget.take(candidate, least);
    jobs.add(new GrowingJob(candidate, path, jobs.size()));
    return true;
  }

  /** Lets all started jobs grow, and returns their decisions in the order in which they started. */
  public List<SizeDecision> grow() {
    var queue = new PriorityQueue<>(Math.max(1, jobs.size()), GrowingJob.BY_GAIN);
    jobs.stream().filter(GrowingJob::gains).forEach(queue::add);
    while (!queue.isEmpty()) {
      GrowingJob growing = queue.remove();
      boolean gains = step(growing) && growing.gains();
      while (gains && isFirst(growing, queue)) {
        gains = step(growing) && growing.gains();
      }
      if (gains) {
        queue.add(growing);
      }
    }
    return jobs.stream().map(GrowingJob::decision).toList();
  }

  private static boolean isFirst(GrowingJob growing, PriorityQueue<GrowingJob> queue) {
    return queue.isEmpty() || GrowingJob.BY_GAIN.compare(growing, queue.peek()) < 0;
  }

  /** Takes the next step, or turns to another one; false if the job can grow no more. */
  private boolean step(GrowingJob growing) {
    GrowthPath.Step step = growing.ahead.orElseThrow();
    if (!swap(growing, step.size())) {
      refuse(growing, step);
      boolean hasOther = growing.path.evade();
      growing.readNext();
      return hasOther;
    }
    takers(growing, step).add(growing, step.gain());
    growing.size = step.size();
    growing.path.advance();
    growing.readNext();
    return true;
  }

  private boolean swap(GrowingJob growing, Size larger) {
    budget.give(growing.candidate, growing.size);
    boolean covered = budget.covers(growing.candidate, larger);
    budget.take(growing.candidate, covered ? larger : growing.size);
    return covered;
  }

  private Takers takers(GrowingJob growing, GrowthPath.Step step) {
    return step.size().workers() > growing.size.workers() ? workers : servers;
  }

  /** Keeps the reason of the first step that did not fit. */
  private void refuse(GrowingJob growing, GrowthPath.Step step) {
    if (growing.refusal.isPresent()) {
      return;
    }
    Size size = growing.size;
    String unit = growing.path.unit();
    growing.refusal =
        takers(growing, step)
            .rival(growing, step.gain())
            .map(taker -> GainText.less(size, step, unit, taker.forText()))
            .or(() -> Optional.of(GainText.noRoom(size, step, unit)));
  }
}
