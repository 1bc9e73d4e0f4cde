package dev.ductile.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PlanTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Nodes NODES = Nodes.uniform(2, Resources.gpus(8));
  private static final Reasons NO_REASONS =
      job -> Reason.of(Reason.Kind.KEPT, "because of the test");

  @Test
  void aLegalPlanHasNoViolations() {
    Job first = job(0, 8);
    Job second = running(1, 4, "node-0");
    assertThat(
            violations(
                List.of(first, second), grant(first, "node-1", 8), grant(second, "node-0", 4)))
        .isEmpty();
  }

  @Test
  void aStoppedJobFreesItsResources() {
    Job old = running(0, 8, "node-0");
    Job young = job(1, 8);
    assertThat(violations(List.of(old, young), grant(young, "node-0", 8))).isEmpty();
    assertThat(violations(List.of(old, young), grant(old, "node-0", 8), grant(young, "node-0", 8)))
        .singleElement()
        .asString()
        .contains("job-1", "no room left", "8 gpu");
  }

  @Test
  void aSizeIsWithinBounds() {
    Job job = job(0, 4);
    assertThat(violations(List.of(job), grant(job, "node-0", 2)))
        .singleElement()
        .asString()
        .isEqualTo("job-0 gets 2, but its bounds are 4");
  }

  @Test
  void twoGrantsForAJobAndUnknownNodesAreIllegal() {
    Job job = job(0, 4);
    assertThat(violations(List.of(job), grant(job, "node-0", 4), grant(job, "node-1", 4)))
        .singleElement()
        .asString()
        .isEqualTo("job-0 has two grants");
    assertThat(violations(List.of(job), grant(job, "node-9", 4)))
        .singleElement()
        .asString()
        .contains("which is not a node of the cluster");
  }

  @Test
  void aGrantForAJobOutsideOfThePictureIsIllegal() {
    assertThat(violations(List.of(job(0, 4)), grant(job(1, 4), "node-0", 4)))
        .singleElement()
        .asString()
        .isEqualTo("job-1 is not in the picture");
  }

  @Test
  void aChangeOfAProtectedJobIsIllegal() {
    Job job = running(0, 4, "node-0");
    Job safe =
        job.withAllocation(job.allocation(), JobState.RUNNING, job.progress(), NOW.plusSeconds(60));
    assertThat(violations(List.of(safe), grant(safe, "node-1", 4)))
        .first()
        .asString()
        .contains("protected until");
  }

  @Test
  void durationsAreWrittenInTwoUnits() {
    assertThat(Reason.text(Duration.ofMillis(2500))).isEqualTo("2.50 s");
    assertThat(Reason.text(Duration.ofSeconds(45))).isEqualTo("45 s");
    assertThat(Reason.text(Duration.ofSeconds(200))).isEqualTo("3 min 20 s");
    assertThat(Reason.text(Duration.ofHours(2))).isEqualTo("2 h");
    assertThat(Reason.text(Duration.ofHours(53))).isEqualTo("2 d 5 h");
    assertThat(
            Reason.of(Reason.Kind.KEPT, "{remaining} of {total} left", Duration.ofMinutes(3), 4.0)
                .sentence())
        .isEqualTo("3 min of 4 left");
  }

  @Test
  void aSizeIsWithinTheLimit() {
    var demand = new Demand(Resources.gpus(1), Resources.NONE, Resources.gpus(2.5));
    var spec =
        JobSpec.of(new JobId("job-0"), demand, Bounds.workers(1, 8), Work.steps(1))
            .withRequest(Size.workers(4));
    Job job = Job.submitted(spec, 0, NOW, Speed.UNKNOWN, Duration.ZERO);
    assertThat(violations(List.of(job), grant(job, "node-0", 3)))
        .singleElement()
        .asString()
        .isEqualTo("job-0 gets 3, which takes 3 gpu, but its limit is 2.5 gpu");
    assertThat(violations(List.of(job), grant(job, "node-0", 2))).isEmpty();
    assertThat(spec.asked()).isEqualTo(Size.workers(2));
  }

  @Test
  void unknownAndExtremeTimesAndNumbersAreWrittenInWords() {
    assertThat(Reason.text(Double.NaN)).isEqualTo("unknown");
    assertThat(Reason.text(Double.POSITIVE_INFINITY)).isEqualTo("infinite");
    assertThat(Reason.text(1e300)).isEqualTo("1.00e+300");
    assertThat(Reason.span(1e200, "for ever")).isEqualTo("more than a hundred million years");
    assertThat(Reason.span(Double.NaN, "unknown time")).isEqualTo("unknown time");
  }

  @Test
  void aSecondGrantIsFoundAmongHundreds() {
    for (long seed = 0; seed < 50; seed++) {
      var random = new Seed(seed).stream("twice");
      int count = random.nextInt(1, 400);
      var jobs = new ArrayList<Job>();
      for (int i = 0; i < count; i++) {
        jobs.add(running(random.nextInt(5) + 5L * i, 1, "node-0"));
      }
      var grants = new ArrayList<Grant>();
      jobs.forEach(job -> grants.add(new Grant(job, job.allocation())));
      int twice = random.nextInt(count);
      grants.add(grants.get(twice));
      assertThat(
              Plan.of(grants, NO_REASONS)
                  .violations(Cluster.of(NOW, Nodes.uniform(1, Resources.gpus(400)), jobs)))
          .as("seed %d", seed)
          .containsExactly(
              new Violation(count, jobs.get(twice).id(), jobs.get(twice).id() + " has two grants"));
    }
  }

  @Test
  void freeResourcesAreTakenInTheOrderOfGrants() {
    Job first = job(0, 5);
    Job second = job(1, 5);
    assertThat(
            violations(
                List.of(first, second), grant(second, "node-0", 5), grant(first, "node-0", 5)))
        .extracting(Violation::text)
        .containsExactly("job-0 gets 5 on node-0, which has no room left for 5 gpu");
  }

  /** A job that shrinks or stops frees its resources; a protected one does not. */
  @Test
  void shrunkAndStoppedJobsFreeResourcesAndProtectedJobsDoNot() {
    Job shrinking = growing(0, 8, "node-0");
    Job young = job(1, 4);
    assertThat(
            violations(
                List.of(shrinking, young),
                grant(shrinking, "node-0", 4),
                grant(young, "node-0", 4)))
        .isEmpty();
    Job safe =
        shrinking.withAllocation(
            shrinking.allocation(), JobState.RUNNING, shrinking.progress(), NOW.plusSeconds(60));
    assertThat(
            violations(List.of(safe, young), grant(safe, "node-0", 4), grant(young, "node-0", 4)))
        .extracting(Violation::text)
        .anyMatch(text -> text.contains("protected until"))
        .anyMatch(text -> text.startsWith("job-1 gets 4 on node-0, which has no room left"));
  }

  @Test
  void aGrantOnANodeWithoutARequiredLabelIsIllegal() {
    var node =
        new Node(
            new NodeId("node-0"),
            Resources.gpus(8),
            Labels.of("zone", "west"),
            new Device(Resources.GPU, "v100"));
    JobSpec spec = job(0, 1).spec();
    Demand demand =
        spec.demand()
            .withLabels(Labels.of("zone", "east"))
            .withDevice(new Device(Resources.GPU, "a100"));
    Job choosy = Job.submitted(spec.withDemand(demand), 0, NOW, Speed.UNKNOWN, Duration.ZERO);
    var cluster = Cluster.of(NOW, Nodes.of(List.of(node)), List.of(choosy));
    assertThat(Plan.of(List.of(grant(choosy, "node-0", 1)), NO_REASONS).violations(cluster))
        .extracting(Violation::text)
        .containsExactly(
            "job-0 gets node-0, but requires gpu type a100 and zone=east, and that node has gpu type v100 and zone=west");
  }

  private static Job growing(long arrival, int gpus, String node) {
    var spec =
        JobSpec.of(
            new JobId("job-" + arrival),
            Demand.perWorker(Resources.gpus(1)),
            Bounds.workers(1, 8),
            Work.steps(100));
    return Job.submitted(spec, arrival, NOW, Speed.UNKNOWN, Duration.ZERO)
        .withAllocation(
            Allocation.on(new NodeId(node), Size.workers(gpus)),
            JobState.RUNNING,
            Progress.none(NOW),
            NOW);
  }

  private static List<Violation> violations(List<Job> jobs, Grant... grants) {
    return Plan.of(List.of(grants), NO_REASONS).violations(Cluster.of(NOW, NODES, jobs));
  }

  private static Grant grant(Job job, String node, int workers) {
    return new Grant(job, Allocation.on(new NodeId(node), Size.workers(workers)));
  }

  private static Job running(long arrival, int gpus, String node) {
    Job job = job(arrival, gpus);
    return job.withAllocation(
        Allocation.on(new NodeId(node), Size.workers(gpus)), JobState.RUNNING, job.progress(), NOW);
  }

  private static Job job(long arrival, int gpus) {
    return Job.submitted(
        JobSpec.of(
            new JobId("job-" + arrival),
            Demand.perWorker(Resources.gpus(1)),
            Bounds.workers(gpus, gpus),
            Work.steps(100)),
        arrival,
        NOW,
        Speed.UNKNOWN,
        Duration.ZERO);
  }
}
