package dev.ductile.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Cluster;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Plan;
import dev.ductile.api.Violation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SchedulerObserverTest {
  private final List<String> calls = new ArrayList<>();

  @Test
  void twoObserversAsOneAreBothCalledInTheirOrder() {
    SchedulerObserver both = named("first").and(named("second"));
    Cluster cluster = Cluster.of(Instant.EPOCH, Nodes.NONE, List.of());
    Plan plan = Plan.of(List.of(), SchedulerRig::because);
    var job = new JobId("a");

    both.happened(new Event.Finished(Instant.EPOCH, job));
    both.decided(cluster, plan);
    both.rejected(cluster, plan, List.of());
    both.estimateDropped(Instant.EPOCH, job, "no fit");

    assertThat(calls)
        .containsExactly(
            "first event a",
            "second event a",
            "first decision",
            "second decision",
            "first rejection",
            "second rejection",
            "first estimate a: no fit",
            "second estimate a: no fit");
  }

  private SchedulerObserver named(String name) {
    return new SchedulerObserver() {
      @Override
      public void happened(Event event) {
        calls.add("%s event %s".formatted(name, ((Event.Finished) event).job()));
      }

      @Override
      public void decided(Cluster cluster, Plan plan) {
        calls.add(name + " decision");
      }

      @Override
      public void rejected(Cluster cluster, Plan plan, List<Violation> violations) {
        calls.add(name + " rejection");
      }

      @Override
      public void estimateDropped(Instant at, JobId job, String why) {
        calls.add("%s estimate %s: %s".formatted(name, job, why));
      }
    };
  }
}
