package dev.ductile.cli.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.text.InputException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ControlTest {
  @TempDir private Path home;
  private final LinkedBlockingQueue<SizeChange> requests = new LinkedBlockingQueue<>();
  private Map<String, String> environment = Map.of();

  @BeforeEach
  void ownFolder() {
    environment = Map.of("XDG_RUNTIME_DIR", home.toString());
  }

  @Test
  void anotherProcessChangesTheSize() throws Exception {
    try (var _ = ControlServer.open(folder(), "ads", this::grant)) {
      Reply reply = call("ads", 4).ask(environment);

      assertThat(reply).isEqualTo(new Reply.Resized("ads", "2+1", "4+1", 8.25));
    }
    assertThat(folder().jobs()).isEmpty();
  }

  private CompletableFuture<Reply> grant(SizeChange change) {
    assertThat(change.servers()).isEmpty();
    String to = change.workers().orElse(0) + "+1";
    return CompletableFuture.completedFuture(new Reply.Resized("ads", "2+1", to, 8.25));
  }

  private CompletableFuture<Reply> note(SizeChange change) {
    requests.add(change);
    return CompletableFuture.completedFuture(new Reply.Refused("noted"));
  }

  @Test
  void aFolderThatOtherUsersMayEnterIsRefused() throws IOException {
    ControlServer.open(folder(), "ads", this::note).close();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder().path())))
        .isEqualTo("rwx------");

    Files.setPosixFilePermissions(folder().path(), PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThatThrownBy(() -> ControlServer.open(folder(), "ads", this::note))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("without rights for others");
  }

  @Test
  void aNameIsUsedByOneJobAtATime() throws IOException {
    try (var _ = ControlServer.open(folder(), "ads", this::note)) {
      assertThatThrownBy(() -> ControlServer.open(folder(), "ads", this::note))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("job ads is training already");
      assertThatThrownBy(() -> call("adds", 1).ask(environment))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("did you mean \"ads\"");
    }
    assertThat(requests).isEmpty();
    assertThatThrownBy(() -> call("ads", 1).ask(environment))
        .hasMessageContaining("no job ads is training here");
  }

  @Test
  void aSocketWithoutAServerIsReplaced() throws IOException {
    folder().prepare();
    Files.writeString(folder().socket("ads"), "left behind");
    try (var _ = ControlServer.open(folder(), "ads", this::grant)) {
      assertThat(call("ads", 3).ask(environment)).isInstanceOf(Reply.Resized.class);
    }
  }

  /** A job that was killed leaves its socket behind; it is no job that could be meant. */
  @Test
  void onlyJobsThatTrainAreNamed() throws IOException {
    folder().prepare();
    try (var left = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      left.bind(UnixDomainSocketAddress.of(folder().socket("killed")));
    }
    assertThatThrownBy(() -> call("kill", 1).ask(environment))
        .hasMessage(
            "no job kill is training here, nor is any other; 'ductile train JOB.yaml' starts one");

    try (var _ = ControlServer.open(folder(), "alive", this::note)) {
      assertThat(folder().jobs()).containsExactly("alive");
      assertThatThrownBy(() -> call("kill", 1).ask(environment))
          .hasMessageContaining("alive")
          .hasMessageNotContaining("killed");
    }
    assertThat(requests).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "nonsense, no JSON",
    "'', neither workers nor servers",
    "7, neither workers nor servers",
    "'{\"worker\":3}', neither workers nor servers",
    "'{\"workers\":-3}', workers must be a number of at least 0"
  })
  void aMalformedRequestIsRefused(String question, String answer) throws IOException {
    try (var _ = ControlServer.open(folder(), "ads", this::note);
        var channel = SocketChannel.open(UnixDomainSocketAddress.of(folder().socket("ads")))) {
      channel.write(ByteBuffer.wrap((question + "\n").getBytes(StandardCharsets.UTF_8)));
      assertThat(ControlServer.line(channel, Duration.ofSeconds(10))).contains("error", answer);
    }
    assertThat(requests).isEmpty();
  }

  @Test
  void aSilentClientIsDisconnected() throws IOException {
    Duration patience = Duration.ofMillis(50);
    try (var _ = ControlServer.open(folder(), "ads", patience, this::grant);
        var channel = SocketChannel.open(UnixDomainSocketAddress.of(folder().socket("ads")))) {
      assertThat(ControlServer.line(channel, Duration.ofSeconds(10))).isEmpty();
      assertThat(channel.isOpen()).isTrue();
      assertThat(call("ads", 3).ask(environment)).isInstanceOf(Reply.Resized.class);
    }
  }

  private ControlFolder folder() {
    return ControlFolder.of(environment);
  }

  private static ControlClient call(String job, int workers) {
    return new ControlClient(job, OptionalInt.of(workers), OptionalInt.empty());
  }
}
