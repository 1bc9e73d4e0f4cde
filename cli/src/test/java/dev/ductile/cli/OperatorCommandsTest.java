package dev.ductile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.cli.CommandProcess.Answer;
import dev.ductile.rest.Accepted;
import dev.ductile.rest.ClusterView;
import dev.ductile.rest.Identity;
import dev.ductile.rest.IssuedToken;
import dev.ductile.rest.JobSummary;
import dev.ductile.rest.ListPage;
import dev.ductile.rest.NodeView;
import dev.ductile.rest.PolicyChoice;
import dev.ductile.rest.ResourceUse;
import dev.ductile.rest.SignInView;
import dev.ductile.rest.TaskHolder;
import dev.ductile.rest.TokenView;
import dev.ductile.rest.WhatIfAnswer;
import dev.ductile.rest.WhatIfMeasure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands for operators, against a real HTTP server. */
@Tag("process")
@Timeout(120)
final class OperatorCommandsTest {
  private static final Accepted ACCEPTED = new Accepted(Instant.EPOCH);

  @TempDir private Path folder;
  private DocumentServer server;
  private CommandProcess ductile;

  @BeforeEach
  void start() throws IOException {
    server = new DocumentServer();
    ductile =
        new CommandProcess(
            folder,
            Map.of("DUCTILE_SERVER", server.address(), "DUCTILE_TOKEN", DocumentServer.TOKEN));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aJobOfTheServerIsScaledByHand() throws Exception {
    server
        .with("GET /jobs/ads", ServerDocuments.details(ServerDocuments.running()))
        .with("POST /jobs/ads/scale", ACCEPTED)
        .with("POST /jobs/ads/unscale", ACCEPTED)
        .with("POST /jobs/ads/hold", ACCEPTED)
        .with("POST /jobs/ads/resume", ACCEPTED)
        .with("PATCH /jobs/ads", ACCEPTED);

    Answer scaled = ductile.run("scale", "ads", "--workers", "8", "--why", "demo", "-o", "csv");
    assertThat(scaled.out()).as(scaled.err()).isEqualTo("job,workers,servers\nads,8,0\n");
    assertThat(server.requests)
        .contains("POST /jobs/ads/scale {\"workers\":8,\"servers\":0,\"why\":\"demo\"}");
    assertThat(ductile.run("scale", "ads", "--auto").status()).isZero();
    assertThat(ductile.run("hold", "ads").err()).isEqualTo("holds ads\n");
    assertThat(ductile.run("resume", "ads").err()).isEqualTo("resumed ads\n");
    assertThat(ductile.run("amend", "ads", "--priority", "9", "--workers", "2..6").status())
        .isZero();
    assertThat(server.requests.getLast())
        .isEqualTo(
            "PATCH /jobs/ads {\"priority\":9,\"least\":{\"workers\":2,\"servers\":0},\"most\":{\"workers\":6,\"servers\":0}}");
  }

  @Test
  void aScaleWithoutATrainingJobAndWithoutAServerSaysSo() throws Exception {
    var alone = new CommandProcess(folder, Map.of());

    Answer answer = alone.run("scale", "ads", "--workers", "2");

    assertThat(answer.status()).isEqualTo(ExitStatus.ERROR);
    assertThat(answer.err()).contains("no job ads is training here");
  }

  @Test
  void nodesAreListedAndDrained() throws Exception {
    var node =
        new NodeView(
            "node-1",
            "up",
            Optional.empty(),
            Map.of("gpu", 8.0),
            Map.of("gpu", 3.0),
            Map.of(),
            Map.of(),
            List.of(new TaskHolder("ads", 3, 0)));
    server
        .with("GET /nodes", new ListPage<>(List.of(node), Optional.empty(), 1))
        .with("POST /nodes/node-1/drain", ACCEPTED)
        .with("POST /nodes/node-1/undrain", ACCEPTED);

    assertThat(ductile.run("nodes").out())
        .contains("NODE    STATE   ALLOCATED", "node-1  up     3 of 8 gpu");
    assertThat(ductile.run("nodes", "drain", "node-1", "--why", "fan").status()).isZero();
    assertThat(ductile.run("nodes", "undrain", "node-1").status()).isZero();
    assertThat(server.requests)
        .contains("POST /nodes/node-1/drain {\"why\":\"fan\"}", "POST /nodes/node-1/undrain");
  }

  @Test
  void aTokenIsWrittenIntoAFileOfItsOwner() throws Exception {
    var token =
        new TokenView(
            "t1",
            "token",
            "laptop",
            "ada",
            "user",
            List.of(),
            Instant.EPOCH,
            Optional.empty(),
            Optional.empty(),
            false);
    server
        .with("POST /tokens", new IssuedToken(token, "secret-2"))
        .with("DELETE /tokens/t1", token);
    Path file = folder.resolve("ada.token");

    Answer written =
        ductile.run("tokens", "create", "laptop", "--user", "ada", "--out", "ada.token");

    assertThat(written.status()).as(written.err()).isZero();
    assertThat(written.out() + written.err()).doesNotContain("secret-2");
    assertThat(Files.readString(file)).isEqualTo("secret-2\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(ductile.run("tokens", "create", "ci", "--expires", "30d").out())
        .isEqualTo("secret-2\n");
    assertThat(server.requests.getLast()).contains("\"expiresInSeconds\":2592000.0");
    assertThat(ductile.run("tokens", "revoke", "t1").status()).isZero();
  }

  @Test
  void aWhatIfComparesBothFutures() throws Exception {
    server.with(
        "POST /what-if",
        new WhatIfAnswer(
            "2 more nodes",
            10,
            false,
            List.of(new WhatIfMeasure("mean wait", "s", 90, 30, -60, -70, -50, true)),
            List.of(),
            Map.of("waits", "<svg/>")));

    Answer answer =
        ductile.run(
            "what-if",
            "--add-nodes",
            "2x{gpu:8,memory:64GiB}",
            "--lose",
            "node-1",
            "--pictures",
            "pictures");

    assertThat(answer.status()).as(answer.err()).isZero();
    assertThat(answer.out())
        .contains("2 more nodes", "mean wait  1m30s    30s  -1m (-1m10s to -50s)  clear");
    assertThat(server.requests)
        .containsExactly(
            "POST /what-if {\"addNodes\":[{\"count\":2,\"resources\":{\"gpu\":8.0,\"memory\":6.8719476736E10},\"labels\":{}}],"
                + "\"removeNodes\":[\"node-1\"]}");
    assertThat(folder.resolve("pictures/waits.svg")).hasContent("<svg/>");
    assertThat(ductile.run("what-if").status()).isEqualTo(ExitStatus.USAGE);
  }

  @Test
  void topShowsTheUseAndTheJobs() throws Exception {
    server
        .with("GET /cluster", cluster())
        .with(
            "GET /jobs",
            new ListPage<JobSummary>(List.of(ServerDocuments.running()), Optional.empty(), 1));

    Answer answer = ductile.run("top", "--once");

    assertThat(answer.status()).as(answer.err()).isZero();
    assertThat(answer.out())
        .contains("policy srtf  2 nodes  1 running", "gpu      [##########          ]  50%  4 of 8")
        .contains("▅", "! the policy changes job a again and again", "ads  running, rescaling");
  }

  @Test
  void thePolicyIsShownAndChanged() throws Exception {
    server
        .with("GET /policy", new PolicyChoice("srtf", "short jobs first"))
        .with("PUT /policy", ACCEPTED);

    assertThat(ductile.run("policy").out()).isEqualTo("srtf (short jobs first)\n");
    assertThat(ductile.run("policy", "set", "hell gamma=2", "--why", "trial").status()).isZero();
    assertThat(server.requests.getLast())
        .isEqualTo("PUT /policy {\"policy\":\"hell gamma=2\",\"why\":\"trial\"}");
  }

  @Test
  void doctorFindsWhatIsWrong() throws Exception {
    server
        .with("GET /health/live", Map.of("status", "live"))
        .with("GET /identity", new Identity("ada", "admin", List.of(), "token"))
        .with("GET /sign-in", new SignInView(Optional.empty(), Optional.empty(), Optional.empty()))
        .with("GET /cluster", cluster());

    Answer good = ductile.run("doctor");
    assertThat(good.status()).as(good.out()).isZero();
    assertThat(good.out())
        .contains("ok     java:", "ok     server: " + server.address() + " answers")
        .contains("ok     token: you are the user ada with the role admin", "version: server 9.9");

    server.close();
    Answer lost = ductile.run("doctor");
    assertThat(lost.status()).isEqualTo(ExitStatus.ERROR);
    assertThat(lost.out())
        .contains("fault  server: no answer from", "next: start one with 'ductile server'")
        .contains("(this address: DUCTILE_SERVER)");
  }

  @Test
  void doctorSaysWhetherTheServerReachesItsProvider() throws Exception {
    server
        .with("GET /health/live", Map.of("status", "live"))
        .with("GET /identity", new Identity("ada", "admin", List.of(), "token"))
        .with("GET /cluster", cluster())
        .with("GET /sign-in", provider(Optional.empty()));
    assertThat(ductile.run("doctor").out())
        .contains("ok     OpenID Connect: the server reaches https://login.example.org");

    server.with("GET /sign-in", provider(Optional.of("Connection refused")));
    Answer away = ductile.run("doctor");
    assertThat(away.status()).isEqualTo(ExitStatus.ERROR);
    assertThat(away.out())
        .contains("fault  OpenID Connect: https://login.example.org: Connection refused")
        .contains("next: check openId in the server file");
  }

  private static SignInView provider(Optional<String> problem) {
    return new SignInView(Optional.of("https://login.example.org"), problem, Optional.empty());
  }

  @Test
  void theConfigurationShowsOriginsAndNoToken() throws Exception {
    Files.writeString(folder.resolve(".ductile.yaml"), "submit: {queue: research}\n");

    Answer answer = ductile.run("config", "view", "--server", "http://127.0.0.1:9");

    assertThat(answer.status()).as(answer.err()).isZero();
    assertThat(answer.out())
        .contains("--server", server.address() + " (DUCTILE_SERVER)", ".ductile.yaml:1")
        .contains("(not shown)")
        .doesNotContain(DocumentServer.TOKEN);
  }

  private static ClusterView cluster() {
    return new ClusterView(
        ServerDocuments.SUBMITTED,
        "9.9",
        "srtf",
        2,
        0,
        0,
        List.of(new ResourceUse("gpu", 8, 4, 0, Optional.empty())),
        Map.of("running", 1),
        Optional.empty(),
        1,
        List.of("the policy changes job a again and again"),
        List.of());
  }
}
