package dev.ductile.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ductile.api.Nodes;
import dev.ductile.rest.Json;
import dev.ductile.rest.NewToken;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.file.ServerFile;
import dev.ductile.server.secrets.SecretFolder;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real server that runs jobs as other users of this machine, which only root can do. */
@Tag("process")
class RunAsTest {
  private static final int GAMES = 5;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private Optional<DuctileServer> server = Optional.empty();

  @BeforeEach
  void start() throws IOException {
    assumeTrue(
        Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0),
        "only root runs jobs as other users, so this was not tested");
    assumeTrue(
        Files.readAllLines(Path.of("/etc/passwd")).stream()
            .anyMatch(it -> it.startsWith("games:x:5:")),
        "this system has no user games with the number 5");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    server = Optional.of(DuctileServer.start(options("leastUid: 2")));
  }

  @AfterEach
  void stop() {
    server.ifPresent(DuctileServer::close);
  }

  @Test
  void tasksHaveTheUserTheGroupsAndTheFolderOfTheirOwner() throws Exception {
    new SecretFolder(running().folder().secrets()).store("ada", "key", "a-secret's value");
    Path made = Files.createDirectory(folder.resolve("made"));
    Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwxrwxrwx"));

    String log =
        log(
            "ada",
            """
            name: who
            secrets: [{name: KEY, from: key}]
            program:
              env: {WORDS: "it's $HOME; `id` \\"x\\"", LD_DEBUG: files, LD_DEBUG_OUTPUT: "%s/linker"}
              command:
                - sh
                - -c
                - |
                  unset LD_DEBUG
                  echo "ids=$(id -u) $(id -g) $(id -G)"
                  echo "names=$USER $LOGNAME $HOME"
                  echo "words=$WORDS"
                  echo "secret=${#KEY}"
                  grep CapEff /proc/self/status
                  cd "$DUCTILE_CHECKPOINT_DIR/../work"
                  echo "at=$(stat -c '%%U %%a' .) $(stat -c '%%U %%a' "$DUCTILE_CHECKPOINT_DIR")"
                  echo saved > "$DUCTILE_CHECKPOINT_DIR/model" && echo again > /dev/stderr
                  cat %s %s || echo "argument $1 refused"
                  ls %s || echo "list refused"
                - word
                - "$(id)"
            worker: {gpu: 1}
            """
                .formatted(
                    made,
                    running().folder().token(),
                    running().folder().database(),
                    running().folder().root()));

    assertThat(log)
        .contains("ids=5 60 60", "names=games games /usr/games", "words=it's $HOME; `id` \"x\"")
        .contains("secret=16", "CapEff:\t0000000000000000", "at=games 700 games 700", "again")
        .contains("argument $(id) refused", "list refused");
    assertThat(children(made)).isNotEmpty().allMatch(file -> owner(file) == GAMES);
    assertThat(owner(running().folder().jobs().resolve("who"))).isZero();
    assertThat(rights(running().folder().jobs().resolve("who/g1"))).isEqualTo("rwx------");
    assertThat(rights(running().folder().database())).isEqualTo("rw-------");
  }

  @Test
  void ownersWithoutAUsableAccountAreRefusedAtSubmission() throws Exception {
    assertThat(refused("nobody-knows"))
        .contains("this machine has no user nobody-knows; an admin makes one");
    assertThat(refused("eve")).contains("as the user root, who is reserved: its number is 0");
    assertThat(refused("mallory"))
        .contains("the user no-such-user, whom this machine does not have");
    assertThat(refused("daemon")).contains("runAs allows users from 2 on");
  }

  @Test
  void jobGoesOnWhileTheServerIsAwayAndIsCancelledWithItsChildren() throws Exception {
    assertThat(
            submit(
                "ada",
                """
                name: long
                command: [sh, -c, 'sleep 300 & echo "child=$!"; echo "self=$$"; wait']
                worker: {gpu: 1}
                """))
        .isEqualTo(201);
    String log = awaitLog("long", "self=");
    long child = number(log, "child=");
    long self = number(log, "self=");
    assertThat(Files.getAttribute(Path.of("/proc/" + self), "unix:uid")).isEqualTo(GAMES);

    running().close();
    assertThat(ProcessHandle.of(self)).isPresent();
    server = Optional.of(DuctileServer.start(options("leastUid: 2")));
    await(() -> job("long").path("job").path("state").asText().equals("running"));
    assertThat(ProcessHandle.of(self)).isPresent();
    send("POST", "jobs/long/cancel", token("ada"), "{\"why\": \"\"}");

    await(() -> isGone(self) && isGone(child));
  }

  @Test
  void serverWithAnImpossibleSettingDoesNotStart() throws IOException {
    running().close();
    server = Optional.empty();
    assertThatThrownBy(() -> options("leastUid: 0")).hasMessageContaining("leastUid");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    assertThatThrownBy(() -> DuctileServer.start(options("leastUid: 2")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("users cannot pass the folder " + folder)
        .hasMessageContaining("chmod o+x");
  }

  private ServerOptions options(String settings) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("server.yaml"),
            """
            cluster: {nodes: [{count: 1, resources: {gpu: 4}}]}
            policy: fifo
            runAs: {%s, users: {ada: games, eve: root, mallory: no-such-user}}
            """
                .formatted(settings));
    return ServerOptions.of(
        ServerFile.read(file, Catalog.installed(), Nodes.NONE),
        Catalog.installed(),
        folder.resolve("data"));
  }

  private DuctileServer running() {
    return server.orElseThrow();
  }

  private String refused(String owner) throws Exception {
    HttpResponse<String> answer =
        send("POST", "jobs", token(owner), "{name: no, command: [id], worker: {gpu: 1}}");
    assertThat(answer.statusCode()).isEqualTo(403);
    return Json.MAPPER.readTree(answer.body()).path("detail").asText();
  }

  private int submit(String owner, String file) throws Exception {
    return send("POST", "jobs", token(owner), file).statusCode();
  }

  /** The log of a job that ends by itself. */
  private String log(String owner, String file) throws Exception {
    HttpResponse<String> answer = send("POST", "jobs", token(owner), file);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    await(() ->
        List.of("succeeded", "failed").contains(job("who").path("job").path("state").asText()));
    return awaitLog("who", "");
  }

  private String awaitLog(String job, String text) throws Exception {
    Path log = running().folder().jobs().resolve(job).resolve("g1/worker-0.log");
    await(() -> Files.exists(log) && Files.readString(log).contains(text));
    return Files.readString(log);
  }

  private JsonNode job(String name) throws Exception {
    return Json.MAPPER.readTree(send("GET", "jobs/" + name, admin(), "").body());
  }

  private String token(String owner) throws Exception {
    var request = new NewToken("test", owner, "user", List.of(), Optional.empty());
    HttpResponse<String> answer =
        send("POST", "tokens", admin(), Json.MAPPER.writeValueAsString(request));
    return Json.MAPPER.readTree(answer.body()).path("secret").asText();
  }

  private String admin() throws IOException {
    return Files.readString(running().folder().token()).strip();
  }

  private HttpResponse<String> send(String method, String path, String token, String body)
      throws Exception {
    String type = body.startsWith("{\"") ? "application/json" : "application/yaml";
    HttpRequest request =
        HttpRequest.newBuilder(running().address().resolve("/api/v1/" + path))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", type)
            .method(method, BodyPublishers.ofString(body))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }

  /** A condition of the world outside. */
  @FunctionalInterface
  private interface Condition {
    boolean holds() throws Exception;
  }

  private static void await(Condition condition) throws Exception {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.holds()) {
      assertThat(System.nanoTime()).as("the deadline").isLessThan(end);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
  }

  private static boolean isGone(long process) {
    return ProcessHandle.of(process).isEmpty();
  }

  private static long number(String log, String before) {
    String line = log.lines().filter(it -> it.startsWith(before)).findFirst().orElseThrow();
    return Long.parseLong(line.substring(before.length()));
  }

  private static List<Path> children(Path of) throws IOException {
    try (Stream<Path> files = Files.list(of)) {
      return files.toList();
    }
  }

  private static int owner(Path file) {
    try {
      return (int) Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String rights(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }
}
