package dev.ductile.engines.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Event;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Order;
import dev.ductile.api.RescaleMode;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Nodes that are lost and come back, and a platform that does not answer. */
class LostPlatformTest extends SupervisionFixture {
  private static final NodeId OTHER = new NodeId("node-9");
  private static final Settings.Answers HASTY =
      new Settings.Answers(Duration.ofMinutes(1), Duration.ofMillis(20));

  @ParameterizedTest
  @EnumSource(RescaleMode.class)
  void aJobWithATaskOnALostNodeHasCrashed(RescaleMode rescaleMode) throws IOException {
    try (var engine = engine()) {
      engine.apply(new Order(1, job.withRescaleMode(rescaleMode), on(2)));
      int tasks = rescaleMode == RescaleMode.HOT ? 3 : 2;
      await(engine, "the tasks are started", () -> launcher.started.size() == tasks);
      launcher.print(launcher.started.getFirst(), 1, "{\"step\": 7, \"checkpoint\": 5}");
      engine.poll();
      launcher.report(new PlatformEvent.NodeDown(NODE, "no heartbeat"));

      assertThat(await(engine, Event.NodeDown.class).why()).isEqualTo("no heartbeat");
      Event.Crashed crashed = await(engine, Event.Crashed.class);
      assertThat(crashed.why()).isEqualTo("node node-0 is gone: no heartbeat");
      assertThat(crashed.steps()).isEqualTo(5);
      assertThat(crashed.revision()).isEqualTo(1);
      assertThat(launcher.signals).contains("KILL " + launcher.started.getFirst().id());
    }
  }

  @Test
  void aJobElsewhereGoesOnWhenANodeIsLost() throws IOException {
    try (var engine = engine()) {
      launcher.report(new PlatformEvent.NodeUp(new Node(OTHER, Resources.gpus(2))));
      engine.apply(new Order(1, job, on(1)));
      await(engine, "the task is started", () -> launcher.started.size() == 1);
      launcher.report(new PlatformEvent.NodeDown(OTHER, "switched off"));
      await(engine, Event.NodeDown.class);
      launcher.print(launcher.started.getFirst(), 1, "{\"step\": 1}");

      assertThat(await(engine, Event.Running.class).where()).isEqualTo(on(1));
    }
  }

  @Test
  void anOrderForALostNodeIsAnsweredAndAnOrderAfterItsReturnIsCarriedOut() throws IOException {
    try (var engine = engine()) {
      launcher.report(new PlatformEvent.NodeDown(NODE, "no heartbeat"));
      await(engine, Event.NodeDown.class);
      engine.apply(new Order(1, job, on(1)));
      assertThat(await(engine, Event.Crashed.class).why())
          .isEqualTo("node node-0 is gone: no heartbeat");
      assertThat(launcher.started).isEmpty();

      launcher.report(new PlatformEvent.NodeUp(new Node(NODE, Resources.gpus(1))));
      await(engine, Event.NodeUp.class);
      engine.apply(new Order(2, job, on(1)));
      await(engine, "the task is started", () -> launcher.started.size() == 1);
    }
  }

  @Test
  void aNodeThatJoinsTakesTasks() throws IOException {
    try (var engine = engine()) {
      var node = new Node(OTHER, Resources.gpus(2));
      launcher.report(new PlatformEvent.NodeUp(node));
      Event.NodeUp up = await(engine, Event.NodeUp.class, event -> event.node().equals(node));
      engine.apply(new Order(1, job, Allocation.on(OTHER, Size.workers(2))));
      await(engine, "the tasks are started", () -> launcher.started.size() == 2);

      assertThat(up.node()).isEqualTo(node);
      assertThat(launcher.started).extracting(TaskSpec::node).containsOnly(OTHER);
    }
  }

  @Test
  void jobsOfAPlatformThatDoesNotAnswerAreUnknownUntilItDoes() throws IOException {
    try (var engine = engine(HASTY)) {
      engine.apply(new Order(3, job, on(1)));
      await(engine, "the task is started", () -> launcher.started.size() == 1);
      launcher.print(launcher.started.getFirst(), 1, "{\"step\": 1}");
      await(engine, Event.Running.class);
      launcher.report(new PlatformEvent.Contact());

      Event.Unknown unknown = await(engine, Event.Unknown.class);
      assertThat(unknown.revision()).isEqualTo(3);
      assertThat(unknown.why()).startsWith("the platform has not answered for");
      launcher.report(new PlatformEvent.Contact());
      Event.Running running = await(engine, Event.Running.class);
      assertThat(running.revision()).isEqualTo(3);
      assertThat(running.where()).isEqualTo(on(1));
      assertThat(launcher.signals).isEmpty();
    }
  }

  @Test
  void anEndThatIsReportedLateIsTheEndOfTheJob() throws IOException {
    try (var engine = engine(HASTY)) {
      engine.apply(new Order(1, job, on(1)));
      await(engine, "the task is started", () -> launcher.started.size() == 1);
      launcher.report(new PlatformEvent.Contact());
      await(engine, Event.Unknown.class);
      launcher.report(new PlatformEvent.Contact());
      launcher.print(launcher.started.getFirst(), 1, "{\"step\": 100}");
      launcher.end(launcher.started.getFirst(), 0);

      await(engine, Event.Finished.class);
    }
  }

  @Test
  void aJobDoesNotHangAndIsNotGivenUpWhileItsPlatformIsSilent() {
    Instant start = Instant.EPOCH;
    var pauses = new PauseDetector(start);
    var contact = new PlatformContact(Duration.ofSeconds(30), pauses);
    assertThat(contact.check(start.plusSeconds(1))).isEqualTo(PlatformContact.Change.NONE);
    contact.answered(start.plusSeconds(1));

    assertThat(contact.check(start.plusSeconds(31))).isEqualTo(PlatformContact.Change.NONE);
    assertThat(contact.check(start.plusSeconds(32))).isEqualTo(PlatformContact.Change.LOST);
    assertThat(contact.check(start.plusSeconds(900))).isEqualTo(PlatformContact.Change.NONE);
    assertThat(contact.isLost()).isTrue();
    assertThat(pauses.silence(start, start.plusSeconds(901))).isEqualTo(Duration.ofSeconds(1));
    contact.answered(start.plusSeconds(901));
    assertThat(contact.check(start.plusSeconds(902))).isEqualTo(PlatformContact.Change.FOUND);
    assertThat(pauses.silence(start, start.plusSeconds(902))).isZero();
  }

  @Test
  void onlyTheLastLossAndReturnOfANodeAreReported() {
    var changes = new NodeChanges();
    var up = new PlatformEvent.NodeUp(new Node(NODE, Resources.gpus(1)));
    var down = new PlatformEvent.NodeDown(NODE, "again");
    changes.add(up);
    changes.add(new PlatformEvent.NodeDown(NODE, "once"));
    changes.add(up);
    changes.add(down);
    changes.add(up);
    changes.add(up);

    assertThat(changes.take()).isEqualTo(List.of(down, up));
    assertThat(changes.take()).isEmpty();
  }
}
