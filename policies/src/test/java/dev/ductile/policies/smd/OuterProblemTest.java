package dev.ductile.policies.smd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.ductile.api.Seed;
import dev.ductile.policies.smd.Selection.ChosenJobs;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The admission of jobs (Problem 16): approximate, exact and one by one. */
class OuterProblemTest {
  private static final int SEEDS = 100;
  private static final double ROUNDING = 1e-9;

  private record Thing(double worth, List<Double> charges) implements Knapsack.Item {
    @Override
    public double[] charge() {
      return charges.stream().mapToDouble(amount -> amount).toArray();
    }
  }

  private static Knapsack known() {
    double[] worth = {60, 55, 48, 40, 37, 33, 20, 12};
    double[][] charges = {{10, 6}, {9, 8}, {6, 9}, {5, 4}, {7, 3}, {3, 6}, {2, 4}, {4, 1}};
    List<Thing> things =
        IntStream.range(0, worth.length)
            .mapToObj(item -> new Thing(worth[item], List.of(charges[item][0], charges[item][1])))
            .toList();
    return Knapsack.of(things, new double[] {24, 22});
  }

  @Test
  void eightKnownJobsHaveTheirBestChoice() {
    ChosenJobs best = BranchAndBound.PATIENT.choose(known());
    assertThat(best.worth()).isEqualTo(165);
    assertThat(best.atMost()).isEqualTo(165);
    assertThat(best.chosen().stream().boxed()).containsExactly(0, 3, 5, 6, 7);
    assertThat(
            IntStream.rangeClosed(0, 3).mapToObj(k -> new FriezeClarke(k).choose(known()).worth()))
        .containsExactly(153.0, 153.0, 153.0, 165.0);
    assertThat(BaselineAdmission.ARRIVAL.choose(known()).chosen().stream().boxed())
        .containsExactly(0, 1, 3);
  }

  @Test
  void everyChoiceIsWithinItsBound() {
    for (long seed = 0; seed < SEEDS; seed++) {
      Knapsack knapsack = random(new Seed(seed).stream("knapsack"), 12);
      double best = bestOfAll(knapsack);
      ChosenJobs exact = BranchAndBound.PATIENT.choose(knapsack);
      assertThat(exact.worth()).as("seed %d", seed).isCloseTo(best, offset(ROUNDING * best));
      assertThat(knapsack.holds(exact.chosen())).as("seed %d", seed).isTrue();
      double before = 0;
      for (int k = 0; k <= 3; k++) {
        var rule = new FriezeClarke(k);
        ChosenJobs choice = rule.choose(knapsack);
        double promise = rule.guarantee(12, knapsack.resources()) * best;
        assertThat(choice.worth())
            .as("k %d, seed %d", k, seed)
            .isBetween(Math.max(before, promise), best * (1 + ROUNDING));
        assertThat(choice.atMost()).as("seed %d", seed).isGreaterThanOrEqualTo(best - ROUNDING);
        assertThat(knapsack.holds(choice.chosen())).as("seed %d", seed).isTrue();
        before = choice.worth();
      }
    }
  }

  @Test
  void aLimitedSearchBoundsTheWorthOfOtherChoices() {
    for (long seed = 0; seed < SEEDS / 10; seed++) {
      Knapsack knapsack = random(new Seed(seed).stream("knapsack"), 60);
      ChosenJobs exact = BranchAndBound.PATIENT.choose(knapsack);
      ChosenJobs hasty = new BranchAndBound(200).choose(knapsack);
      assertThat(hasty.worth()).as("seed %d", seed).isLessThanOrEqualTo(exact.worth() + ROUNDING);
      assertThat(hasty.atMost())
          .as("seed %d", seed)
          .isGreaterThanOrEqualTo(exact.worth() - ROUNDING);
      assertThat(knapsack.holds(hasty.chosen())).as("seed %d", seed).isTrue();
    }
  }

  @Test
  void ofEqualJobsTheFirstAreChosen() {
    var things = new ArrayList<Thing>();
    for (int item = 0; item < 6; item++) {
      things.add(new Thing(item % 2 == 0 ? 7 : 10, List.of(item % 2 == 0 ? 2.0 : 3.0)));
    }
    Knapsack knapsack = Knapsack.of(things, new double[] {7});
    for (Selection rule : List.of(BranchAndBound.PATIENT, new FriezeClarke(2))) {
      ChosenJobs choice = rule.choose(knapsack).firstOfEquals(knapsack);
      assertThat(choice.worth()).isEqualTo(24);
      assertThat(choice.chosen().stream().boxed()).containsExactly(0, 1, 2);
    }
  }

  @Test
  void aChoiceWithoutJobsIsWorthNothing() {
    Knapsack empty = Knapsack.of(List.of(), new double[] {1, 2});
    for (Selection rule :
        List.of(
            BranchAndBound.PATIENT,
            new FriezeClarke(2),
            BaselineAdmission.ARRIVAL,
            BaselineAdmission.DENSITY)) {
      assertThat(rule.choose(empty).chosen().isEmpty()).isTrue();
    }
  }

  @Test
  void setsAreSmallerIfThereWouldBeTooMany() {
    var three = new FriezeClarke(3);
    assertThat(three.size(50)).isEqualTo(3);
    assertThat(three.size(200)).isEqualTo(2);
    assertThat(three.size(1000)).isEqualTo(1);
    assertThat(three.size(10_000)).isZero();
    assertThat(three.guarantee(50, 4)).isEqualTo(3.0 / 7);
    assertThat(three.guarantee(3, 4)).isEqualTo(1);
  }

  private static double bestOfAll(Knapsack knapsack) {
    double best = 0;
    for (long mask = 0; mask < 1L << knapsack.count(); mask++) {
      BitSet chosen = BitSet.valueOf(new long[] {mask});
      if (knapsack.holds(chosen)) {
        best = Math.max(best, knapsack.value(chosen));
      }
    }
    return best;
  }

  /** Items with correlated and uncorrelated worths and charges; some charges are zero. */
  private static Knapsack random(RandomGenerator random, int count) {
    int resources = random.nextInt(1, 5);
    boolean correlated = random.nextBoolean();
    var things = new ArrayList<Thing>();
    double[] all = new double[resources];
    for (int item = 0; item < count; item++) {
      var charges = new ArrayList<Double>();
      double sum = 0;
      for (int resource = 0; resource < resources; resource++) {
        double charge = random.nextInt(4) == 0 ? 0 : random.nextInt(1, 100);
        charges.add(charge);
        all[resource] += charge / 3;
        sum += charge;
      }
      things.add(new Thing(correlated ? sum / resources + 10 : random.nextInt(100), charges));
    }
    for (int resource = 0; resource < resources; resource++) {
      all[resource] = Math.max(100, Math.floor(all[resource]));
    }
    return Knapsack.of(things, all);
  }
}
