package dev.ductile.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Values check themselves: each limit accepts its last value and names the first beyond it. */
final class ValuesTest {
  private static final double INFINITE = Double.POSITIVE_INFINITY;

  @Test
  void aNameIsShortAndHasVisibleCharacters() {
    assertThatCode(() -> new JobId("a".repeat(128))).doesNotThrowAnyException();
    assertThatCode(() -> new NodeId("Az09._-:/@+é")).doesNotThrowAnyException();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new JobId("a".repeat(129)))
        .withMessage("a job needs a name of 1 to 128 characters, not 129");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new NodeId(""))
        .withMessage("a node needs a name of 1 to 128 characters, not 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new NodeId("a b"))
        .withMessageContaining("node name \"a b\" has the character ' '");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new JobId("a\n"))
        .withMessageContaining("the character '\\u000a'");
  }

  @Test
  void namesAreOrderedAndComparedByTheirLetters() {
    assertThat(new NodeId("a")).isLessThan(new NodeId("b")).isEqualTo(new NodeId("a"));
    assertThat(new JobId("b")).isGreaterThan(new JobId("a")).isEqualTo(new JobId("b"));
    assertThat(new NodeId("a")).hasSameHashCodeAs(new NodeId("a")).isNotEqualTo("a");
    assertThat(new JobId("a")).hasSameHashCodeAs(new JobId("a")).isNotEqualTo("a");
    assertThat(new NodeId("a")).isNotEqualTo(new NodeId("b"));
    assertThat(new JobId("a")).isNotEqualTo(new JobId("b"));
    assertThat(new NodeId("a").hashCode()).isNotEqualTo(new NodeId("b").hashCode());
    assertThat(new JobId("a").hashCode()).isNotEqualTo(new JobId("b").hashCode());
  }

  @Test
  void workIsFiniteAndFeedbackAPartOfIt() {
    for (double steps : new double[] {0, -1, Double.NaN, INFINITE}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Work.steps(steps))
          .withMessageContaining("not " + steps);
    }
    for (double feedback : new double[] {-1, 11, Double.NaN}) {
      assertThatIllegalArgumentException().isThrownBy(() -> new Work(10, feedback, "steps"));
    }
    assertThat(new Work(10, 10, "steps").feedbackSteps()).isEqualTo(10);
  }

  @Test
  void earlyFeedbackEndsWithItsLastStep() {
    var work = new Work(10, 4, "steps");
    assertThat(work.phaseAfter(0)).isEqualTo(Phase.EARLY_FEEDBACK);
    assertThat(work.phaseAfter(3.9)).isEqualTo(Phase.EARLY_FEEDBACK);
    assertThat(work.phaseAfter(4)).isEqualTo(Phase.TRAINING);
    assertThat(Work.steps(10).phaseAfter(0)).isEqualTo(Phase.TRAINING);
  }

  @Test
  void theTimesOfAProgramAreChecked() {
    Duration second = Duration.ofSeconds(1);
    assertThat(program(Duration.ZERO, second, 0).isNone()).isFalse();
    assertThat(Program.NONE.isNone()).isTrue();
    assertThat(Program.NONE.withCommand(List.of("train")).command()).containsExactly("train");
    assertThatIllegalArgumentException().isThrownBy(() -> program(second.negated(), second, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> program(second, Duration.ZERO, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> program(second, second.negated(), 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> program(second, second, -1))
        .withMessageContaining("not PT1S, PT1S and -1");
  }

  @Test
  void aProtectionIsNotNegative() {
    Duration second = Duration.ofSeconds(1);
    assertThatCode(() -> new Protection(second, second)).doesNotThrowAnyException();
    assertThatIllegalArgumentException().isThrownBy(() -> new Protection(second.negated(), second));
    assertThatIllegalArgumentException().isThrownBy(() -> new Protection(second, second.negated()));
  }

  @Test
  void aBandwidthIsAboveZero() {
    assertThat(Bandwidth.bitsPerSecond(80).seconds(20)).isEqualTo(2);
    for (double bytes : new double[] {0, -1, Double.NaN, INFINITE}) {
      assertThatIllegalArgumentException().isThrownBy(() -> new Bandwidth(bytes));
    }
  }

  @Test
  void aSizeCountsItsTasks() {
    Set<Integer> hashes = new HashSet<>();
    for (int workers = 0; workers < 5; workers++) {
      for (int servers = 0; servers < 5; servers++) {
        var size = new Size(workers, servers);
        hashes.add(size.hashCode());
        assertThat(size.tasks()).isEqualTo(workers + servers);
        assertThat(size.isNone()).isEqualTo(size.tasks() == 0);
        assertThat(size.plus(new Size(1, 2))).isEqualTo(new Size(workers + 1, servers + 2));
        assertThat(size).isNotEqualTo(new Size(workers + 1, servers));
        assertThat(size).isNotEqualTo(new Size(workers, servers + 1));
        assertThat(size).isLessThan(new Size(workers, servers + 1));
        assertThat(size).isLessThan(new Size(workers + 1, 0));
      }
    }
    assertThat(hashes).hasSize(25);
    assertThat(new Size(2, 0)).hasToString("2").isNotEqualTo("2");
    assertThat(new Size(2, 1)).hasToString("2+1");
    assertThatIllegalArgumentException().isThrownBy(() -> new Size(-1, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new Size(0, -1));
  }

  @Test
  void aRangeReachesFromNothingToItsLimit() {
    assertThat(Range.between(0, Range.LIMIT).most()).isEqualTo(Range.LIMIT);
    assertThat(Range.exactly(3)).isEqualTo(Range.between(3, 3));
    assertThatIllegalArgumentException().isThrownBy(() -> Range.between(-1, 2));
    assertThatIllegalArgumentException().isThrownBy(() -> Range.between(0, Range.LIMIT + 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Range(2, 4, List.of(1)));
    assertThat(new Range(2, 4, List.of(4, 2, 4)).allowed()).containsExactly(2, 4);
    assertThat(Range.of(List.of())).isEqualTo(Range.ZERO);
    for (int count = 0; count < 7; count++) {
      assertThat(Range.between(2, 5).allows(count)).isEqualTo(count >= 2 && count <= 5);
      assertThat(Range.of(List.of(2, 5)).allows(count)).isEqualTo(count == 2 || count == 5);
    }
    assertThat(Range.between(2, 5).after(0)).isEqualTo(2);
    assertThat(Range.between(2, 5).after(7)).isEqualTo(7);
    assertThat(Range.of(List.of(2, 5)).atMost(1)).isEqualTo(2);
  }

  @Test
  void boundsOfOneSizeAreRigid() {
    assertThat(Bounds.rigid(new Size(2, 1)).isRigid()).isTrue();
    assertThat(Bounds.workers(1, 2).isRigid()).isFalse();
    assertThat(new Bounds(Range.exactly(1), Range.between(1, 2)).isRigid()).isFalse();
    assertThat(new Bounds(Range.between(1, 3), Range.between(2, 4)).most())
        .isEqualTo(new Size(3, 4));
  }

  @Test
  void serviceIsCountedInGpusOrInWorkersWithoutGpus() {
    var served = new Demand(Resources.gpus(2), Resources.gpus(1), Resources.NONE);
    assertThat(served.devices(new Size(3, 4))).isEqualTo(10);
    assertThat(Demand.perWorker(Resources.of("cpu", 4)).devices(new Size(3, 1))).isEqualTo(3);
    assertThat(served.of(new Size(3, 4))).isEqualTo(Resources.gpus(10));
    assertThat(served.of(new Size(1, 0))).isEqualTo(Resources.gpus(2));
  }

  @Test
  void aLimitToleratesRoundingOnly() {
    var demand =
        new Demand(Resources.of("cpu", 1e18), Resources.of("cpu", 1e-3), Resources.of("cpu", 1e18));
    assertThat(demand.isWithinLimit(new Size(1, 1))).isTrue();
    assertThat(demand.isWithinLimit(new Size(1, 2))).isFalse();
  }

  @Test
  void aSigmoidIsHalfItsWorthAtItsTargetTime() {
    var utility = new Utility.Sigmoid(8, 2, 3, TimeUnit.MINUTES);
    assertThat(utility.at(180)).isCloseTo(4, within(1e-9));
    assertThat(utility.at(0)).isCloseTo(8 / (1 + Math.exp(-6)), within(1e-9));
    assertThat(utility.at(240)).isCloseTo(8 / (1 + Math.exp(2)), within(1e-9));
    assertThat(Utility.NONE.at(5)).isZero();
    assertThatCode(() -> new Utility.Sigmoid(1, 1, 0, TimeUnit.HOURS)).doesNotThrowAnyException();
    for (double bad : new double[] {0, -1, Double.NaN, INFINITE}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new Utility.Sigmoid(bad, 1, 1, TimeUnit.HOURS))
          .withMessageStartingWith("gamma1");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new Utility.Sigmoid(1, bad, 1, TimeUnit.HOURS))
          .withMessageStartingWith("gamma2");
    }
    for (double bad : new double[] {-1, Double.NaN, INFINITE}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new Utility.Sigmoid(1, 1, bad, TimeUnit.HOURS))
          .withMessageStartingWith("gamma3");
    }
  }

  @Test
  void aStepTakesTheSumOfItsTerms() {
    assertThat(new StepTerms.Synchronous(1, 2, 3, 4, 5).secondsPerStep(10, 2))
        .isEqualTo(10 + 4 + 3 + 20 + 0.5);
    assertThat(new StepTerms.Asynchronous(1, 2, 3, 4).secondsPerStep(10, 2)).isEqualTo(1 + 0.7 + 2);
    assertThatCode(() -> new StepTerms.Asynchronous(0, 0, 0, 1)).doesNotThrowAnyException();
    assertThatIllegalArgumentException().isThrownBy(() -> new StepTerms.Asynchronous(0, 0, 0, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new StepTerms.Synchronous(1, -1, 0, 0, 0))
        .withMessageEndingWith("not -1.0");
    assertThatIllegalArgumentException().isThrownBy(() -> new StepTerms.Synchronous(0, 0, 0, 0, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new StepTerms.Asynchronous(INFINITE, 0, 0, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new StepTerms.Asynchronous(Double.NaN, 0, 0, 0));
  }

  @Test
  void anUnknownSpeedIsZero() {
    Allocation two = Allocation.together(Size.workers(2));
    Speed speed = Allocation::workers;
    assertThat(Speed.UNKNOWN.stepsPerSecond(two)).isZero();
    assertThat(speed.estimate(two)).isEqualTo(Estimate.exactly(2));
    assertThat(speed.stepTerms()).isEmpty();
    assertThat(SpeedProvider.doublings(3))
        .containsExactly(
            new Size(1, 3),
            new Size(2, 3),
            new Size(4, 3),
            new Size(8, 3),
            new Size(16, 3),
            new Size(32, 3),
            new Size(64, 3));
  }

  @Test
  void aGangHasANameAndAtLeastTwoMembers() {
    assertThat(Gang.NONE.isNone()).isTrue();
    assertThat(new Gang("pair", 2).isNone()).isFalse();
    assertThat(new Gang("many", Gang.MOST).members()).isEqualTo(1000);
    for (Gang each : List.of(Gang.NONE, new Gang("pair", 2))) {
      assertThat(new Gang(each.name(), each.members())).isEqualTo(each);
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Gang("alone", 1))
        .withMessage("gang alone has from 2 to 1000 members, not 1");
    assertThatIllegalArgumentException().isThrownBy(() -> new Gang("many", Gang.MOST + 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Gang("", 2));
    assertThatIllegalArgumentException().isThrownBy(() -> new Gang("", 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Gang("a pair", 2))
        .withMessageContaining("gang name \"a pair\" has the character ' '");
  }

  @Test
  void devicesAndQueuesHaveNames() {
    assertThat(new Device("npu", "")).hasToString("npu");
    assertThat(new Device("npu", "v2")).hasToString("npu type v2");
    assertThatIllegalArgumentException().isThrownBy(() -> new Device("", "a100"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Device("gpu", "a 100"))
        .withMessageContaining("device type name \"a 100\" has the character ' '");
    assertThat(new Queue("night", Resources.NONE).name()).isEqualTo("night");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Queue(" ", Resources.NONE))
        .withMessage("a queue needs a name");
  }

  @Test
  void theErrorOfASpeedIsFiniteAndNotNegative() {
    record Rate(double value) {}
    assertThat(SpeedSpec.of("fixed", new Rate(2)))
        .isEqualTo(new SpeedSpec("fixed", new Rate(2), OptionalDouble.empty()));
    assertThat(SpeedSpec.of("fixed", new Rate(2)).isUnknown()).isFalse();
    assertThat(SpeedSpec.UNKNOWN.isUnknown()).isTrue();
    assertThatCode(() -> new SpeedSpec("fixed", new Rate(2), OptionalDouble.of(0)))
        .doesNotThrowAnyException();
    for (double error : new double[] {-0.1, Double.NaN, INFINITE}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new SpeedSpec("fixed", new Rate(2), OptionalDouble.of(error)))
          .withMessage("error must be a finite number of at least 0, not " + error);
    }
  }

  @Test
  void progressIsCountedInPartsOfASecond() {
    Instant from = Instant.ofEpochSecond(10, 750_000_000);
    Instant to = Instant.ofEpochSecond(12, 250_000_000);
    assertThat(Progress.seconds(from, to)).isEqualTo(1.5);
    assertThat(Progress.seconds(to, from)).isEqualTo(-1.5);
    Progress corrected = Progress.none(from).change(from, 2, 4).correct(to, 7, 3);
    assertThat(corrected).isEqualTo(new Progress(to, 7, 3, 0, 6, 4));
  }

  private static Program program(Duration grace, Duration stall, int restarts) {
    return new Program(List.of("a"), Map.of(), "", "", grace, stall, restarts);
  }
}
