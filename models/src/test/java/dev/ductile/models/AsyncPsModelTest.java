package dev.ductile.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.api.Allocation;
import dev.ductile.api.Estimate;
import dev.ductile.api.Itemised;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.models.AsyncPsModel.Parameters;
import dev.ductile.models.queueing.Solver;
import dev.ductile.models.queueing.WorkerGroup;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AsyncPsModelTest {
  private static final double DOWNLINK = 0.072;
  private static final List<WorkerGroup> UNLIKE =
      List.of(
          new WorkerGroup(3, 0.072, 0.029, 0.072, 0.018),
          new WorkerGroup(2, 0.060, 0.120, 0.040, 0.018));

  @Test
  void hybridIsTheStandard() {
    assertThat(speed(alike(Optional.empty(), DOWNLINK)).stepsPerSecond(size(3, 0)))
        .isCloseTo(11.377241, within(1e-6));
    assertThat(speed(alike(Optional.of(Solver.EXACT), DOWNLINK)).stepsPerSecond(size(3, 0)))
        .isCloseTo(9.693718, within(1e-6));
    assertThat(speed(alike(Optional.empty(), DOWNLINK)).stepsPerSecond(Allocation.NONE)).isZero();
  }

  @ParameterizedTest(name = "{0} workers: {1}")
  @CsvSource({"1, 9.090909", "4, 20.661667", "8, 24.244366"})
  void equalServersEachTakeAPart(int workers, double stepsPerSecond) {
    Speed speed = speed(alike(Optional.of(Solver.EXACT), DOWNLINK));

    assertThat(speed.stepsPerSecond(size(workers, 2))).isCloseTo(stepsPerSecond, within(1e-6));
  }

  @Test
  void theLargestShareCountsAndOnlyForAsManyServersAsShares() {
    Speed speed = speed(sharing(OptionalInt.empty(), List.of(0.5, 0.25, 0.25)));
    Speed equal = speed(alike(Optional.of(Solver.EXACT), DOWNLINK));

    assertThat(speed.stepsPerSecond(size(4, 3))).isEqualTo(equal.stepsPerSecond(size(4, 2)));
    assertThat(speed.stepsPerSecond(size(4, 0))).isEqualTo(equal.stepsPerSecond(size(4, 2)));
    assertThat(speed.stepsPerSecond(size(4, 2))).isEqualTo(equal.stepsPerSecond(size(4, 2)));
    assertThat(speed.stepsPerSecond(size(4, 1))).isEqualTo(equal.stepsPerSecond(size(4, 1)));
  }

  @Test
  void workersComeFromTheClassesInTheirOrder() {
    Speed speed = speed(classes(UNLIKE));
    Speed first = speed(alike(Optional.of(Solver.EXACT), DOWNLINK));

    assertThat(speed.stepsPerSecond(size(2, 0))).isEqualTo(first.stepsPerSecond(size(2, 0)));
    assertThat(speed.stepsPerSecond(size(5, 0))).isCloseTo(12.381052, within(1e-6));
    assertThat(speed.stepsPerSecond(size(6, 0)))
        .isEqualTo(
            speed(classes(List.of(UNLIKE.getFirst(), counted(UNLIKE.getLast(), 3))))
                .stepsPerSecond(size(6, 0)));
  }

  @Test
  void anEstimateHasTheErrorOfItsSolverOnTheTestBed() {
    Speed speed = speed(classes(UNLIKE));
    double best = speed.stepsPerSecond(size(4, 1));

    assertThat(speed.estimate(size(4, 1))).isEqualTo(Estimate.within(Solver.EXACT.error(), best));
  }

  @Test
  void itsItemsAreTheThroughputOfEachClassAndTheUtilisationOfTheStations() {
    var items = ((Itemised) speed(classes(UNLIKE))).items(size(5, 1));

    assertThat(items).containsOnlyKeys("classes", "solver", "utilisation");
    assertThat(items).containsEntry("solver", "exact");
    assertThat(items.get("classes"))
        .asInstanceOf(InstanceOfAssertFactories.list(Map.class))
        .satisfiesExactly(
            one -> assertThat(throughput(one)).isCloseTo(7.429298, within(1e-6)),
            one -> assertThat(throughput(one)).isCloseTo(4.951754, within(1e-6)));
    assertThat(items.get("utilisation"))
        .asInstanceOf(InstanceOfAssertFactories.map(String.class, Double.class))
        .hasEntrySatisfying("downlink", busy -> assertThat(busy).isCloseTo(0.832015, within(1e-6)));
  }

  @Test
  void itsItemsDoNotDependOnTheOrderOfCalls() {
    var upwards = (Itemised) speed(classes(UNLIKE));
    var downwards = (Itemised) speed(classes(UNLIKE));
    List<Map<String, Object>> parts =
        IntStream.rangeClosed(1, 9)
            .mapToObj(workers -> Map.copyOf(upwards.items(size(workers, 1))))
            .toList();

    for (int workers = 9; workers >= 1; workers--) {
      assertThat(downwards.items(size(workers, 1))).isEqualTo(parts.get(workers - 1));
      assertThat(((Itemised) speed(classes(UNLIKE))).items(size(workers, 1)))
          .isEqualTo(parts.get(workers - 1));
    }
  }

  @Test
  void largeNetworksAnswerForMoreServersThanAreCached() {
    var large =
        List.of(
            new WorkerGroup(9, 1, 1, 1, 1),
            new WorkerGroup(9, 2, 1, 1, 1),
            new WorkerGroup(9, 3, 1, 1, 1),
            new WorkerGroup(9, 4, 1, 1, 1),
            new WorkerGroup(9, 5, 1, 1, 1),
            new WorkerGroup(9, 6, 1, 1, 1),
            new WorkerGroup(1, 7, 1, 1, 1));
    Speed remembering = speed(classes(large));
    for (int servers = 1; servers <= 4; servers++) {
      Allocation where = size(12, servers);
      assertThat(remembering.stepsPerSecond(where))
          .isEqualTo(speed(classes(large)).stepsPerSecond(where));
    }
  }

  @Test
  void itReportsAnApproximation() {
    var many = IntStream.range(0, 40).mapToObj(i -> new WorkerGroup(1, 1 + i, 1, 1, 1)).toList();
    var speed = (Itemised) speed(classes(many));

    assertThat(speed.items(size(10, 1))).containsEntry("solver", "exact");
    assertThat(speed.items(size(40, 1))).containsEntry("solver", "approximate exact");
    assertThat(speed.items(size(40, 0))).isEqualTo(speed.items(size(40, 1)));
    assertThat(speed.items(Allocation.NONE)).isEmpty();
  }

  @Test
  void itAnswersForAnySize() {
    Speed speed = speed(alike(Optional.empty(), DOWNLINK));

    assertThat(speed.stepsPerSecond(size(1_000_000, 1)))
        .isEqualTo(speed.stepsPerSecond(size(100_000, 1)))
        .isCloseTo(1 / DOWNLINK, within(1e-3));
    assertThat(speed.stepsPerSecond(size(1, 1_000_000)))
        .isEqualTo(speed.stepsPerSecond(size(1, 10_000)));
    for (int servers = 1; servers <= 200; servers++) {
      assertThat(speed.stepsPerSecond(size(1, servers))).isBetween(5.0, 35.0);
    }
  }

  @Test
  void concurrentThreadsGetTheSameAnswer() {
    Parameters parameters = classes(UNLIKE);
    Speed shared = speed(parameters);
    double[] alone =
        IntStream.rangeClosed(1, 200)
            .mapToDouble(workers -> speed(parameters).stepsPerSecond(size(workers, 1)))
            .toArray();

    IntStream.range(0, 2_000)
        .parallel()
        .forEach(i -> {
          int workers = 1 + i * 37 % 200;
          assertThat(shared.stepsPerSecond(size(workers, 1))).isEqualTo(alone[workers - 1]);
        });
  }

  /** Lin et al., Section IV: w nodes are one server and w - 1 workers. */
  @Test
  void nodesAreAServerAndWorkers() {
    Speed apart = speed(alike(Optional.empty(), DOWNLINK));
    Speed nodes = speed(nodes(OptionalInt.empty()));

    assertThat(nodes.stepsPerSecond(Allocation.NONE)).isZero();
    assertThat(nodes.stepsPerSecond(size(1, 0))).isEqualTo(apart.stepsPerSecond(size(1, 0)));
    assertThat(nodes.stepsPerSecond(size(2, 0))).isEqualTo(apart.stepsPerSecond(size(1, 0)));
    assertThat(nodes.stepsPerSecond(size(5, 0))).isEqualTo(apart.stepsPerSecond(size(4, 0)));
    assertThat(nodes.stepsPerSecond(size(5, 1))).isEqualTo(apart.stepsPerSecond(size(5, 1)));
    assertThat(speed(nodes(OptionalInt.of(2))).stepsPerSecond(size(6, 0)))
        .isEqualTo(apart.stepsPerSecond(size(4, 2)));
    assertThat(new AsyncPsModel().sizes(nodes(OptionalInt.empty())))
        .startsWith(Size.workers(1), Size.workers(2));
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.001, Double.NaN, Double.POSITIVE_INFINITY, 1e10})
  void impossibleTimesAreRefused(double downlink) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> alike(Optional.empty(), downlink))
        .withMessage("downlink must be between 0 and 1.0E9 s, not " + downlink);
  }

  @Test
  void impossibleNetworksAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new WorkerGroup(1, 0, 0, 0, 0))
        .withMessageContaining("together, not 0.0 s");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new WorkerGroup(100_001, 1, 1, 1, 1))
        .withMessage("count must be between 1 and 100000, not 100001");
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            classes(
                List.of(new WorkerGroup(60_000, 1, 1, 1, 1), new WorkerGroup(60_000, 1, 1, 1, 1))))
        .withMessage("classes must count at most 100000 workers together, not 120000");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> classes(List.of()))
        .withMessage("classes must be 1 to 1000, not 0");
  }

  @Test
  void impossibleServersAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sharing(OptionalInt.of(3), List.of(0.5, 0.5)))
        .withMessage("3 servers need as many shares, not [0.5, 0.5]");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sharing(OptionalInt.empty(), List.of(0.5, 0.4)))
        .withMessage("shares must add up to 1, but [0.5, 0.4] add up to 0.9");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sharing(OptionalInt.empty(), List.of(1.5, -0.5)))
        .withMessage("a share must be at least 0, not -0.5");
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            new Parameters(
                Optional.empty(),
                OptionalDouble.of(1),
                OptionalInt.empty(),
                Optional.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                Optional.of(UNLIKE)))
        .withMessage("threshold must be at least 0 and below 1, not 1.0");
  }

  @Test
  void timesAreWrittenOnceForAllOrForEachClass() {
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            new Parameters(
                Optional.empty(),
                OptionalDouble.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                OptionalDouble.of(1),
                OptionalDouble.of(1),
                OptionalDouble.empty(),
                OptionalDouble.of(1),
                Optional.empty()))
        .withMessage("needs either downlink, worker, uplink and server, or classes that have them");
  }

  private static Parameters alike(Optional<Solver> solver, double downlink) {
    return new Parameters(
        solver,
        OptionalDouble.empty(),
        OptionalInt.empty(),
        Optional.empty(),
        OptionalDouble.of(downlink),
        OptionalDouble.of(0.029),
        OptionalDouble.of(0.072),
        OptionalDouble.of(0.018),
        Optional.empty());
  }

  private static Parameters nodes(OptionalInt servers) {
    return new Parameters(
        Optional.empty(),
        OptionalDouble.empty(),
        servers,
        Optional.empty(),
        OptionalDouble.of(DOWNLINK),
        OptionalDouble.of(0.029),
        OptionalDouble.of(0.072),
        OptionalDouble.of(0.018),
        Optional.empty(),
        Optional.of(true));
  }

  private static Parameters sharing(OptionalInt servers, List<Double> shares) {
    return new Parameters(
        Optional.of(Solver.EXACT),
        OptionalDouble.empty(),
        servers,
        Optional.of(shares),
        OptionalDouble.of(DOWNLINK),
        OptionalDouble.of(0.029),
        OptionalDouble.of(0.072),
        OptionalDouble.of(0.018),
        Optional.empty());
  }

  private static Parameters classes(List<WorkerGroup> classes) {
    return new Parameters(
        Optional.of(Solver.EXACT),
        OptionalDouble.empty(),
        OptionalInt.empty(),
        Optional.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        Optional.of(classes));
  }

  private static WorkerGroup counted(WorkerGroup workers, int count) {
    return new WorkerGroup(
        count, workers.downlink(), workers.worker(), workers.uplink(), workers.server());
  }

  private static double throughput(Map<?, ?> one) {
    return (double) Objects.requireNonNull(one.get("throughput"));
  }

  private static Speed speed(Parameters parameters) {
    return new AsyncPsModel().create(parameters);
  }

  private static Allocation size(int workers, int servers) {
    return Allocation.together(new Size(workers, servers));
  }
}
