package dev.ductile.history;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.ChangeReason;
import dev.ductile.api.Demand;
import dev.ductile.api.Dependency;
import dev.ductile.api.Device;
import dev.ductile.api.Event;
import dev.ductile.api.Gang;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Labels;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Note;
import dev.ductile.api.Origin;
import dev.ductile.api.Phase;
import dev.ductile.api.Program;
import dev.ductile.api.Protection;
import dev.ductile.api.Queue;
import dev.ductile.api.Range;
import dev.ductile.api.Reason;
import dev.ductile.api.RescaleMode;
import dev.ductile.api.Resources;
import dev.ductile.api.Sharing;
import dev.ductile.api.Size;
import dev.ductile.api.SpeedSpec;
import dev.ductile.api.Utility;
import dev.ductile.api.Work;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Constant;
import dev.ductile.scenario.UnreadNote;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/**
 * Events of every kind, with values that are easily lost: fractions, empty values, odd characters.
 */
final class EveryEvent {
  static final Catalog CATALOG = Catalog.installed();

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00.123456789Z");
  private static final JobId JOB = new JobId("scénario-1");
  private static final NodeId FIRST = new NodeId("node-0");
  private static final NodeId SECOND = new NodeId("node-1");
  private static final Allocation WHERE =
      Allocation.of(Map.of(FIRST, new Size(2, 1), SECOND, Size.workers(1)));
  private static final Duration PAUSE = Duration.ofNanos(8_000_000_001L);

  private static final Note UNREAD =
      new UnreadNote(
          JsonNodeFactory.instance.objectNode().put("kind", "odd").put("least", Long.MIN_VALUE));

  private static final Origin AGAIN =
      new Origin("night", "night-3", "").withSpeedFrom(new JobId("night-2"));
  private static final Labels LABELS = Labels.of(Map.of("zone", "east \"1\"", "disk", ""));

  private EveryEvent() {}

  static List<Event> list() {
    return List.of(
        new Event.NodeUp(NOW, new Node(FIRST, Resources.of(Map.of("gpu", 4.0, "cpu", 0.1 + 0.2)))),
        new Event.NodeDown(NOW, SECOND, "its \"disk\"\nis gone"),
        new Event.NodeDrained(NOW, SECOND, "a new disk"),
        new Event.NodeUndrained(NOW, SECOND),
        new Event.NodeUp(
            NOW, new Node(SECOND, Resources.of("npu", 4), LABELS, new Device("npu", "n-910"))),
        new Event.QueueSet(NOW, new Queue("night", Resources.gpus(8))),
        new Event.QueueSet(
            NOW,
            Queue.sharing(
                    "day",
                    new Sharing(Resources.gpus(4), 2.5, true, Optional.of(Duration.ofDays(7))))
                .withQuota(Resources.gpus(9))
                .withUserQuota(Resources.gpus(3))),
        new Event.QueueSet(
            NOW,
            new Queue(
                "dusk", Resources.NONE, Resources.NONE, Optional.empty(), OptionalInt.of(-1))),
        new Event.QueueRemoved(NOW, "nïght"),
        new Event.PolicySet(NOW, "marginal urgency=0.5", "windows of 40 jobs ended 12 % sooner"),
        new Event.Held(NOW, JOB, "its data is wrong"),
        new Event.Held(NOW, JOB, "its data is wrong", "ann"),
        new Event.Resumed(NOW, JOB, "ann"),
        new Event.Amended(NOW, full(), "bob"),
        new Event.Scaled(NOW, JOB, new Size(2, 1), "ann"),
        new Event.Unscaled(NOW, JOB, "ann"),
        new Event.Submitted(NOW, plain(), SpeedSpec.UNKNOWN, Duration.ZERO),
        new Event.Submitted(NOW, plain(), new Constant(1 / 3.0).spec(), PAUSE),
        new Event.Submitted(
            NOW, full(), table(), PAUSE, new Origin("night", "night-2", "name: \"night\"\n")),
        new Event.Submitted(NOW, full(), table(), PAUSE, AGAIN),
        new Event.Refused(NOW, JOB, "there is one already"),
        new Event.PhaseChanged(NOW, JOB, Phase.TRAINING),
        new Event.Allocated(NOW, JOB, 1, Allocation.NONE, WHERE),
        new Event.Allocated(
            NOW,
            JOB,
            2,
            WHERE,
            Allocation.NONE,
            Optional.of(
                new ChangeReason("fifo", Reason.Kind.PREEMPTED, "makes room for \"b\"", 0.1))),
        new Event.Noted(NOW, JOB, "of another cluster", UNREAD),
        new Event.Running(NOW, JOB, Long.MAX_VALUE, WHERE, 1e-300),
        new Event.Progressed(NOW, JOB, 2, 1e17 / 3, Double.MIN_VALUE),
        new Event.Progressed(NOW, JOB, 2, 7, 1, OptionalDouble.of(5)),
        new Event.Rescaled(NOW, JOB, 3, Size.workers(2), new Size(2, 1), PAUSE),
        new Event.Released(NOW, JOB, 4, 12.5),
        new Event.Crashed(NOW, JOB, 5, 0.1, "a worker died"),
        new Event.Unknown(NOW, JOB, 5, "its node is silent"),
        new Event.SpeedLearned(NOW, JOB, table()),
        new Event.Finished(NOW, JOB),
        new Event.Failed(NOW, JOB, ""),
        new Event.Cancelled(NOW, JOB, "by its user", "ann"));
  }

  private static JobSpec plain() {
    return JobSpec.of(
        JOB, Demand.perWorker(Resources.gpus(1)), Bounds.workers(1, 4), Work.steps(100));
  }

  private static JobSpec full() {
    var demand =
        new Demand(
            Resources.of(Map.of("gpu", 0.5, "memory", 33_333_333_334.0)),
            Resources.of("cpu", 2.5),
            Resources.of("gpu", 8),
            new Device("gpu", "a100"),
            LABELS);
    var bounds = new Bounds(Range.of(List.of(1, 2, 4)), Range.between(1, 3));
    var program =
        new Program(
            List.of("python", "train it.py"),
            Map.of("DATA", "/data with space"),
            "folder",
            "step (?P<step>\\d+)",
            Duration.ofSeconds(3),
            Duration.ofMinutes(5),
            7,
            List.of(1, 139),
            Map.of("WANDB_API_KEY", "wandb"));
    return JobSpec.of(JOB, demand, bounds, new Work(1e6 / 7, 100, "epochs"))
        .withRequest(new Size(2, 2))
        .withOwner("ada")
        .withQueue("night", -2)
        .withUtility(new Utility.Sigmoid(100, 0.05, 1.5, TimeUnit.HOURS))
        .withProtection(new Protection(Duration.ofSeconds(30), Duration.ofMillis(1)))
        .withRescaleMode(RescaleMode.HOT)
        .withProgram(program)
        .withGang(new Gang("pair", 2))
        .withAfter(
            List.of(
                new Dependency(new JobId("prepare"), Dependency.Condition.SUCCEEDED),
                new Dependency(new JobId("clean"), Dependency.Condition.ENDED)));
  }

  private static SpeedSpec table() {
    var nodes = JsonNodeFactory.instance;
    var model = nodes.objectNode().put("model", "table").put("error", 0.1);
    var points = model.putArray("points");
    points.addObject().put("workers", 1).put("stepsPerSecond", 2.5);
    points.addObject().put("workers", 4).put("stepsPerSecond", 7.25);
    return CATALOG.speedSpec(model);
  }
}
