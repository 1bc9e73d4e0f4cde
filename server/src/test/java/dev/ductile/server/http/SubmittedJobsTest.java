package dev.ductile.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.rest.Json;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.ServerSettings;
import dev.ductile.server.DuctileServer;
import dev.ductile.server.ServerOptions;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The answers of a server of one node with 4 GPUs to job files. */
@Tag("process")
class SubmittedJobsTest {
  private static final String HUGE =
      "{name: huge, command: ['true'], worker: {gpu: 1}, bounds: {workers: {min: 16, max: 16}}}";
  private static final String SMALL = "{name: small, command: ['true'], worker: {gpu: 1}}";

  @TempDir private Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private DuctileServer server;
  private String token;

  @BeforeEach
  void start() throws Exception {
    server =
        DuctileServer.start(
            ServerOptions.of(
                    ServerSettings.of(Nodes.uniform(1, Resources.gpus(4))),
                    Catalog.installed(),
                    folder.resolve("data"))
                .withJobsThatEnd()
                .with(HttpSettings.local(0, "test")));
    token = Files.readString(folder.resolve("data/token")).strip();
    awaitNode();
  }

  private void awaitNode() throws Exception {
    for (int attempt = 0; attempt < 300 && !isUp(); attempt++) {
      LockSupport.parkNanos(50_000_000);
    }
    assertThat(isUp()).isTrue();
  }

  private boolean isUp() throws Exception {
    JsonNode nodes = send("GET", "/api/v1/nodes", "", "application/json").path("items");
    return nodes.path(0).path("state").asText().equals("up");
  }

  @AfterEach
  void stop() {
    server.close();
    client.close();
  }

  @Test
  void aJobThatTheClusterCannotHoldIsRefusedByASubmissionAsByADryRun() throws Exception {
    JsonNode dryRun = post("dryRun=true", HUGE);
    JsonNode refused = post("", HUGE);

    String problem = "huge: its size of 16 needs 16 gpu, but the 1 node has only 4 gpu";
    assertThat(dryRun.get("accepted").asBoolean()).isFalse();
    assertThat(dryRun.get("problems").get(0).asText()).isEqualTo(problem);
    assertThat(refused.get("type").asText()).isEqualTo("infeasible");
    assertThat(refused.get("status").asInt()).isEqualTo(409);
    assertThat(refused.get("detail").asText()).contains(problem, "--wait-for-resources");
  }

  @Test
  void aJobThatMayWaitForMoreResourcesIsAcceptedWithANote() throws Exception {
    post("", HUGE);

    JsonNode accepted = post("waitForResources=true", HUGE);

    assertThat(accepted.get("ids").get(0).asText()).isEqualTo("huge");
    assertThat(accepted.get("notes").get(0).asText()).startsWith("cannot start at present: huge: ");
  }

  @Test
  void aJobThatOnlyADrainedNodeCanHoldWaitsForIt() throws Exception {
    send("POST", "/api/v1/nodes/node-0/drain", "{\"why\": \"repair\"}", "application/json");

    JsonNode dryRun = post("dryRun=true", SMALL);
    JsonNode accepted = post("", SMALL);

    assertThat(dryRun.get("accepted").asBoolean()).isTrue();
    assertThat(dryRun.get("notes").get(0).asText()).startsWith("cannot start at present: small: ");
    assertThat(accepted.get("notes")).hasSameSizeAs(dryRun.get("notes"));
  }

  @Test
  void theForecastOfADryRunStartsAtThePresentTime() throws Exception {
    Instant before = Instant.now();

    JsonNode start = post("dryRun=true", SMALL).get("forecasts").get(0).get("start");

    assertThat(Instant.parse(start.get("earliest").asText())).isAfterOrEqualTo(before);
  }

  @Test
  void aQueueThatIsNotConfiguredIsANote() throws Exception {
    JsonNode dryRun = post("dryRun=true", SMALL.replace("{name", "{queue: defualt, name"));

    assertThat(texts(dryRun))
        .containsExactly(
            "the queue \"defualt\" is not configured, so it has no guarantee and no quota; did you mean \"default\"? known: default");
  }

  @Test
  void programsAndFilesThatDoNotExistAreNotes() throws Exception {
    String place = " (on the machine of the server)";
    String start = "as it is now, the job fails at its start: ";
    String here = ", program: {directory: %s}}".formatted(folder);

    assertThat(texts(post("dryRun=true", "{command: [no-such-program]}")))
        .containsExactly(start + "no-such-program: command not found on PATH" + place);
    assertThat(texts(post("", "{command: [sh, train.sh]" + here)))
        .containsExactly(start + "train.sh does not exist in " + folder + place);
    assertThat(texts(post("dryRun=true", "{name: a, train: /no/ads.yaml}")))
        .contains(start + "/no/ads.yaml does not exist" + place);
    assertThat(texts(post("dryRun=true", "{command: ['true'], program: {directory: /no/such}}")))
        .containsExactly(start + "its working directory /no/such does not exist" + place);
    Files.writeString(folder.resolve("train.sh"), "true");
    assertThat(texts(post("dryRun=true", "{command: [sh, train.sh]" + here))).isEmpty();
  }

  @Test
  void theNotesOfAScriptAreInItsDryRun() throws Exception {
    String script = "#!/bin/sh\n#SBATCH --time=01:00:00\ntrue\n";

    assertThat(texts(post("dryRun=true", script))).anyMatch(note -> note.contains("--time"));
  }

  private static List<String> texts(JsonNode answer) {
    return answer.get("notes").valueStream().map(JsonNode::asText).toList();
  }

  @Test
  void dryRunsUseUpNoNames() throws Exception {
    assertThat(post("", SMALL).get("ids").get(0).asText()).isEqualTo("small");

    for (int i = 0; i < 3; i++) {
      JsonNode forecast = post("dryRun=true", SMALL).get("forecasts").get(0);
      assertThat(forecast.get("job").asText()).isEqualTo("small-2");
    }

    assertThat(post("", SMALL).get("ids").get(0).asText()).isEqualTo("small-2");
  }

  /** A dry run proposes a name that a submission may take in the same moment. */
  @Test
  void dryRunsAndSubmissionsOfOneNameAtOnceAreAllAnswered() throws Exception {
    String job = SMALL.replace("{gpu: 1}", "{gpu: 3}").replace("'true'", "sleep, '60'");
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var answers = new ArrayList<Future<JsonNode>>();
      for (int i = 0; i < 40; i++) {
        answers.add(threads.submit(() -> post("", job)));
        answers.add(threads.submit(() -> post("dryRun=true", job)));
      }
      var ids = new ArrayList<String>();
      for (Future<JsonNode> answer : answers) {
        JsonNode document = answer.get(60, TimeUnit.SECONDS);
        document.path("ids").forEach(id -> ids.add(id.asText()));
        assertThat(document.has("ids") || document.has("forecasts") || isBusy(document))
            .as("%s", document)
            .isTrue();
      }
      assertThat(ids).hasSize(40).doesNotHaveDuplicates();
    }
  }

  /** Few questions are simulated at once; the others are asked again later. */
  private static boolean isBusy(JsonNode answer) {
    return answer.path("status").asInt() == 503;
  }

  @Test
  void aRefusedJobUsesUpNoName() throws Exception {
    post("waitForResources=true", HUGE);
    post("", HUGE);
    post("", HUGE);

    assertThat(post("waitForResources=true", HUGE).get("ids").get(0).asText()).isEqualTo("huge-2");
  }

  private JsonNode post(String query, String job) throws Exception {
    return send("POST", "/api/v1/jobs?" + query, job, "application/yaml");
  }

  private JsonNode send(String method, String path, String body, String type) throws Exception {
    URI address = server.address().resolve(path);
    HttpRequest request =
        HttpRequest.newBuilder(address)
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", type)
            .method(method, BodyPublishers.ofString(body))
            .build();
    return Json.MAPPER.readTree(client.send(request, BodyHandlers.ofString()).body());
  }
}
