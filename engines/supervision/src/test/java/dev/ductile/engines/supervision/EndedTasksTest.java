package dev.ductile.engines.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.NodeId;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class EndedTasksTest {
  private static final JobId JOB = new JobId("job");

  private final FakeLauncher launcher = new FakeLauncher();
  private final EventQueue events = new EventQueue(() -> Instant.EPOCH);
  private final EndedTasks tasks = new EndedTasks(events);

  @Test
  void aTaskIsForgottenAfterThePollThatFollowsItsReport() {
    tasks.note(task(0));
    events.report(finished());
    tasks.publish();
    poll();
    assertThat(launcher.signals).isEmpty();

    poll();
    assertThat(launcher.signals).containsExactly("FORGET job/g1/worker-0.1");
  }

  @Test
  void aPollBetweenTheReportAndItsPublicationCounts() {
    tasks.note(task(0));
    events.report(finished());
    poll();
    tasks.publish();
    assertThat(launcher.signals).isEmpty();

    tasks.forgetDelivered(); // the engine is closed without another poll
    assertThat(launcher.signals).containsExactly("FORGET job/g1/worker-0.1");
  }

  @Test
  void aTaskWhoseReportNoPollReturnedIsKept() {
    tasks.note(task(0));
    events.report(finished());
    tasks.publish();
    poll();
    tasks.note(task(1));
    events.report(finished());
    tasks.publish();

    tasks.forgetDelivered();
    assertThat(launcher.signals).containsExactly("FORGET job/g1/worker-0.1");
  }

  private void poll() {
    tasks.forgetDelivered();
    events.take();
  }

  private static Event finished() {
    return new Event.Finished(Instant.EPOCH, JOB);
  }

  private SupervisedTask task(int index) {
    return new SupervisedTask(
        new TaskId(JOB, 1, Role.WORKER, index, 1),
        new TaskPlacement(
            Role.WORKER, index, new NodeId("node"), 0, new Address("localhost", 1000)),
        launcher,
        _ -> Optional.empty(),
        _ -> {},
        () -> Instant.EPOCH,
        () -> {});
  }
}
