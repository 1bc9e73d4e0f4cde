package dev.ductile.models.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.Estimator;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.JobState;
import dev.ductile.api.ManualOverride;
import dev.ductile.api.NodeId;
import dev.ductile.api.Progress;
import dev.ductile.api.Range;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.api.SpeedSpec;
import dev.ductile.api.Speeds;
import dev.ductile.api.Work;
import dev.ductile.contracts.EstimatorContract;
import dev.ductile.contracts.GivenSpeed;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class OnlineEstimatorTest extends EstimatorContract {
  private static final Speed EXPECTED = where -> 10 * Math.pow(where.workers(), 0.8);
  private static final Allocation FAR = on(Size.workers(16));

  private final Estimator estimator = estimator();

  @Override
  protected Estimator estimator() {
    return new OnlineEstimator.Provider().create();
  }

  @Override
  protected Speeds speeds() {
    return spec ->
        spec.parameters() instanceof FittedModel.Parameters fitted
            ? new FittedModel().create(fitted)
            : GivenSpeed.SPEEDS.speed(spec);
  }

  @Test
  void measurementsOfOneSizeCorrectTheExpectedSpeedAtEverySize() {
    Job job = measured(at(job(EXPECTED), 4), 5 * Math.pow(4, 0.8));

    assertThat(job.speed().stepsPerSecond(FAR))
        .isCloseTo(EXPECTED.stepsPerSecond(FAR) / 2, withPercentage(5));
  }

  @Test
  void twoMeasurementsOfASizeAreTooFew() {
    Job job = at(job(EXPECTED), 4);
    estimator.measured(job, 1);
    estimator.measured(at(job, 8), 1);
    estimator.measured(job, 1);
    assertThat(estimator.estimate(job)).isEmpty();

    estimator.measured(job, 1);
    assertThat(estimator.estimate(job)).isPresent();
  }

  @Test
  void speedsAtTheLimitsOfAMeasurementAreLearned() {
    for (double limit : List.of(1e-12, 1e12)) {
      assertThat(measured(at(job(Speed.UNKNOWN), 4), limit).speedAt(Size.workers(4)))
          .isCloseTo(limit, withPercentage(5));
      estimator.forget(new JobId("job"));
    }
  }

  @Test
  void theCurveOfTheJobTakesThePlaceOfAWrongOne() {
    Job job = job(where -> 10 * where.workers());
    for (int workers : List.of(1, 2, 4, 8, 12)) {
      job = measured(at(job, workers), truth(workers));
    }

    assertThat(job.speed().stepsPerSecond(FAR)).isCloseTo(truth(16), withPercentage(10));
  }

  @Test
  void aJobOfUnknownSpeedIsKnownAtItsMeasuredSizes() {
    Job job = measured(at(job(Speed.UNKNOWN), 4), 7);

    assertThat(job.speedAt(Size.workers(4))).isCloseTo(7, withPercentage(5));
    assertThat(job.speed().estimate(FAR).high()).isGreaterThan(3 * job.speed().stepsPerSecond(FAR));
  }

  @Test
  void aDifferenceOfAFewPercentIsNotWorthADecision() {
    Job job = at(job(EXPECTED), 4);
    for (int i = 0; i < 100; i++) {
      estimator.measured(job, 1.04 * EXPECTED.stepsPerSecond(job.allocation()));
      assertThat(estimator.estimate(job)).isEmpty();
    }
  }

  @Test
  void oneOddMeasurementOfManyIsIgnored() {
    Job job = at(job(EXPECTED), 4);
    double usual = EXPECTED.stepsPerSecond(job.allocation());
    for (int i = 0; i < 30; i++) {
      estimator.measured(job, usual);
    }
    estimator.measured(job, usual / 2);

    assertThat(estimator.estimate(job)).isEmpty();
  }

  @Test
  void aLastingChangeIsLearnedAfterALongFasterTime() {
    Job job = at(job(EXPECTED), 4);
    double usual = EXPECTED.stepsPerSecond(job.allocation());
    for (int i = 0; i < 10_000; i++) {
      estimator.measured(job, usual);
    }
    int slower = 0;
    while (estimator.estimate(job).isEmpty()) {
      estimator.measured(job, 0.9 * usual);
      slower++;
      assertThat(slower).isLessThan(30);
    }

    assertThat(slower).isGreaterThan(10);
  }

  @Test
  void contradictoryMeasurementsGiveAWideRange() {
    assertThat(doubt(List.of(5.0, 20.0, 5.0, 20.0)))
        .isGreaterThan(doubt(List.of(10.0, 10.0, 10.0)));
  }

  @Test
  void anEstimatorWithoutMemoryContinuesFromThePicture() {
    Job job = measured(at(measured(at(job(EXPECTED), 4), 7), 8), 9);

    estimator.forget(job.id());
    Job later = measured(at(job, 2), 20);

    assertThat(known(later).points())
        .extracting(FittedModel.Point::workers)
        .containsExactly(2, 4, 8);
    assertThat(known(later).expected()).isEqualTo(known(job).expected());
  }

  @Test
  void aJobThatIsGivenServersIsMeasuredAnew() {
    Job job = measured(at(job(EXPECTED), 4), 7);
    var served = new Bounds(Range.between(1, 16), Range.between(1, 4));
    Job amended = job.with(spec(served), ManualOverride.NONE);

    Job later = measured(running(amended, new Size(4, 2)), 9);

    assertThat(known(later).points()).extracting(FittedModel.Point::servers).hasSize(1);
    assertThat(later.speedAt(new Size(4, 2))).isCloseTo(9, withPercentage(5));
  }

  @Test
  void anEstimateHasFewPointsHoweverManySizesAJobHas() {
    var many = new Bounds(Range.between(1, 5000), Range.between(1, 5000));
    Job job =
        Job.submitted(
            spec(many), 0, Instant.EPOCH, GivenSpeed.of(EXPECTED), EXPECTED, Duration.ZERO);
    for (int workers = 1; workers <= 100; workers++) {
      job = measured(running(job, new Size(workers, 1)), workers % 2 == 0 ? workers : 1);
    }

    assertThat(known(job).points()).hasSize(16);
    assertThat(known(job).expected().orElseThrow().points()).hasSizeBetween(40, 64);
  }

  @Test
  void aTableOfExpectedSpeedsHasBothEndsAndFewCountsBetweenThem() {
    for (int least = 0; least < 5; least++) {
      for (int most = Math.max(1, least); most < 3000; most += 1 + most / 7) {
        List<Integer> counts = ExpectedSpeed.counts(Range.between(least, most), 8);

        assertThat(counts).isSorted().doesNotHaveDuplicates().hasSizeLessThanOrEqualTo(8);
        assertThat(counts.getFirst()).isEqualTo(least);
        assertThat(counts.getLast()).isEqualTo(most);
      }
    }
    assertThat(ExpectedSpeed.counts(Range.of(List.of(1, 2, 4, 64)), 8))
        .containsExactly(1, 2, 4, 64);
  }

  /** How wide the range is at a size that was measured so. */
  private double doubt(List<Double> measurements) {
    Estimator fresh = estimator();
    Job job = at(job(Speed.UNKNOWN), 4);
    measurements.forEach(one -> fresh.measured(job, one));
    Speed speed = speeds().speed(fresh.estimate(job).orElseThrow());
    return speed.estimate(job.allocation()).high() / speed.stepsPerSecond(job.allocation());
  }

  private static double truth(int workers) {
    return 1 / (0.02 + 0.1 / workers);
  }

  private static FittedModel.Parameters known(Job job) {
    return (FittedModel.Parameters) job.speedSpec().parameters();
  }

  /** The job as the picture shows it after as many measurements as an estimate needs. */
  private Job measured(Job job, double stepsPerSecond) {
    for (int i = 0; i < 3; i++) {
      estimator.measured(job, stepsPerSecond);
    }
    Optional<SpeedSpec> estimate = estimator.estimate(job);
    return estimate.map(speed -> job.with(speed, speeds().speed(speed))).orElse(job);
  }

  private static Job job(Speed expected) {
    SpeedSpec given = expected.equals(Speed.UNKNOWN) ? SpeedSpec.UNKNOWN : GivenSpeed.of(expected);
    return Job.submitted(
        spec(Bounds.workers(1, 16)), 0, Instant.EPOCH, given, expected, Duration.ZERO);
  }

  private static JobSpec spec(Bounds bounds) {
    return JobSpec.of(
        new JobId("job"), Demand.perWorker(Resources.gpus(1)), bounds, Work.steps(1000));
  }

  private static Job at(Job job, int workers) {
    return running(job, Size.workers(workers));
  }

  private static Job running(Job job, Size size) {
    return job.withAllocation(
        on(size), JobState.RUNNING, Progress.none(Instant.EPOCH), Instant.EPOCH);
  }

  private static Allocation on(Size size) {
    return Allocation.on(new NodeId("node-0"), size);
  }
}
