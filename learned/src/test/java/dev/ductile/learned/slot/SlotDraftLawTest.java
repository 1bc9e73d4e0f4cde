package dev.ductile.learned.slot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Phrase;
import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import dev.ductile.laws.RandomCluster;
import dev.ductile.learned.dl2.StateMatrix;
import dev.ductile.learned.network.ActionDistribution;
import dev.ductile.learned.network.DenseNetwork;
import dev.ductile.learned.policy.Scales;
import dev.ductile.policies.placements.Consolidated;
import dev.ductile.policies.sizing.Budget;
import dev.ductile.policies.sizing.Division;
import dev.ductile.policies.sizing.SizeDecision;
import dev.ductile.policies.sizing.SizeSteps;
import dev.ductile.policies.sizing.SizingPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * A draft changes its legal actions and the sums of its network with each action. They must be
 * those that are computed anew from its state.
 */
class SlotDraftLawTest {
  private static final int SEEDS = 200 * Integer.getInteger("ductile.seedFactor", 1);
  private static final StateMatrix MATRIX =
      new StateMatrix(16, 4, TaskKinds.WORKERS_AND_SERVERS, new Scales(0.1, 1e-3, 1, 0.1));
  private static final ActionSpace ACTIONS = new ActionSpace(MATRIX.rows(), MATRIX.kinds());
  private static final DenseNetwork NETWORK =
      DenseNetwork.random(new Seed(1), MATRIX.inputs(), 32, 16, ACTIONS.size());

  private long compared;

  @Test
  void everyActionLeadsToTheStateThatIsComputedAnew() {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomGenerator random = new Seed(seed).stream("test");
      String name = "seed %d".formatted(seed);
      Division walk = table -> walk(table, random, name);
      new SizingPolicy(walk, SizeSteps.FOLLOWING, new Consolidated())
          .decide(new RandomCluster(seed).picture());
    }
    assertThat(compared).isGreaterThan(10L * SEEDS);
  }

  /** Random actions until none is legal but the one that stops. */
  private Division.Shares walk(Division.Table table, RandomGenerator random, String name) {
    List<Seat> seats = seats(table);
    var draft = new SlotDraft(MATRIX, seats, table.budget());
    while (!draft.isOver()) {
      compare(draft, seats, table.budget(), name);
      int[] some = legal(seats, table.budget());
      int action = some[random.nextInt(some.length)];
      float[][] rowsAfter = draft.rowsAfter();
      draft.take(action);
      compareRows(rowsAfter, action, draft, name);
    }
    assertThat(legal(seats, table.budget())).as(name).isEmpty();
    seats.forEach(seat -> seat.settle(table.budget()));
    return Division.Shares.of(seats.stream().map(SlotDraftLawTest::decision).toList());
  }

  private void compare(SlotDraft draft, List<Seat> seats, Budget budget, String name) {
    compared++;
    boolean[] legal = new boolean[ACTIONS.size()];
    legal[ACTIONS.stop()] = true;
    for (int action : legal(seats, budget)) {
      legal[action] = true;
    }
    assertThat(draft.legal()).as(name).isEqualTo(legal);
    ActionDistribution expected = ActionDistribution.of(NETWORK.forward(draft.state()), legal);
    ActionDistribution actual = draft.distribution(NETWORK);
    for (int action = 0; action < ACTIONS.size(); action++) {
      assertThat(actual.probability(action))
          .as(name)
          .isCloseTo(expected.probability(action), within(1e-4));
    }
  }

  /** Actions that are legal have a row, and the row of the chosen one is the one it leads to. */
  private static void compareRows(float[][] rowsAfter, int action, SlotDraft draft, String name) {
    int row = action / MATRIX.kinds().actions();
    assertThat(rowsAfter[action]).as(name).isEqualTo(MATRIX.row(draft.state(), row));
    for (int index = 0; index < rowsAfter.length; index++) {
      if (draft.isLegal(index) && index != ACTIONS.stop()) {
        assertThat(draft.rowsAfter()[index]).as(name).hasSize(MATRIX.columns());
      }
    }
  }

  private static List<Seat> seats(Division.Table table) {
    var seats = new ArrayList<Seat>();
    table.candidates().stream()
        .limit(MATRIX.rows())
        .forEach(candidate ->
            seats.add(
                new Seat(
                    candidate,
                    OptionalInt.of(seats.size() % MATRIX.types()),
                    seats.size(),
                    Math.min(1e4, candidate.job().remainingSteps(table.now())))));
    return seats;
  }

  private static int[] legal(List<Seat> seats, Budget budget) {
    return IntStream.range(0, seats.size())
        .boxed()
        .flatMapToInt(row ->
            ACTIONS.ofJob().stream()
                .filter(tasks -> isLegal(seats.get(row), tasks, budget))
                .mapToInt(tasks -> ACTIONS.index(row, tasks)))
        .toArray();
  }

  private static boolean isLegal(Seat seat, Action.Tasks tasks, Budget budget) {
    Size step = seat.step(tasks);
    return !step.isNone() && budget.covers(seat.candidate(), step);
  }

  private static SizeDecision decision(Seat seat) {
    return seat.size().isNone()
        ? SizeDecision.late(seat.candidate())
        : new SizeDecision(seat.candidate(), seat.size(), () -> Phrase.of("test"));
  }
}
