package dev.ductile.learned.dl2;

import dev.ductile.api.Cluster;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.Notebook;
import dev.ductile.api.Plan;
import dev.ductile.api.Reason;
import dev.ductile.api.Size;
import dev.ductile.learned.fallback.DecisionCheck;
import dev.ductile.learned.model.StateFeature;
import dev.ductile.learned.slot.AllWaiting;
import dev.ductile.learned.slot.JobTypes;
import dev.ductile.learned.slot.PoorState;
import dev.ductile.learned.slot.RunTime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * Finds inputs of a model that are outside of its training, and poor plans. An input is unfamiliar
 * if the type of a job is unknown, or if a figure of a job is outside of the recorded range by more
 * than a tenth of the range. A plan is poor if a job ends in a poor state, if a size is far beyond
 * all sizes in training, or if all jobs wait.
 *
 * @param features the ranges of the figures in training; a figure without one has no limit
 * @param slot the time between two decisions
 */
public record ModelCheck(
    List<StateFeature> features, JobTypes types, Duration slot, Notebook<RunTime> notebook)
    implements DecisionCheck {
  /** The part of a range by which a figure may exceed it. */
  private static final double TOLERANCE = 0.1;

  public ModelCheck {
    features = List.copyOf(features);
  }

  @Override
  public Optional<String> unfamiliar(Cluster cluster) {
    return StreamSupport.stream(cluster.jobs().spliterator(), false)
        .flatMap(job -> unfamiliar(job, cluster).stream())
        .findFirst();
  }

  private Optional<String> unfamiliar(Job job, Cluster cluster) {
    if (types.indexOf(job.id()).isEmpty()) {
      return Optional.of(
          "%s is of the type %s, which is not in training"
              .formatted(job.id(), JobTypes.typeOf(job.id())));
    }
    RunTime run = notebook.read(job, RunTime.none(cluster.now())).at(cluster.now(), job);
    double slots = run.slots(slot);
    return outside("remainingSteps", 0, job.remainingSteps(cluster.now()))
        .or(() -> outside("slotsRun", 1, slots))
        .map(what -> "%s has %s".formatted(job.id(), what));
  }

  @Override
  public Optional<String> poor(Cluster cluster, Plan plan) {
    Optional<String> waiting = new AllWaiting().poor(cluster, plan);
    if (waiting.isPresent()) {
      return waiting;
    }
    return plan.grants().stream().flatMap(grant -> poor(grant).stream()).findFirst();
  }

  private Optional<String> poor(Grant grant) {
    Size size = grant.allocation().size();
    boolean hasServers = grant.job().spec().bounds().servers().most() > 0;
    if (hasServers && PoorState.remedy(size).isPresent()) {
      return Optional.of("%s gets %s".formatted(grant.job().id(), size));
    }
    return outside("workers", 1, size.workers())
        .or(() -> outside("servers", 1, size.servers()))
        .map(what -> "%s gets %s".formatted(grant.job().id(), what));
  }

  /**
   * How far this value is outside of the range of its figure; absent if it is not.
   *
   * @param step the least excess that counts
   */
  private Optional<String> outside(String name, double step, double value) {
    return features.stream()
        .filter(feature -> feature.name().equals(name))
        .filter(feature -> {
          double more = Math.max(step, TOLERANCE * (feature.greatest() - feature.least()));
          return !(value >= feature.least() - more && value <= feature.greatest() + more);
        })
        .map(feature ->
            "%s %s, and %s to %s in training"
                .formatted(
                    name,
                    Reason.text(value),
                    Reason.text(feature.least()),
                    Reason.text(feature.greatest())))
        .findFirst();
  }
}
