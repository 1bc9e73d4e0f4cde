package dev.ductile.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.Estimator;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Range;
import dev.ductile.api.Resources;
import dev.ductile.api.SpeedSpec;
import dev.ductile.api.Speeds;
import dev.ductile.api.Work;
import dev.ductile.text.InputException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The record of a run of which earlier commands ran a part. */
final class RunRecordTest {
  private static final Path FOLDER = Path.of("runs/1");

  private final RunRecord record =
      new RunRecord(Nodes.of(List.of(node("a"), node("b"))), Speeds.NONE, Estimator.NONE, 2);

  /** Commands run in the hours 0 to 1, 24 to 26 and from 100 on. */
  @Test
  void breaksDoNotCountTowardTheTimeOfARun() {
    begin(0);
    record.takeOver(new Event.Held(hour(1), new JobId("x"), RunRecord.STOPPED));
    begin(24);
    record.takeOver(new Event.Resumed(hour(26), new JobId("x")));

    assertThat(record.beginWithoutBreaks(hour(100))).isEqualTo(hour(23 + 74));
    assertThat(record.begin(hour(100))).isEqualTo(hour(0));
  }

  @Test
  void aNodeThatReturnsIsNoBreak() {
    begin(0);
    record.takeOver(new Event.NodeDown(hour(1), new NodeId("a"), "it was switched off"));
    record.takeOver(new Event.NodeUp(hour(5), node("a")));

    assertThat(record.beginWithoutBreaks(hour(6))).isEqualTo(hour(1));
    assertThat(
            new RunRecord(Nodes.NONE, Speeds.NONE, Estimator.NONE, 1).beginWithoutBreaks(hour(7)))
        .isEqualTo(hour(7));
  }

  @Test
  void aScenarioWhoseFirstJobsHaveChangedIsRefused() {
    begin(0);
    record.takeOver(submitted("x"));
    record.takeOver(new Event.Refused(hour(0), new JobId("y"), "it is too large"));

    record.requireJobs(ids("x", "y", "new"), FOLDER);
    assertThat(record.arrived()).isEqualTo(2);
    assertThatThrownBy(() -> record.requireJobs(ids("x", "new", "y"), FOLDER))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "the scenario has changed since the run in runs/1: its job 2 is new, but the run has submitted y; undo this change, or begin a new run");
    assertThatThrownBy(() -> record.requireJobs(ids("x"), FOLDER))
        .hasMessageContaining("its job 2 is missing, but the run has submitted y");
  }

  private void begin(int hour) {
    record.takeOver(new Event.NodeUp(hour(hour), node("a")));
    record.takeOver(new Event.NodeUp(hour(hour), node("b")));
  }

  private static Event submitted(String job) {
    Resources one = Resources.gpus(1);
    JobSpec spec =
        JobSpec.of(
            new JobId(job),
            new Demand(one, one, Resources.NONE),
            new Bounds(Range.between(1, 1), Range.ZERO),
            Work.steps(1));
    return new Event.Submitted(hour(0), spec, SpeedSpec.UNKNOWN, Duration.ZERO);
  }

  private static List<JobId> ids(String... names) {
    return Stream.of(names).map(JobId::new).toList();
  }

  private static Node node(String name) {
    return new Node(new NodeId(name), Resources.gpus(1));
  }

  private static Instant hour(int hour) {
    return Instant.EPOCH.plus(Duration.ofHours(hour));
  }
}
