package dev.ductile.scenario.file;

import dev.ductile.api.Aggregation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.Dependency;
import dev.ductile.api.Device;
import dev.ductile.api.Gang;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Labels;
import dev.ductile.api.Nodes;
import dev.ductile.api.Program;
import dev.ductile.api.Protection;
import dev.ductile.api.Range;
import dev.ductile.api.RescaleMode;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.SpeedSpec;
import dev.ductile.api.Utility;
import dev.ductile.api.Work;
import dev.ductile.scenario.Submission;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The part of a job's specification that many jobs share. */
record JobKind(
    String owner,
    String queue,
    int priority,
    Aggregation aggregation,
    Demand demand,
    Bounds bounds,
    Optional<Size> request,
    Utility utility,
    RescaleMode rescaleMode,
    Protection protection,
    Program program,
    Gang gang,
    SpeedSpec speed,
    SpeedSpec expected) {

  /**
   * The kind that an entry describes.
   *
   * @param cluster sets the largest size if the entry has none
   * @param fallback the size if the entry has neither bounds nor a request
   */
  static JobKind of(
      KindEntry entry,
      Nodes cluster,
      Optional<Size> fallback,
      SpeedSpec speed,
      SpeedSpec expected) {
    Demand demand = demand(entry, cluster);
    Nodes eligible = new NodeRequirement(cluster).eligible(demand);
    Bounds bounds = bounds(entry, eligible, fallback).within(demand);
    return new JobKind(
        entry.owner().orElse(""),
        entry.queue().orElse(JobSpec.DEFAULT_QUEUE),
        entry.priority().orElse(0),
        entry
            .shape()
            .orElse(hasServers(bounds) ? Aggregation.PARAMETER_SERVER : Aggregation.ALL_REDUCE),
        demand,
        bounds,
        entry.request().map(request -> request.size(bounds.servers())),
        entry.utility().map(UtilityEntry::utility).orElse(Utility.NONE),
        entry.mechanism().orElse(RescaleMode.CHECKPOINT),
        new Protection(
            entry.cooldown().orElse(Duration.ZERO), entry.minimumRun().orElse(Duration.ZERO)),
        entry.started(),
        entry.gang().map(GangEntry::gang).orElse(Gang.NONE),
        speed,
        expected);
  }

  Submission submission(Instant at, JobId id, Work work) {
    return submission(at, spec(id, work, List.of()));
  }

  Submission submission(Instant at, JobSpec spec) {
    return new Submission(at, spec, speed, expected);
  }

  private static Demand demand(KindEntry entry, Nodes cluster) {
    return new Demand(
        entry.worker(),
        entry.server().orElse(Resources.NONE),
        entry.limit().orElse(Resources.NONE),
        new Device(cluster.device().orElse(Device.GPU.resource()), entry.deviceType().orElse("")),
        entry.nodeLabels().orElse(Labels.NONE));
  }

  JobSpec spec(JobId id, Work work, List<Dependency> after) {
    return new JobSpec(
        id,
        owner,
        queue,
        priority,
        aggregation,
        demand,
        bounds,
        request,
        work,
        utility,
        rescaleMode,
        protection,
        program,
        gang,
        after);
  }

  private static boolean hasServers(Bounds bounds) {
    return bounds.servers().most() > 0;
  }

  private static Bounds bounds(KindEntry entry, Nodes cluster, Optional<Size> fallback) {
    Range workers = workers(entry, cluster, fallback);
    Bounds bounds = new Bounds(workers, servers(entry, cluster, fallback, workers));
    if (hasServers(bounds) && entry.server().isEmpty()) {
      throw new IllegalArgumentException(
          "it has servers, so it needs the key server: the resources of one server");
    }
    return bounds;
  }

  private static Range workers(KindEntry entry, Nodes cluster, Optional<Size> fallback) {
    int most = most(cluster, entry, entry.worker());
    Optional<Range> bounds =
        entry.bounds().flatMap(BoundsEntry::workers).map(range -> range.range(1, most));
    if (bounds.isPresent()) {
      return bounds.get();
    }
    Optional<Integer> asked =
        entry.request().map(SizeEntry::workers).or(() -> fallback.map(Size::workers));
    return isFixed(entry)
        ? Range.exactly(asked.orElse(1))
        : Range.between(1, Math.max(most, asked.orElse(1)));
  }

  private static Range servers(
      KindEntry entry, Nodes cluster, Optional<Size> fallback, Range workers) {
    Optional<BoundsEntry.RangeEntry> bounds = entry.bounds().flatMap(BoundsEntry::servers);
    if (bounds.isPresent()) {
      return bounds.get().range(1, most(cluster, entry, entry.server().orElse(Resources.NONE)));
    }
    Optional<Integer> asked =
        entry
            .request()
            .flatMap(request -> request.servers().stream().boxed().findFirst())
            .or(() -> entry.bounds().isEmpty() ? fallback.map(Size::servers) : Optional.empty());
    if (isFixed(entry) && asked.isPresent()) {
      return Range.exactly(asked.get());
    }
    boolean some =
        entry.server().isPresent() && !entry.shape().equals(Optional.of(Aggregation.ALL_REDUCE));
    return some
        ? Range.between(1, Math.max(workers.most(), asked.orElse(1)))
        : Range.exactly(asked.orElse(0));
  }

  /** Whether the job has a program, and so keeps its size if it has no bounds. */
  private static boolean isFixed(KindEntry entry) {
    return entry.program().isPresent();
  }

  /** The most tasks of this need that the cluster can hold and the limit allows. */
  private static int most(Nodes cluster, KindEntry entry, Resources each) {
    double most = Range.LIMIT;
    Resources limit = entry.limit().orElse(Resources.NONE);
    for (var need : each.amounts().entrySet()) {
      if (cluster.count() > 0) {
        most = Math.min(most, cluster.total().amount(need.getKey()) / need.getValue());
      }
      if (limit.amounts().containsKey(need.getKey())) {
        most = Math.min(most, limit.amount(need.getKey()) / need.getValue());
      }
    }
    return (int) Math.max(1, Math.floor(most + 1e-9));
  }
}
