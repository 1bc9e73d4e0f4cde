package dev.ductile.models.fit;

import dev.ductile.api.Job;
import dev.ductile.api.SpeedSpec;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** The measurements of one job, and the speed that was expected of it before them. */
final class JobFit {
  /**
   * The share of a speed below which a difference is not worth a decision. A fit trusts the mean of
   * one setup to about 5 % however often it is measured ({@link ResidualKernel#noise}), so that a
   * smaller difference may be one of the setup and not of the job.
   */
  private static final double NOTABLE = StrictMath.log1p(0.05);

  /** The fewest measurements of a size that make an estimate: a single one may be odd. */
  private static final int FEWEST = 3;

  /** Sizes that a job has had; of more, those that were measured least are forgotten. */
  private static final int MOST_SETUPS = 16;

  /**
   * The most measurements that the past of one setup counts for. A job that becomes 10 % slower for
   * good is noticed after about 20 reports, however long it was faster.
   */
  private static final double HEAVIEST = 32;

  /** The batch of a job is not known and does not change, so that it tells no setups apart. */
  private static final double BATCH = 1;

  private final FittedModel.Expected expected;
  private final OnlineFit measured;

  private JobFit(FittedModel.Expected expected) {
    this.expected = expected;
    Fitter fitter = expected.prior().map(Fitter.OPEN::withPrior).orElse(Fitter.OPEN);
    this.measured = new OnlineFit(fitter, 1, MOST_SETUPS, HEAVIEST);
  }

  /** A fit that continues from the earlier measurements in the picture. */
  static JobFit of(Job job) {
    var fit = new JobFit(ExpectedSpeed.of(job));
    if (job.speedSpec().parameters() instanceof FittedModel.Parameters learned
        && learned.expected().isPresent()) {
      learned.points().stream()
          .map(point -> point.pooled(BATCH))
          .filter(point -> hasServers(point.setup()) == hasServers(setup(job)))
          .forEach(fit.measured::add);
    }
    return fit;
  }

  /** The fit that had this memory. */
  static JobFit of(FitMemory memory) {
    var fit = new JobFit(memory.expected());
    memory.measured().forEach(fit.measured::add);
    return fit;
  }

  FitMemory memory() {
    return new FitMemory(expected, measured.measurements());
  }

  /** Whether the job has had servers as now: a fit is of jobs with servers, or of jobs without. */
  boolean accepts(Job job) {
    return measured.measurements().stream()
        .limit(1)
        .allMatch(one -> hasServers(one.setup()) == hasServers(setup(job)));
  }

  void add(Job job, double stepsPerSecond) {
    measured.add(new Measurement(setup(job), stepsPerSecond));
  }

  /** The speed by these measurements, if it is notably another one than the job's. */
  Optional<SpeedSpec> estimate(Job job) {
    Setup here = setup(job);
    double known = job.speed().stepsPerSecond(job.allocation());
    return measured
        .measurements(here)
        .filter(mean -> mean.count() >= FEWEST && differs(mean.logSpeed(), known))
        .flatMap(_ -> measured.fit())
        .filter(fit -> differs(StrictMath.log(fit.stepsPerSecond(here)), known))
        .map(_ -> SpeedSpec.of(FittedModel.NAME, parameters()));
  }

  private static boolean differs(double logSpeed, double known) {
    return !(Math.abs(logSpeed - StrictMath.log(known)) <= NOTABLE);
  }

  private FittedModel.Parameters parameters() {
    List<FittedModel.Point> points =
        measured.measurements().stream().map(FittedModel.Point::of).toList();
    return new FittedModel.Parameters(
        Optional.empty(),
        OptionalDouble.of(BATCH),
        OptionalInt.empty(),
        points,
        Optional.empty(),
        Optional.of(expected));
  }

  /** A job that has servers which the scheduler does not place counts as one without. */
  private static Setup setup(Job job) {
    int servers = job.allocation().servers();
    boolean some = servers > 0 || job.spec().bounds().servers().most() > 0;
    return Setup.near(job.allocation().workers(), some ? Math.max(1, servers) : 0, BATCH);
  }

  private static boolean hasServers(Setup setup) {
    return setup.servers() > 0;
  }
}
