package dev.ductile.engines.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Event;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Order;
import dev.ductile.api.RescaleMode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Jobs on a platform that knows the addresses of tasks late. */
class LateAddressTest extends SupervisionFixture {
  private static final Settings.Answers HASTY = new Settings.Answers(SHORT, Duration.ofHours(1));

  private final JobSpec hot = job.withRescaleMode(RescaleMode.HOT);

  @Test
  void tasksStartTogetherWhenAllAddressesAreGranted() throws IOException {
    launcher.late = true;
    try (var engine = engine()) {
      engine.apply(new Order(1, job, on(2)));
      await(engine, "addresses are asked for", () -> launcher.waiting.size() == 1);

      assertThat(launcher.started).isEmpty();
      launcher.grant(at(1), at(2), at(3), at(4));
      await(engine, "the tasks are started", () -> launcher.started.size() == 2);
      assertThat(launcher.started.getFirst().environment())
          .containsEntry("DUCTILE_PEERS", "host:3,host:4")
          .containsEntry("MASTER_PORT", "1");
    }
  }

  @Test
  void workersStartWhenTheLauncherReportsTheHostOfTheirMaster() throws IOException {
    launcher.late = true;
    try (var engine = engine()) {
      engine.apply(new Order(1, hot, on(2)));
      await(engine, "addresses are asked for", () -> launcher.waiting.size() == 3);
      for (int port = 7000; port < 7003; port++) {
        launcher.grant(Address.withoutHost(port));
      }
      await(engine, "the master is started", () -> launcher.started.size() == 1);

      TaskSpec master = launcher.started.getFirst();
      assertThat(master.id().role()).isEqualTo(Role.MASTER);
      assertThat(master.environment()).containsEntry("DUCTILE_PORT", "7000");
      launcher.place(master, "10.0.0.7");
      await(engine, "the workers are started", () -> launcher.started.size() == 3);
      assertThat(task(Role.WORKER, 0).environment())
          .containsEntry("DUCTILE_MASTER", "10.0.0.7:7000")
          .containsEntry("DUCTILE_PORT", "7001");
    }
  }

  @Test
  void aLaterEngineLearnsTheHostOfTheMasterAgain() throws IOException {
    launcher.late = true;
    try (var engine = engine()) {
      engine.apply(new Order(1, hot, on(1)));
      await(engine, "addresses are asked for", () -> launcher.waiting.size() == 2);
      launcher.grant(Address.withoutHost(7000));
      launcher.grant(Address.withoutHost(7001));
      await(engine, "the master is started", () -> launcher.started.size() == 1);
    }
    TaskSpec master = launcher.started.getFirst();
    launcher.left.add(new DurableLauncher.Found(master, false));
    try (var next = engine()) {
      next.adopt(List.of(new Order(1, hot, on(1))));
      await(next, "an address is asked for", () -> launcher.waiting.size() == 1);
      launcher.grant(Address.withoutHost(7009));
      launcher.place(master, "10.0.0.7");
      await(next, "the worker is started", () -> launcher.started.size() == 2);

      assertThat(launcher.started.getLast().environment())
          .containsEntry("DUCTILE_MASTER", "10.0.0.7:7000");
    }
  }

  @Test
  void aJobWithoutAddressesInTimeCrashes() throws IOException {
    launcher.late = true;
    try (var engine = engine(HASTY)) {
      engine.apply(new Order(1, job, on(2)));

      assertThat(await(engine, Event.Crashed.class).why())
          .isEqualTo(
              "no address for worker 0 on node-0 and the other tasks (4 addresses) after 0 s");
      assertThat(launcher.started).isEmpty();
      assertThat(launcher.closedLeases).hasValue(1);
    }
  }

  @Test
  void aJobWithRefusedAddressesCrashesWithTheReasonOfThePlatform() throws IOException {
    launcher.late = true;
    try (var engine = engine()) {
      engine.apply(new Order(1, hot, on(1)));
      await(engine, "addresses are asked for", () -> launcher.waiting.size() == 2);
      launcher.grant(at(7000));
      await(engine, "the master is started", () -> launcher.started.size() == 1);
      launcher.refuse("the queue is full");
      await(engine, "the master is killed", () -> launcher.signals.size() > 0);
      launcher.end(launcher.started.getFirst(), 143);

      assertThat(await(engine, Event.Crashed.class).why())
          .isEqualTo("no address for worker 0 on node-0: the queue is full");
    }
  }

  @Test
  void aJobWithoutTheHostOfItsMasterInTimeCrashes() throws IOException {
    launcher.hosts = false;
    try (var engine = engine(HASTY)) {
      engine.apply(new Order(1, hot, on(1)));
      await(engine, "the master is asked to stop", () -> !launcher.signals.isEmpty());
      launcher.end(launcher.started.getFirst(), 143);

      assertThat(await(engine, Event.Crashed.class).why())
          .isEqualTo("the host of the job's master is not known 0 s after its start");
    }
  }

  @Test
  void tasksThatNeedAllHostsAtTheirStartCrashIfHostsAreReportedLater() throws IOException {
    launcher.hosts = false;
    try (var engine = engine()) {
      engine.apply(new Order(1, job, on(1)));

      assertThat(await(engine, Event.Crashed.class).why())
          .startsWith("this engine knows a task's host only after its start");
    }
  }

  @Test
  void aJobThatWaitsForAddressesStopsAtOnce() throws IOException {
    launcher.late = true;
    try (var engine = engine()) {
      engine.apply(new Order(1, job, on(2)));
      await(engine, "addresses are asked for", () -> launcher.waiting.size() == 1);
      engine.apply(new Order(2, job, Allocation.NONE));

      assertThat(await(engine, Event.Released.class).revision()).isEqualTo(2);
      assertThat(launcher.closedLeases).hasValue(1);
      assertThat(launcher.started).isEmpty();
    }
  }

  @Test
  void anOrderThatWaitedForAddressesIsCarriedOutByTheNextEngine() throws IOException {
    launcher.late = true;
    try (var engine = engine()) {
      engine.apply(new Order(1, job, on(1)));
      await(engine, "addresses are asked for", () -> launcher.waiting.size() == 1);
    }
    launcher.late = false;
    try (var next = engine()) {
      next.adopt(List.of(new Order(1, job, on(1))));
      await(next, "the task is started", () -> launcher.started.size() == 1);

      assertThat(next.poll()).noneMatch(Event.Crashed.class::isInstance);
    }
  }

  private static Address at(int port) {
    return new Address("host", port);
  }
}
