package dev.ductile.answers.forecast;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Event;
import dev.ductile.api.Job;
import dev.ductile.api.Speed;
import dev.ductile.api.Speeds;
import dev.ductile.history.Recorder;
import dev.ductile.history.Run;
import dev.ductile.scheduler.SchedulerObserver;
import java.time.Instant;

/** Records one future as a run that begins with the picture, for the charts of reports. */
final class FutureRecorder implements SchedulerObserver {
  private static final Speeds ANY = _ -> Speed.UNKNOWN;

  private final Recorder recorder;

  FutureRecorder(Cluster picture) {
    Instant now = picture.now();
    this.recorder = new Recorder(now, picture.nodes(), ANY, true);
    for (Job job : picture.jobs()) {
      recorder.happened(new Event.Submitted(now, job.spec(), job.speedSpec(), job.pause()));
      if (job.holdsResources()) {
        recorder.happened(
            new Event.Allocated(now, job.id(), job.revision(), Allocation.NONE, job.allocation()));
      }
    }
  }

  @Override
  public void happened(Event event) {
    recorder.happened(event);
  }

  /** The run until the end of the future. */
  Run run(String label, SimulatedFuture future) {
    var counts = new Recorder.RunCounts(recorder.lostSeconds(), future.decisions(), 0);
    Run.End end = future.isOver() ? Run.End.ALL_OVER : Run.End.DECISIONS;
    return recorder.run(label, 0, 1, future.last().now(), end, counts);
  }
}
