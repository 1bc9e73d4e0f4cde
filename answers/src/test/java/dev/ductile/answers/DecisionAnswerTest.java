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

final class DecisionAnswerTest {
  private static final Catalog CATALOG = Catalog.installed();
  private static final Path EXAMPLE = Path.of("../examples/state.yaml");

  @Test
  void aTableNamesOnlyTheFirstNodesOfALargeJob() {
    assertThat(decision(200).in(Response.Form.table))
        .contains("  200 nodes: node-0 node-1 node-10 and 197 more  ")
        .doesNotContain("node-100");
    assertThat(decision(8).in(Response.Form.table))
        .contains("node-0 node-1 node-2")
        .contains("node-7");
  }

  @Test
  void formsForProgramsNameEveryNode() {
    for (Response.Form form : List.of(Response.Form.csv, Response.Form.json, Response.Form.yaml)) {
      assertThat(decision(200).in(form)).contains("node-0").contains("node-199");
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
            .readTree(new DecisionAnswer(name, cluster, decided.plan()).in(Response.Form.json));

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

  static Stream<String> policies() {
    return CATALOG.policies().stream().map(provider -> provider.profile().name());
  }

  @Test
  void aReasonHasItsValuesInJson() throws IOException {
    JsonNode job =
        new JsonMapper().readTree(decision(2).in(Response.Form.json)).at("/allocations/0");

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
    return new DecisionAnswer("one", cluster, plan);
  }
}
