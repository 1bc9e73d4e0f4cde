package dev.ductile.models.fit;

import dev.ductile.api.Estimator;
import dev.ductile.api.EstimatorProvider;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.RestorableEstimator;
import dev.ductile.api.SpeedSpec;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Learns the speed of each job from the job's own measurements. The speed that was expected of it
 * is taken to be right but for a factor; with three or more sizes measured, published forms compete
 * with it. An estimate is a {@link FittedModel} with the pooled measurements of each size.
 */
public final class OnlineEstimator implements RestorableEstimator<FitMemory> {
  private final Map<JobId, JobFit> fits = new HashMap<>();

  /** Offers this estimator as {@code estimator: online}. */
  public static final class Provider implements EstimatorProvider {
    @Override
    public String name() {
      return "online";
    }

    @Override
    public String summary() {
      return "corrects the expected speed of each job by the job's own measurements";
    }

    @Override
    public Estimator create() {
      return new OnlineEstimator();
    }
  }

  @Override
  public void measured(Job job, double stepsPerSecond) {
    if (Measurement.isPossible(stepsPerSecond)) {
      fits.compute(
              job.id(), (_, known) -> known == null || !known.accepts(job) ? JobFit.of(job) : known)
          .add(job, stepsPerSecond);
    }
  }

  @Override
  public Optional<SpeedSpec> estimate(Job job) {
    return Optional.ofNullable(fits.get(job.id())).flatMap(fit -> fit.estimate(job));
  }

  @Override
  public void forget(JobId job) {
    fits.remove(job);
  }

  @Override
  public Class<FitMemory> memoryType() {
    return FitMemory.class;
  }

  @Override
  public Optional<FitMemory> memory(JobId job) {
    return Optional.ofNullable(fits.get(job)).map(JobFit::memory);
  }

  @Override
  public void restore(JobId job, FitMemory memory) {
    fits.put(job, JobFit.of(memory));
  }
}
