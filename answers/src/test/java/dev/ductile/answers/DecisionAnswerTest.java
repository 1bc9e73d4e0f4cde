package dev.ductile.answers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Phrase;
import dev.ductile.api.Placement;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.Reason;
import dev.ductile.api.Resources;
import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.api.Work;
import dev.ductile.reports.TextTable;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.file.StateFile;
import dev.ductile.scheduler.Decision;
import dev.ductile.text.Document;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DecisionAnswerTest {
  private static final Catalog CATALOG = Catalog.installed();
  private static final int WIDTH = 80;
  private static final Path EXAMPLE = Path.of("../examples/state.yaml");

  private static final String UNPROTECTED =
      """
      time: 3600
      rescale: {checkpoint: 30s, hot: 5s}
      cluster: {nodes: [{count: 2, resources: {gpu: 4, cpu: 32}}]}
      jobs:
        - {id: big, arrived: 0, worker: {gpu: 1, cpu: 4}, bounds: {workers: {min: 2, max: 8}},
           running: {workers: 6, started: 100}, work: {total: 100000, done: 2500}, attained: 4h,
           speed: {model: linear, stepsPerSecond: 2, exponent: 0.8}}
        - {id: gaps, arrived: 100, worker: {gpu: 1, cpu: 4}, bounds: {workers: {allowed: [1, 2, 4]}},
           running: {workers: 1}, work: {total: 5000, done: 2500}, attained: 1h,
           speed: {model: linear, stepsPerSecond: 2, exponent: 0.8}}
        - {id: urgent, arrived: 3590, worker: {gpu: 1, cpu: 4}, bounds: {workers: {min: 4, max: 4}},
           work: {total: 90}, speed: {model: linear, stepsPerSecond: 2, exponent: 0.8}}
      """;

  private static final String PROTECTED =
      UNPROTECTED.replace("attained: 4h,", "attained: 4h, cooldown: 2h, minimumRun: 5h,");

  @Test
  void aTableCountsTheNodesOfALargeJob() {
    assertThat(decision(200).in(Response.Form.table, WIDTH))
        .contains("  200 on 200 nodes\n")
        .doesNotContain("node-100");
    assertThat(decision(2).in(Response.Form.table, WIDTH)).contains("  2 on node-0, node-1\n");
  }

  @Test
  void formsForProgramsNameEveryNode() {
    for (Response.Form form : List.of(Response.Form.csv, Response.Form.json, Response.Form.yaml)) {
      assertThat(decision(200).in(form, WIDTH)).contains("node-0").contains("node-199");
    }
  }

  @ParameterizedTest
  @MethodSource("policies")
  void everyPolicyDecidesTheExampleWithReasons(String name) throws IOException {
    Placement placement = CATALOG.placement(Scenario.DEFAULT_PLACEMENT);
    Policy policy = CATALOG.policy(Choice.ofLine(name), placement, new Seed(1));
    Cluster cluster = StateFile.read(EXAMPLE, CATALOG);
    Decision decided = Decision.of(cluster, policy);

    JsonNode decision =
        new JsonMapper()
            .readTree(
                new DecisionAnswer(cluster)
                    .add(name, decided.cluster(), decided.plan())
                    .in(Response.Form.json, WIDTH))
            .at("/decisions/0");

    assertThat(decided.violations()).isEmpty();
    assertThat(decision.path("policy").asText()).isEqualTo(name);
    assertThat(decision.findValuesAsText("reason")).hasSize(5).noneMatch(String::isBlank);
    assertThat(decision.findValues("reasonValues"))
        .hasSize(5)
        .anyMatch(values -> !values.isEmpty());
    assertThat(decision.path("free").has("gpu")).isTrue();
  }

  @Test
  void aGangThatCannotStartAsAWholeWaits() {
    Cluster cluster =
        StateFile.of(
            Document.of(
                    "state",
                    """
                    {cluster: {capacity: {gpu: 4}}, jobs: [
                      {id: a, worker: {gpu: 1}, request: {workers: 3}, bounds: {workers: {min: 3, max: 3}}, work: 9, gang: {name: pair, members: 2}},
                      {id: b, worker: {gpu: 1}, request: {workers: 3}, bounds: {workers: {min: 3, max: 3}}, work: 9, gang: {name: pair, members: 2}},
                      {id: c, worker: {gpu: 1}, request: {workers: 1}, bounds: {workers: {min: 1, max: 1}}, work: 9}]}
                    """)
                .root(),
            CATALOG);
    Placement placement = CATALOG.placement(Scenario.DEFAULT_PLACEMENT);
    Decision decided =
        Decision.of(cluster, CATALOG.policy(Choice.named("srtf"), placement, new Seed(1)));

    assertThat(decided.plan().grants())
        .extracting(grant -> grant.job().id().name())
        .containsExactly("c");
    assertThat(decided.partialStarts()).isEqualTo(1);
    assertThat(decided.plan().reasons().why(cluster.jobs().iterator().next()).sentence())
        .startsWith("waits for its gang pair");
  }

  @Test
  void theAnswerNamesTheChangeOfEachJob() {
    assertThat(decide("srtf", UNPROTECTED).in(Response.Form.table, WIDTH))
        .isEqualTo(
            """
            JOB     CHANGE   FROM                 TO
            big     shrinks  6 on node-0, node-1  2 on node-1
                number 3 in the queue by remaining time: 7 h 47 min left; gets 8 cpu, 2 gpu,
                all on node-1; its place goes to urgent
            urgent  starts   -                    4 on node-0
                first in the queue by remaining time: 15 s left; gets 16 cpu, 4 gpu, all on
                node-0
            gaps    keeps    1 on node-1          1 on node-1
                number 2 in the queue by remaining time: 20 min 50 s left; keeps 4 cpu, 1
                gpu, all on node-1

            srtf: 1 job restarts (1 shrinks), 1 starts, 1 keeps its tasks; running jobs
            pause for 30 s in all
            """);
  }

  /** A live scheduler does not change a job in its minimum run time or cooldown. */
  @ParameterizedTest
  @MethodSource("policies")
  void aProtectedJobKeepsItsTasks(String policy) throws IOException {
    JsonNode jobs =
        new JsonMapper()
            .readTree(decide(policy, PROTECTED).in(Response.Form.json, WIDTH))
            .at("/decisions/0/jobs");

    JsonNode big =
        Stream.iterate(0, i -> i + 1)
            .limit(jobs.size())
            .map(jobs::get)
            .filter(job -> job.path("job").asText().equals("big"))
            .findFirst()
            .orElseThrow();
    assertThat(big.path("change").asText()).isEqualTo("kept");
    assertThat(big.path("reasonKind").asText()).isEqualTo("protected");
    assertThat(big.path("to")).isEqualTo(big.path("from"));
  }

  @Test
  void programsReadTheVersionTheChangeAndTheSummary() throws IOException {
    JsonNode answer =
        new JsonMapper().readTree(decide("marginal", UNPROTECTED).in(Response.Form.json, WIDTH));

    assertThat(answer.path("schemaVersion").asInt()).isEqualTo(1);
    JsonNode big = answer.at("/decisions/0/jobs/0");
    assertThat(big.path("change").asText()).isEqualTo("stopped");
    assertThat(big.at("/from/workers").asInt()).isEqualTo(6);
    assertThat(big.at("/to/workers").asInt()).isZero();
    assertThat(big.path("placeGoesTo").toString()).isEqualTo("[\"gaps\",\"urgent\"]");
    JsonNode summary = answer.at("/decisions/0/summary");
    assertThat(summary.path("stopped").asInt()).isEqualTo(1);
    assertThat(summary.path("restart").asInt()).isEqualTo(1);
    assertThat(summary.path("expectedPauseSeconds").asDouble()).isEqualTo(30);
  }

  @Test
  void severalPoliciesStandSideBySide() {
    DecisionAnswer answer = new DecisionAnswer(state(UNPROTECTED));
    Stream.of("fifo", "srtf", "hell").forEach(policy -> add(policy, UNPROTECTED, answer));

    assertThat(answer.in(Response.Form.table, WIDTH))
        .startsWith(
            """
            JOB     NOW  fifo     srtf          hell
            big     6    keeps 6  shrinks to 2  stops
            gaps    1    keeps 1  keeps 1       grows to 4
            urgent  -    waits    starts 4      starts 4

            fifo: 2 jobs keep their tasks, 1 waits
            """);
  }

  /** A pipe or a file has no width. */
  @Test
  void severalPoliciesStandSideBySideInAPipeWithTheReasonsOfTheirDifferences() {
    DecisionAnswer answer = new DecisionAnswer(state(UNPROTECTED));
    Stream.of("fifo", "srtf").forEach(policy -> add(policy, UNPROTECTED, answer));

    String text = answer.in(Response.Form.table, TextTable.UNLIMITED);
    assertThat(text).startsWith("JOB     NOW  fifo     srtf\n").contains("\n    big: ");
    assertThat(text.lines().filter(line -> line.startsWith("    gaps: "))).isEmpty();
    assertThat(text.lines().filter(line -> line.startsWith("    urgent: "))).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {40, 80, 120})
  void noLineIsWiderThanTheTerminal(int width) {
    DecisionAnswer all = new DecisionAnswer(state(UNPROTECTED));
    policies().forEach(policy -> add(policy, UNPROTECTED, all));

    assertThat(all.in(Response.Form.table, width).lines()).allMatch(line -> line.length() <= width);
    assertThat(policies())
        .allSatisfy(policy ->
            assertThat(decide(policy, UNPROTECTED).in(Response.Form.table, width).lines())
                .allMatch(line -> line.length() <= Math.max(width, 60)));
  }

  /** The tasks of a job on a drained node get other nodes, or the job stops. */
  @Test
  void aDrainedNodeLosesItsJobs() {
    String drained = UNPROTECTED.replace("cluster:", "drained: [node-0]\ncluster:");

    assertThat(decide("fifo", drained).in(Response.Form.table, WIDTH))
        .contains("big     shrinks  6 on node-0, node-1  2 on node-1")
        .contains("cannot stay, because node-0 is drained; ")
        .contains("gaps    keeps");
  }

  private static DecisionAnswer decide(String policy, String state) {
    return add(policy, state, new DecisionAnswer(state(state)));
  }

  private static DecisionAnswer add(String policy, String state, DecisionAnswer answer) {
    Placement placement = CATALOG.placement(Scenario.DEFAULT_PLACEMENT);
    Decision decided =
        Decision.of(state(state), CATALOG.policy(Choice.ofLine(policy), placement, new Seed(1)));
    return answer.add(policy, decided.cluster(), decided.plan());
  }

  private static Cluster state(String text) {
    return StateFile.of(Document.of("state", text).root(), CATALOG);
  }

  static Stream<String> policies() {
    return CATALOG.policies().stream().map(provider -> provider.profile().name());
  }

  @Test
  void aReasonHasItsValuesInJson() throws IOException {
    JsonNode job =
        new JsonMapper()
            .readTree(decision(2).in(Response.Form.json, WIDTH))
            .at("/decisions/0/jobs/0");

    assertThat(job.path("reasonKind").asText()).isEqualTo("started");
    assertThat(job.path("reasonValues"))
        .isEqualTo(
            new JsonMapper()
                .readTree(
                    """
                    {"size": {"workers": 2, "servers": 0}, "ahead": 2,
                     "blockerShortage": {"need": {"gpu": 1}, "remaining": null}}
                    """));
  }

  /** One job with a worker on each of so many nodes. */
  private static DecisionAnswer decision(int nodes) {
    Resources gpu = Resources.gpus(1);
    var spec =
        JobSpec.of(
            new JobId("a"), Demand.perWorker(gpu), Bounds.workers(nodes, nodes), Work.steps(10));
    Job job = Job.submitted(spec, 0, Instant.EPOCH, Speed.UNKNOWN, Duration.ZERO);
    var places = new HashMap<NodeId, Size>();
    for (int node = 0; node < nodes; node++) {
      places.put(new NodeId("node-" + node), Size.workers(1));
    }
    Cluster cluster = Cluster.of(Instant.EPOCH, Nodes.uniform(nodes, gpu), List.of(job));
    Plan plan =
        Plan.of(
            List.of(new Grant(job, Allocation.of(places))),
            each ->
                Reason.of(
                    Reason.Kind.STARTED,
                    "gets {size}, behind {ahead}; {blockerShortage}",
                    Size.workers(nodes),
                    2,
                    Phrase.of("needs {need}, in {remaining}", gpu, Double.POSITIVE_INFINITY)));
    return new DecisionAnswer(cluster).add("one", cluster, plan);
  }
}
