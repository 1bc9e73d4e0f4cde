package dev.ductile.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Command;
import dev.ductile.api.Demand;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.NodeId;
import dev.ductile.api.Order;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.SpeedSpec;
import dev.ductile.api.Work;
import dev.ductile.models.LinearModel;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.Submission;
import dev.ductile.scheduler.Controls;
import dev.ductile.scheduler.Ledger;
import dev.ductile.scheduler.Scheduler;
import dev.ductile.scheduler.SchedulerParts;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Simulated jobs train at their true speeds, and report speeds that the scheduler may not know. */
final class TrueSpeedsTest {
  private static final NodeId NODE = new NodeId("node-0");
  private static final SpeedSpec EXPECTED = perWorker(2);
  private static final JobSpec JOB =
      JobSpec.of(
              new JobId("job"),
              Demand.perWorker(Resources.gpus(1)),
              Bounds.workers(1, 4),
              Work.steps(100))
          .withRequest(Size.workers(4));

  private final Scenario scenario = new SmallCluster().scenario();

  @Test
  void aJobTrainsAtItsTrueSpeedAndTheSchedulerExpectsTheOther() {
    var job = new Submission(SmallCluster.START, JOB, perWorker(0.5), EXPECTED);
    var world = new World(scenario, SmallCluster.CATALOG, List.of(job).iterator(), 1);
    var ledger = new Ledger(SmallCluster.CATALOG);
    var scheduler =
        new Scheduler(
            SchedulerParts.of(SmallCluster::firstComeFirstServed, world, world, ledger)
                .withControls(Controls.of(world.inbox())));
    scheduler.runUntil(_ -> ledger.activeJobs() > 0);

    assertThat(ledger.find(JOB.id()).orElseThrow().speedAt(Size.workers(4))).isEqualTo(8);
    scheduler.runUntil(_ -> world.isOver());
    assertThat(world.instant()).isEqualTo(SmallCluster.START.plusSeconds(50));
  }

  @Test
  void aFreeRescaleToTheExpectedSpeedIsNotReported() {
    assertThat(reportsOfAFreeRescale(scenario)).isEmpty();
  }

  @Test
  void aFreeRescaleIsReportedIfSpeedsAreLearned() {
    assertThat(reportsOfAFreeRescale(new SmallCluster().estimator("online").scenario()))
        .singleElement()
        .isInstanceOfSatisfying(
            Event.Running.class, report -> assertThat(report.stepsPerSecond()).isEqualTo(8));
  }

  private static List<Event> reportsOfAFreeRescale(Scenario scenario) {
    var world =
        new World(scenario, SmallCluster.CATALOG, 1, _ -> Collections.emptyIterator(), List.of());
    world.prepare(new Command.Submit(JOB, EXPECTED, Duration.ZERO));
    world.apply(new Order(1, JOB, Allocation.on(NODE, Size.workers(1))));
    world.poll();
    world.apply(new Order(2, JOB, Allocation.on(NODE, Size.workers(4))));
    return world.poll();
  }

  private static SpeedSpec perWorker(double stepsPerSecond) {
    return SpeedSpec.of(
        "linear", new LinearModel.Parameters(stepsPerSecond, OptionalDouble.empty()));
  }
}
