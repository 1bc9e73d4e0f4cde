package dev.ductile.bench.journal;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Work;
import dev.ductile.scenario.Constant;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The events of a busy cluster: all jobs are submitted, a tenth of them runs, and these report
 * their progress again and again.
 */
public record JournalEvents(int jobs) {
  private static final Instant BEGIN = Instant.parse("2026-03-01T12:00:00Z");
  private static final Size SIZE = Size.workers(2);

  /** The event of this number, from 0 on. */
  Event event(long number) {
    Instant now = BEGIN.plusMillis(10 * number);
    int running = jobs / 10;
    if (number < running) {
      return new Event.NodeUp(now, new Node(node(number), Resources.gpus(2)));
    }
    long second = number - running;
    if (second < jobs) {
      return submitted(now, second);
    }
    long third = second - jobs;
    if (third < running) {
      return new Event.Allocated(now, name(third), 1, Allocation.NONE, where(third));
    }
    long fourth = third - running;
    return fourth < running
        ? new Event.Running(now, name(fourth), 1, where(fourth), 5)
        : new Event.Progressed(now, name(fourth % running), 1, fourth, 5 + fourth % 3 * 0.1);
  }

  /** The events from a number on, this many. */
  public List<Event> batch(long first, int count) {
    var batch = new ArrayList<Event>(count);
    for (int i = 0; i < count; i++) {
      batch.add(event(first + i));
    }
    return batch;
  }

  private static Event submitted(Instant now, long job) {
    JobSpec spec =
        JobSpec.of(
                name(job),
                Demand.perWorker(Resources.gpus(1)),
                Bounds.workers(1, 8),
                Work.steps(1e9))
            .withOwner("owner-" + job % 50)
            .withQueue("queue-" + job % 5, 0);
    return new Event.Submitted(now, spec, new Constant(5).spec(), Duration.ofSeconds(8));
  }

  private static JobId name(long job) {
    return new JobId("train-resnet-" + job);
  }

  private static NodeId node(long node) {
    return new NodeId("node-" + node);
  }

  private static Allocation where(long job) {
    return Allocation.on(node(job), SIZE);
  }
}
