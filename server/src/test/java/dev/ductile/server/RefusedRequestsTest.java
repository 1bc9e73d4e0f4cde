package dev.ductile.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.rest.Accepted;
import dev.ductile.rest.JobDetails;
import dev.ductile.rest.JobSummary;
import dev.ductile.rest.NodeView;
import dev.ductile.rest.Submitted;
import dev.ductile.rest.UsageRow;
import dev.ductile.rest.WhatIfAnswer;
import dev.ductile.rest.WhatIfQuestion;
import dev.ductile.rest.WhyRequest;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ProblemException;
import dev.ductile.rest.client.ResourcePath;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.ServerSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests to a real server that name what is not there, and the reasons of drains. */
@Tag("process")
class RefusedRequestsTest {
  private static final int MOST_POLLS = 400;

  @TempDir private Path folder;
  private DuctileServer server;
  private Client client;

  @BeforeEach
  void start() throws IOException {
    Catalog catalog = Catalog.installed();
    server =
        DuctileServer.start(
            ServerOptions.of(
                    ServerSettings.of(Nodes.uniform(2, Resources.gpus(4))),
                    catalog,
                    folder.resolve("data"))
                .withJobsThatEnd());
    client = AdminClient.of(server);
    for (int poll = 0; poll < MOST_POLLS && nodes().size() < 2; poll++) {
      LockSupport.parkNanos(10_000_000);
    }
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @Test
  void anUnknownNodeIsNotFound() {
    String missing = "404 there is no node nod-1; did you mean \"node-1\"? known: node-0, node-1";

    assertThat(refusal(() -> drain("nod-1", ""))).isEqualTo(missing);
    assertThat(refusal(() -> undrain("nod-1"))).isEqualTo(missing);
    assertThat(refusal(() -> whatIfWithout("nod-1"))).isEqualTo(missing);
    assertThat(refusal(() -> undrain("node-1"))).isEqualTo("409 node node-1 is not drained");
  }

  @Test
  void theNameOfAnArrayIsAnsweredWithItsJobs() {
    var _ =
        client.postYaml(
            ResourcePath.of("jobs"),
            "{name: sweep, array: 3, command: [sleep, '30'], worker: {gpu: 1}}",
            Submitted.class);
    String array =
        "404 sweep is an array of 3 jobs; name one or several of them: sweep-0, sweep-1, sweep-2";

    assertThat(refusal(() -> client.get(ResourcePath.of("jobs", "sweep"), JobDetails.class)))
        .isEqualTo(array);
    assertThat(
            refusal(() ->
                client.post(
                    ResourcePath.of("jobs", "sweep", "cancel"),
                    new WhyRequest(""),
                    Accepted.class)))
        .isEqualTo(array);
  }

  @Test
  void aDrainHasItsReasonAlsoAfterARestart() throws IOException {
    drain("node-1", "new fan");
    drain("node-0", "");
    assertThat(reasons()).isEqualTo(Map.of("node-0", "", "node-1", "new fan"));

    stop();
    start();

    assertThat(reasons()).isEqualTo(Map.of("node-0", "", "node-1", "new fan"));
    undrain("node-1");
    assertThat(reasons()).isEqualTo(Map.of("node-0", "", "node-1", ""));
  }

  @Test
  void aRequestWithoutABodyMayHaveAnEmptyDocument() {
    drain("node-1", "new fan");

    assertThat(refusal(() -> undrain("node-1", Map.of("why", "done"))))
        .isEqualTo("413 this request takes no body; send it without one, or with {}");
    undrain("node-1", Map.of());
    assertThat(nodes()).extracting(NodeView::state).containsOnly("up");
  }

  @Test
  void aPeriodThatEndsBeforeItBeginsIsRefused() {
    ResourcePath usage = ResourcePath.of("usage").with("from", "2026-11-29T00:00:00Z");

    assertThat(refusal(() -> client.list(usage.with("to", "2026-11-28T00:00:00Z"), UsageRow.class)))
        .isEqualTo(
            "400 parameters from and to: the period begins at 2026-11-29T00:00:00Z and ends before that, at 2026-11-28T00:00:00Z");
    assertThat(client.list(usage.with("to", "2026-11-30T00:00:00Z"), UsageRow.class).items())
        .isEmpty();
  }

  @Test
  void theAdviceOfAnUnknownJobWorks() {
    assertThat(refusal(() -> client.get(ResourcePath.of("jobs", "a"), Object.class)))
        .isEqualTo("404 there is no job a; 'ductile jobs --all' lists all jobs");
    assertThat(client.list(ResourcePath.of("jobs").with("state", "all"), JobSummary.class).items())
        .isEmpty();
  }

  private void drain(String node, String why) {
    client.post(ResourcePath.of("nodes", node, "drain"), new WhyRequest(why), Accepted.class);
  }

  private void undrain(String node) {
    client.post(ResourcePath.of("nodes", node, "undrain"), Accepted.class);
  }

  private void undrain(String node, Map<String, String> body) {
    client.post(ResourcePath.of("nodes", node, "undrain"), body, Accepted.class);
  }

  private void whatIfWithout(String node) {
    client.post(
        ResourcePath.of("what-if"),
        new WhatIfQuestion(
            Optional.empty(), List.of(), List.of(node), Optional.empty(), Optional.empty()),
        WhatIfAnswer.class);
  }

  private Map<String, String> reasons() {
    return nodes().stream()
        .collect(Collectors.toMap(NodeView::name, node -> node.why().orElse("")));
  }

  private List<NodeView> nodes() {
    return client.list(ResourcePath.of("nodes"), NodeView.class).items();
  }

  private static String refusal(ThrowingCallable request) {
    var refused = catchThrowableOfType(ProblemException.class, request);
    assertThat(refused).isNotNull();
    return refused.problem().status() + " " + refused.problem().detail();
  }
}
