package dev.ductile.policies.elastic;

import dev.ductile.api.Size;
import dev.ductile.policies.elastic.Division.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Supplier;

/**
 * Greedy growth: everybody starts with the least, and then, again and again, the step is taken that
 * gains most, until none gains or fits. A step that does not fit is never looked at again, because
 * a budget only shrinks; so a climb costs a logarithm for each step.
 */
public final class Climb {
  private final Budget budget;
  private final List<Climber> climbers = new ArrayList<>();

  /** Who took the last step, and who the last before by another job. */
  private Optional<Rival> last = Optional.empty();

  private Optional<Rival> before = Optional.empty();

  /** A step that was taken, as a reason for others not to have theirs. */
  private record Rival(Climber climber, double gain) {}

  private static final class Climber {
    private static final Comparator<Climber> BY_GAIN =
        Comparator.comparingDouble((Climber climber) -> climber.ahead.orElseThrow().gain())
            .reversed()
            .thenComparingInt(climber -> climber.turn);

    private final Contender contender;
    private final Route route;
    private final int turn;
    private Size size;
    private Optional<Route.Step> ahead;
    private Optional<Supplier<String>> refusal = Optional.empty();

    private Climber(Contender contender, Route route, int turn) {
      this.contender = contender;
      this.route = route;
      this.turn = turn;
      this.size = contender.size(0);
      this.ahead = route.next();
    }

    private boolean climbs() {
      return ahead.filter(Route.Step::gains).isPresent();
    }

    private Wish wish() {
      return Wish.orSmaller(contender, size, route.passed(), refusal.orElseGet(this::end));
    }

    private Supplier<String> end() {
      return ahead
          .map(step -> GainText.none(size, step.size()))
          .orElse(() -> "the next size would be more than it may have");
    }
  }

  public Climb(Table table) {
    this.budget = table.budget();
  }

  /** Starts a job at its least size; false, and it takes no part, where there is no room for it. */
  public boolean start(Contender contender, Route route) {
    Size least = contender.size(0);
    if (!budget.covers(contender, least)) {
      return false;
    }
    budget.take(contender, least);
    climbers.add(new Climber(contender, route, climbers.size()));
    return true;
  }

  /** Lets all who have started grow, and tells their wishes in the order they have started in. */
  public List<Wish> grow() {
    var line = new PriorityQueue<>(Math.max(1, climbers.size()), Climber.BY_GAIN);
    climbers.stream().filter(Climber::climbs).forEach(line::add);
    while (!line.isEmpty()) {
      Climber climber = line.remove();
      if (step(climber) && climber.climbs()) {
        line.add(climber);
      }
    }
    return climbers.stream().map(Climber::wish).toList();
  }

  /** Takes the step ahead, or turns to another; false where the job stays as it is for good. */
  private boolean step(Climber climber) {
    Route.Step step = climber.ahead.orElseThrow();
    if (!swap(climber, step.size())) {
      refuse(climber, step);
      boolean turned = climber.route.evade();
      climber.ahead = climber.route.next();
      return turned;
    }
    if (last.isEmpty() || last.get().climber() != climber) {
      before = last;
    }
    last = Optional.of(new Rival(climber, step.gain()));
    climber.size = step.size();
    climber.route.advance();
    climber.ahead = climber.route.next();
    return true;
  }

  private boolean swap(Climber climber, Size larger) {
    budget.give(climber.contender, climber.size);
    boolean covered = budget.covers(climber.contender, larger);
    budget.take(climber.contender, covered ? larger : climber.size);
    return covered;
  }

  private void refuse(Climber climber, Route.Step step) {
    if (climber.refusal.isEmpty()) {
      Optional<Rival> rival =
          last.filter(taker -> taker.climber() != climber)
              .or(() -> before)
              .filter(taker -> taker.gain() >= step.gain() && Double.isFinite(taker.gain()));
      climber.refusal =
          Optional.of(
              rival
                  .map(taker ->
                      GainText.less(
                          climber.size,
                          step,
                          climber.route.unit(),
                          taker.climber().contender.job().id(),
                          taker.gain()))
                  .orElseGet(() -> GainText.noRoom(climber.size, step, climber.route.unit())));
    }
  }
}
