package dev.ductile.cli.train;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.NodeId;
import dev.ductile.api.Range;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.SpeedSpec;
import dev.ductile.api.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** The events of one job, as a scheduler reports them. */
record TrainingJobEvents(String name, double steps) {
  private static final NodeId NODE = new NodeId("this-machine");
  private static final Instant NOW = Instant.EPOCH;

  /** A job without a last step. */
  TrainingJobEvents(String name) {
    this(name, 1e12);
  }

  /** The status of a job that trains at this size since its first order. */
  TrainingStatus status(Size size) {
    var status = new TrainingStatus(id(), new SpeedMeasurements(true));
    status.happened(submitted(size));
    status.happened(allocated(1, Size.NONE, size));
    status.happened(running(1, size));
    return status;
  }

  private JobId id() {
    return new JobId(name);
  }

  Event submitted(Size size) {
    Resources one = Resources.of(Map.of("cpu", 1.0));
    Range servers = size.servers() == 0 ? Range.ZERO : Range.between(1, 256);
    var bounds = new Bounds(Range.between(1, 256), servers);
    JobSpec spec =
        JobSpec.of(id(), new Demand(one, one, Resources.NONE), bounds, Work.steps(steps))
            .withRequest(size);
    return new Event.Submitted(NOW, spec, SpeedSpec.UNKNOWN, Duration.ofMillis(10));
  }

  Event scaled(Size size) {
    return new Event.Scaled(NOW, id(), size);
  }

  Event held() {
    return new Event.Held(NOW, id(), "its user stopped it");
  }

  Event allocated(long revision, Size from, Size to) {
    return new Event.Allocated(NOW, id(), revision, where(from), where(to));
  }

  Event running(long revision, Size size) {
    return new Event.Running(NOW, id(), revision, where(size), 1);
  }

  Event progressed(long revision, double at, double stepsPerSecond) {
    return new Event.Progressed(NOW, id(), revision, at, stepsPerSecond);
  }

  Event rescaled(long revision, Size from, Size to, Duration pause) {
    return new Event.Rescaled(NOW, id(), revision, from, to, pause);
  }

  Event released(long revision, long steps) {
    return new Event.Released(NOW, id(), revision, steps);
  }

  Event crashed(long revision, long steps) {
    return new Event.Crashed(NOW, id(), revision, steps, "a task crashed");
  }

  private static Allocation where(Size size) {
    return size.isNone() ? Allocation.NONE : Allocation.on(NODE, size);
  }
}
