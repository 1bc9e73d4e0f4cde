package dev.ductile.policies.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.Figure;
import dev.ductile.api.Job;
import dev.ductile.api.JobSpec;
import dev.ductile.api.JobState;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Phrase;
import dev.ductile.api.Policy;
import dev.ductile.api.Progress;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.policies.Sketch;
import dev.ductile.policies.placements.Consolidated;
import dev.ductile.policies.sizing.Division.Shares;
import dev.ductile.policies.sizing.Division.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The placement of jobs with decided sizes: here each job has the size it requests, or is late. */
final class PlacementPassTest {
  private static final NodeId FIRST = new NodeId("node-0");
  private static final NodeId SECOND = new NodeId("node-1");

  private final Policy asked = policy(PlacementPassTest::asAsked);
  private final Sketch twoOfFour = Sketch.gpus(2, 4);

  /** Leaves resources unused on purpose. */
  private static final class Reserving implements Division {
    @Override
    public Shares divide(Table table) {
      return asAsked(table);
    }

    @Override
    public boolean reserves() {
      return true;
    }
  }

  @Test
  void aLowerPriorityMovesToFreeANodeForAHigherOne() {
    twoOfFour.pausing(Duration.ofSeconds(30));
    runs(twoOfFour, spec("low", 1, 4), Map.of(FIRST, Size.workers(2), SECOND, Size.workers(2)));
    twoOfFour.waiting(spec("high", 4, 1).withQueue("default", 1));

    assertThat(twoOfFour.grants(asked))
        .containsExactly(Map.entry("high", "1 on node-0"), Map.entry("low", "4 on node-1"));
  }

  @Test
  void aHigherPriorityTakesFreeNodesFirst() {
    twoOfFour.pausing(Duration.ofSeconds(30)).running("low", 4, 100, "node-0");
    twoOfFour.waiting(spec("high", 4, 1).withQueue("default", 1));

    assertThat(twoOfFour.grants(asked))
        .containsExactly(Map.entry("high", "1 on node-1"), Map.entry("low", "4 on node-0"));
  }

  @Test
  void aHigherPriorityIsPlacedBeforeALargerJob() {
    var sketch =
        new Sketch(
            Nodes.of(
                List.of(
                    new Node(new NodeId("a"), Resources.gpus(4)),
                    new Node(new NodeId("b"), Resources.gpus(3)))));
    sketch.waiting(spec("low", 1, 3)).waiting(spec("high", 4, 1).withQueue("default", 1));

    assertThat(sketch.grants(asked))
        .containsExactly(Map.entry("high", "1 on a"), Map.entry("low", "3 on b"));
  }

  @Test
  void resourcesWithoutATakerAreOfferedToLateJobs() {
    fragmented();

    assertThat(twoOfFour.grants(asked)).containsExactly(Map.entry("y", "3 on node-0"));
    assertThat(twoOfFour.reason(asked, "x"))
        .isEqualTo(
            "WAITING_FOR_CAPACITY: waits: there is no place for 1; needs 4 gpu, and 3 are free");
    assertThat(twoOfFour.reason(asked, "y"))
        .isEqualTo("STARTED: gets 3 (3 gpu, all on node-0), which jobs before it could not use");
  }

  @Test
  void aDivisionThatReservesResourcesKeepsThem() {
    fragmented();

    assertThat(twoOfFour.grants(policy(new Reserving()))).isEmpty();
    assertThat(twoOfFour.reason(policy(new Reserving()), "y"))
        .isEqualTo(
            "WAITING_FOR_CAPACITY: waits: protected jobs and jobs before it leave too little for its least size, 3");
  }

  @Test
  void aJobThatCannotGrowStaysOnItsNodes() {
    twoOfFour.pausing(Duration.ofSeconds(30));
    runs(twoOfFour, spec("k", 1, 2), Map.of(FIRST, Size.workers(1), SECOND, Size.workers(1)));
    var grows =
        Sketch.spec("j", Demand.perWorker(Resources.gpus(1)), Bounds.workers(1, 6), 100)
            .withRequest(Size.workers(6));
    runs(twoOfFour, grows, Map.of(SECOND, Size.workers(3)));

    assertThat(twoOfFour.grants(asked)).containsEntry("j", "3 on node-1");
  }

  /** A job that cannot grow keeps its nodes, though a larger job could use them. */
  @Test
  void aGrowingJobIsNotMovedForAnotherOfItsPriority() {
    Sketch sketch = Sketch.gpus(3, 4).pausing(Duration.ofSeconds(30));
    runs(sketch, spec("other", 1, 2), Map.of(SECOND, Size.workers(2)));
    var grows =
        Sketch.spec("grows", Demand.perWorker(Resources.gpus(1)), Bounds.workers(1, 3), 100)
            .withRequest(Size.workers(3));
    runs(sketch, grows, Map.of(FIRST, Size.workers(2)));
    runs(sketch, spec("third", 1, 2), Map.of(new NodeId("node-2"), Size.workers(2)));
    sketch.waiting(spec("large", 1, 4));

    assertThat(sketch.grants(asked))
        .containsEntry("grows", "3 on node-0")
        .doesNotContainKey("large");
  }

  /** If moves are free, all jobs are placed anew only if that gives some job its size. */
  @Test
  void noJobMovesForOneThatStillFindsNoPlace() {
    Sketch sketch = Sketch.gpus(2, 4);
    runs(sketch, spec("a", 1, 1), Map.of(SECOND, Size.workers(1)));
    runs(sketch, spec("b", 3, 1), Map.of(FIRST, Size.workers(1)));
    sketch.waiting(spec("c", 4, 1));

    assertThat(sketch.grants(asked))
        .containsEntry("a", "1 on node-0")
        .containsEntry("c", "1 on node-1");
    sketch.waiting(spec("d", 1, 1)).waiting(spec("e", 2, 2));
    assertThat(sketch.grants(asked)).containsKey("c");
  }

  @Test
  void aJobOfUnknownSpeedComesLastOfItsPriority() {
    Sketch sketch = Sketch.gpus(1, 4).waiting("known", 4, 100);
    sketch.add(Job.submitted(spec("new", 1, 2), 1, Sketch.NOW, Speed.UNKNOWN, Duration.ZERO));

    assertThat(sketch.reason(asked, "new"))
        .isEqualTo(
            "NO_SPEED_KNOWN: waits: its speed is unknown, so it comes after all other jobs of its priority; needs 2 gpu, and 0 are free");
  }

  @Test
  void figuresNameTheirPriority() {
    Division counting =
        table ->
            new Shares(
                asAsked(table).decisions(),
                List.of(),
                Optional.empty(),
                List.of(new Figure("jobs", table.candidates().size(), "how many")));
    twoOfFour.waiting(spec("a", 1, 1)).waiting(spec("b", 1, 1).withQueue("default", 2));

    assertThat(twoOfFour.plan(policy(counting)).figures())
        .extracting(Figure::name)
        .containsExactly("jobsOfPriority2", "jobs");
  }

  /** Six GPUs are free, three on each node, at the turn of a job that needs four on one node. */
  private void fragmented() {
    protect("p", "node-0");
    protect("q", "node-1");
    twoOfFour.waiting(spec("x", 4, 1)).waiting(spec("y", 1, 3));
  }

  private void protect(String name, String node) {
    Job job = twoOfFour.job(spec(name, 1, 1));
    twoOfFour.add(
        job.withAllocation(
            Allocation.on(new NodeId(node), Size.workers(1)),
            JobState.RUNNING,
            job.progress(),
            Sketch.NOW.plusSeconds(90)));
  }

  private static void runs(Sketch sketch, JobSpec spec, Map<NodeId, Size> where) {
    Allocation allocation = Allocation.of(where);
    sketch.add(
        sketch
            .job(spec)
            .withAllocation(
                allocation,
                JobState.RUNNING,
                new Progress(Sketch.NOW, 0, 1, 0, allocation.size().workers()),
                Sketch.NOW));
  }

  private static JobSpec spec(String name, int gpusPerWorker, int workers) {
    return Sketch.spec(
        name,
        Demand.perWorker(Resources.gpus(gpusPerWorker)),
        Bounds.workers(workers, workers),
        100);
  }

  private static Policy policy(Division division) {
    return new SizingPolicy(division, SizeSteps.FOLLOWING, new Consolidated());
  }

  private static Shares asAsked(Table table) {
    var decisions = new ArrayList<SizeDecision>();
    for (Candidate candidate : table.candidates()) {
      Size size = candidate.job().spec().asked();
      if (table.budget().covers(candidate, size)) {
        table.budget().take(candidate, size);
        decisions.add(new SizeDecision(candidate, size, () -> Phrase.of("it gets its request")));
      } else {
        decisions.add(SizeDecision.late(candidate));
      }
    }
    return Shares.of(decisions);
  }
}
