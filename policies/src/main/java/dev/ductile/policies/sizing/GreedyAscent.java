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
  private final List<Climber> climbers = new ArrayList<>();

  /** The last jobs that took workers, and that took servers; reasons name them. */
  private final Takers workers = new Takers();

  private final Takers servers = new Takers();

  /** A step that was taken. */
  private record Rival(Climber climber, double gain) {
    GainText.Rival told() {
      return new GainText.Rival(climber.id(), gain, climber.route.unit());
    }
  }

  /** The last step that was taken, and the last by another job. */
  private static final class Takers {
    private Optional<Rival> last = Optional.empty();
    private Optional<Rival> before = Optional.empty();

    private void add(Climber climber, double gain) {
      if (last.filter(taker -> taker.climber() == climber).isEmpty()) {
        before = last;
      }
      last = Optional.of(new Rival(climber, gain));
    }

    /** The last step of another job, if it gained at least as much. */
    private Optional<Rival> rival(Climber climber, double gain) {
      return last.filter(taker -> taker.climber() != climber)
          .or(() -> before)
          .filter(taker -> taker.gain() >= gain && Double.isFinite(taker.gain()));
    }
  }

  private static final class Climber {
    /** Written out for speed: a large decision compares a million times. */
    private static final Comparator<Climber> BY_GAIN =
        (one, other) -> {
          int byGain = Double.compare(other.gain, one.gain);
          return byGain != 0 ? byGain : Integer.compare(one.turn, other.turn);
        };

    private final Candidate candidate;
    private final GrowthPath route;
    private final int turn;
    private Size size;
    private Optional<GrowthPath.Step> ahead = Optional.empty();

    /** The gain of the next step; 0 if there is none. */
    private double gain;

    /** Why a step did not fit, as a function of the final size. */
    private Optional<Function<Size, Phrase>> refusal = Optional.empty();

    private Climber(Candidate candidate, GrowthPath route, int turn) {
      this.candidate = candidate;
      this.route = route;
      this.turn = turn;
      this.size = candidate.size(0);
      look();
    }

    private void look() {
      ahead = route.next();
      gain = ahead.isPresent() ? ahead.get().gain() : 0;
    }

    private JobId id() {
      return candidate.job().id();
    }

    private boolean climbs() {
      return gain > 0;
    }

    private SizeDecision decision() {
      Size last = size;
      Supplier<Phrase> why =
          refusal.<Supplier<Phrase>>map(told -> () -> told.apply(last)).orElseGet(this::end);
      return SizeDecision.orSmaller(candidate, last, route.passed(), why);
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
  public static Shares divide(Table table, Function<Candidate, GrowthPath> routes) {
    var climb = new GreedyAscent(table);
    var late = new ArrayList<SizeDecision>();
    for (Candidate candidate : table.candidates()) {
      if (!climb.start(candidate, routes.apply(candidate))) {
        late.add(SizeDecision.late(candidate));
      }
    }
    var decisions = new ArrayList<SizeDecision>(climb.grow());
    decisions.addAll(late);
    return Shares.of(decisions);
  }

  /** Starts a job at its least size; false, and it is left out, if that does not fit. */
  public boolean start(Candidate candidate, GrowthPath route) {
    Size least = candidate.size(0);
    if (!budget.covers(candidate, least)) {
      return false;
    }
    budget.take(candidate, least);
    climbers.add(new Climber(candidate, route, climbers.size()));
    return true;
  }

  /** Lets all started jobs grow, and returns their decisions in the order in which they started. */
  public List<SizeDecision> grow() {
    var line = new PriorityQueue<>(Math.max(1, climbers.size()), Climber.BY_GAIN);
    climbers.stream().filter(Climber::climbs).forEach(line::add);
    while (!line.isEmpty()) {
      Climber climber = line.remove();
      boolean climbs = step(climber) && climber.climbs();
      while (climbs && isFirst(climber, line)) {
        climbs = step(climber) && climber.climbs();
      }
      if (climbs) {
        line.add(climber);
      }
    }
    return climbers.stream().map(Climber::decision).toList();
  }

  private static boolean isFirst(Climber climber, PriorityQueue<Climber> line) {
    return line.isEmpty() || Climber.BY_GAIN.compare(climber, line.peek()) < 0;
  }

  /** Takes the next step, or turns to another one; false if the job can grow no more. */
  private boolean step(Climber climber) {
    GrowthPath.Step step = climber.ahead.orElseThrow();
    if (!swap(climber, step.size())) {
      refuse(climber, step);
      boolean turned = climber.route.evade();
      climber.look();
      return turned;
    }
    takers(climber, step).add(climber, step.gain());
    climber.size = step.size();
    climber.route.advance();
    climber.look();
    return true;
  }

  private boolean swap(Climber climber, Size larger) {
    budget.give(climber.candidate, climber.size);
    boolean covered = budget.covers(climber.candidate, larger);
    budget.take(climber.candidate, covered ? larger : climber.size);
    return covered;
  }

  private Takers takers(Climber climber, GrowthPath.Step step) {
    return step.size().workers() > climber.size.workers() ? workers : servers;
  }

  /** Keeps the reason of the first step that did not fit. */
  private void refuse(Climber climber, GrowthPath.Step step) {
    if (climber.refusal.isPresent()) {
      return;
    }
    Size size = climber.size;
    String unit = climber.route.unit();
    climber.refusal =
        takers(climber, step)
            .rival(climber, step.gain())
            .map(taker -> GainText.less(size, step, unit, taker.told()))
            .or(() -> Optional.of(GainText.noRoom(size, step, unit)));
  }
}
