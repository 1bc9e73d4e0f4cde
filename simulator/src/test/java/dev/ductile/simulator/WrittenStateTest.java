package dev.ductile.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.Device;
import dev.ductile.api.Event;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Labels;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.SpeedSpec;
import dev.ductile.api.Work;
import dev.ductile.contracts.GivenSpeed;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.file.StateFile;
import dev.ductile.scenario.file.StateWriter;
import dev.ductile.scheduler.Ledger;
import dev.ductile.text.Document;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The state file of any picture of a ledger can be read, and has what the picture has. */
final class WrittenStateTest {
  private static final NodeId LEFT = new NodeId("left");
  private static final NodeId RIGHT = new NodeId("right");
  private static final JobSpec SPEC =
      JobSpec.of(
          new JobId("a"),
          Demand.perWorker(Resources.gpus(1)),
          Bounds.workers(1, 4),
          Work.steps(100));
  private static final Allocation BOTH =
      Allocation.of(Map.of(LEFT, Size.workers(1), RIGHT, Size.workers(2)));

  private final Ledger ledger = new Ledger(GivenSpeed.SPEEDS);

  @BeforeEach
  void start() {
    ledger.fold(new Event.NodeUp(at(0), new Node(LEFT, Resources.gpus(4))));
    ledger.fold(new Event.NodeUp(at(0), new Node(RIGHT, Resources.gpus(4))));
    ledger.fold(new Event.Submitted(at(0), SPEC, SpeedSpec.UNKNOWN, Duration.ofSeconds(3)));
    ledger.fold(new Event.Allocated(at(5), SPEC.id(), 1, Allocation.NONE, BOTH));
  }

  @Test
  void tasksOnANodeThatIsDownAreKept() {
    ledger.fold(new Event.NodeDown(at(8), RIGHT, "no heartbeat"));

    Cluster read = read(picture());

    assertThat(job(read).allocation()).isEqualTo(BOTH);
    assertThat(read.nodes().list()).extracting(Node::id).containsExactly(LEFT);
    assertThat(read.left().left("gpu")).isEqualTo(3);
  }

  @Test
  void aDrainedNodeThatIsDownIsStillDrained() {
    ledger.fold(new Event.NodeDrained(at(6), RIGHT, "repair"));
    ledger.fold(new Event.NodeDown(at(8), RIGHT, "repair"));

    Cluster read = read(picture());

    assertThat(read.settings().drained()).isEqualTo(picture().settings().drained());
    assertThat(job(read).allocation()).isEqualTo(BOTH);
  }

  @Test
  void aJobMayHoldASizeThatItsAmendedBoundsDoNotAllow() {
    ledger.fold(
        new Event.Amended(
            at(6), JobSpec.of(SPEC.id(), SPEC.demand(), Bounds.workers(1, 2), SPEC.work())));

    Cluster read = read(picture());

    assertThat(job(read).allocation()).isEqualTo(BOTH);
    assertThat(StateFile.notes(read)).containsExactly("job a holds 3, but its bounds are 1 to 2");
  }

  @Test
  void aJobMayHoldTasksOnANodeThatHasLostALabel() {
    var ssd = Labels.of("disk", "ssd");
    var labelled = new JobId("labelled");
    JobSpec spec =
        JobSpec.of(labelled, SPEC.demand().withLabels(ssd), Bounds.workers(1, 4), Work.steps(100));
    ledger.fold(new Event.NodeUp(at(6), new Node(LEFT, Resources.gpus(4), ssd, Device.GPU)));
    ledger.fold(new Event.Submitted(at(6), spec, SpeedSpec.UNKNOWN, Duration.ZERO));
    ledger.fold(
        new Event.Allocated(
            at(6), labelled, 1, Allocation.NONE, Allocation.on(RIGHT, Size.workers(1))));

    Cluster read = read(picture());

    assertThat(StateFile.notes(read))
        .containsExactly(
            "job labelled has tasks on right, which has no labels and no device type, but the job requires disk=ssd");
  }

  @Test
  void aJobMayRequireALabelThatNoNodeHasNow() {
    JobSpec spec =
        JobSpec.of(
            new JobId("labelled"),
            SPEC.demand().withLabels(Labels.of("disk", "ssd")),
            Bounds.workers(1, 4),
            Work.steps(100));
    ledger.fold(new Event.Submitted(at(6), spec, SpeedSpec.UNKNOWN, Duration.ZERO));

    assertThat(read(picture()).jobs()).hasSize(2);
  }

  @Test
  void theLastChangeOfTheTasksIsWrittenIfItIsKnown() {
    assertThat(running().path("changed").asText()).isEqualTo(at(5).toString());

    ledger.fold(new Event.Running(at(7), SPEC.id(), 1, BOTH, 2));
    ledger.fold(new Event.Progressed(at(9), SPEC.id(), 1, 4, 2));

    assertThat(running().has("changed")).as("a report of progress is no change").isFalse();
  }

  @Test
  void aJobThatHasRunBeforeHasRunInTheFileToo() {
    ledger.fold(new Event.Allocated(at(7), SPEC.id(), 2, BOTH, Allocation.NONE));

    assertThat(job(read(picture())).revision()).isPositive();
  }

  private JsonNode running() {
    return StateWriter.tree(picture()).at("/jobs/0/running");
  }

  private Cluster picture() {
    return ledger.picture(at(10));
  }

  private static Cluster read(Cluster picture) {
    String state = StateWriter.tree(picture).toPrettyString();
    return StateFile.of(Document.of("state", state).root(), Catalog.installed());
  }

  private static Job job(Cluster cluster) {
    return cluster.jobs().iterator().next();
  }

  private static Instant at(long second) {
    return Instant.ofEpochSecond(second);
  }
}
