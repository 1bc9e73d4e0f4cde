package dev.ductile.answers.forecast;

import dev.ductile.answers.TimeWords;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Seed;
import dev.ductile.rest.Forecast;
import dev.ductile.rest.SizeForecast;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Makes forecasts of jobs by simulating the cluster forward from its picture. They hold if no other
 * job comes.
 *
 * @param nanos a clock of wall time for the limit of effort
 */
public record Forecasts(ForecastLimits limits, Seed seed, ZoneId zone, LongSupplier nanos) {

  /**
   * The forecasts of these jobs, by the same simulations; a job that is not in the picture has
   * none.
   */
  public List<Forecast> of(LiveState state, List<JobId> ids) {
    List<Job> jobs = ids.stream().flatMap(id -> state.find(id).stream()).toList();
    Set<JobId> watched = new HashSet<>();
    jobs.stream().filter(job -> !staysHeld(job, state)).forEach(job -> watched.add(job.id()));
    if (watched.isEmpty()) {
      return jobs.stream().map(Forecasts::held).toList();
    }
    Futures futures = Futures.of(state, watched, limits, seed, nanos);
    return jobs.stream()
        .map(job -> watched.contains(job.id()) ? forecast(job, futures) : held(job))
        .toList();
  }

  public Optional<Forecast> of(LiveState state, JobId id) {
    return of(state, List.of(id)).stream().findFirst();
  }

  private static boolean staysHeld(Job job, LiveState state) {
    return job.manualOverride().held() && state.dependencies(job.id()).isEmpty();
  }

  private static Forecast held(Job job) {
    return new Forecast(
        job.id().name(),
        "does not start while it is held",
        Optional.empty(),
        Optional.empty(),
        List.of(),
        0,
        false);
  }

  private Forecast forecast(Job job, Futures futures) {
    TimeQuantiles starts =
        TimeQuantiles.of(futures.list().stream().map(future -> future.start(job.id())).toList());
    TimeQuantiles ends =
        TimeQuantiles.of(futures.list().stream().map(future -> future.end(job.id())).toList());
    List<SizeForecast> sizes = new ExpectedSizes(job.id(), futures.list()).list();
    var words =
        new ForecastSentence(job, futures, starts, ends, sizes, new TimeWords(futures.now(), zone));
    return new Forecast(
        job.id().name(),
        words.text(),
        job.holdsResources() ? Optional.empty() : starts.range(),
        ends.range(),
        sizes,
        futures.count(),
        futures.isCut());
  }
}
