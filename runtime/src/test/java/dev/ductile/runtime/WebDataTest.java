package dev.ductile.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ductile.runtime.checkpoint.CheckpointException;
import dev.ductile.runtime.checkpoint.DataMark;
import dev.ductile.runtime.data.MalformedDataException;
import dev.ductile.runtime.data.Sources;
import dev.ductile.runtime.job.DataSpec;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.job.file.JobFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Data on a web server that change between two runs of a job, or while it trains. */
@Timeout(60)
final class WebDataTest {
  private static final byte[] ROWS = "1 1:1\n0 2:1\n".getBytes(StandardCharsets.US_ASCII);
  private static final Path CHECKPOINT = Path.of("step-000000000005");

  @TempDir Path folder;
  private final Map<String, String> headers = new ConcurrentHashMap<>();
  private final List<String> warnings = new ArrayList<>();
  private final HttpServer server;

  WebDataTest() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
  }

  @BeforeEach
  void start() {
    server.createContext("/rows.libsvm", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  /** Without ranges, so the answer is always all of it. */
  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      new TreeMap<>(headers).forEach(exchange.getResponseHeaders()::set);
      exchange.sendResponseHeaders(200, ROWS.length);
      exchange.getResponseBody().write(ROWS);
    }
  }

  private String where() {
    return "http://localhost:%d/rows.libsvm".formatted(server.getAddress().getPort());
  }

  /** The job's data when a master begins. */
  private DataSpec begin() {
    var stored = new DataSpec.Source.Stored(where(), DataSpec.Format.LIBSVM, "");
    var data = new DataSpec(stored, 2, 1, false);
    return data.withVersion(SourceData.version(data, warnings::add));
  }

  private SourceData data() {
    return new SourceData(begin().source(), warnings::add);
  }

  @ParameterizedTest
  @CsvSource({
    "ETag, one, two",
    "Last-Modified, 'Thu, 01 Jan 2026 00:00:00 GMT', 'Fri, 02 Jan 2026 00:00:00 GMT'"
  })
  void dataThatChangedSinceACheckpointAreRefused(String header, String before, String now)
      throws IOException {
    headers.put(header, before);
    DataMark saved = data().mark();
    data().check(CHECKPOINT, saved);
    headers.put(header, now);
    assertThatThrownBy(() -> data().check(CHECKPOINT, saved))
        .isInstanceOf(CheckpointException.Foreign.class)
        .hasMessageContaining("has changed since " + CHECKPOINT)
        .hasMessageContaining(before)
        .hasMessageContaining(now);
  }

  /** Workers that are started later would learn from other data. */
  @Test
  void dataThatChangeWhileTheJobTrainsAreRefusedToLaterWorkers() throws IOException {
    headers.put("ETag", "one");
    TrainingJob job =
        JobFile.read(
            Files.writeString(
                folder.resolve("job.yaml"),
                "{model: {kind: logistic}, data: {url: \"%s\", features: 2, splits: 1}}"
                    .formatted(where())),
            List.of());
    TrainingJob begun = job.withDataVersion(SourceData.version(job.data(), warnings::add));
    assertThat(Sources.of(begun).write(Map.of(0, folder.resolve("first")))).isEqualTo(Map.of(0, 2));
    headers.put("ETag", "two");
    assertThatThrownBy(() -> Sources.of(begun).write(Map.of(0, folder.resolve("second"))))
        .isInstanceOf(MalformedDataException.class)
        .hasMessageContaining("has changed since the job began: it was one and is two");
  }

  @Test
  void aSuccessorRefusesDataThatChangedWhileItsTasksRan() throws Exception {
    headers.put("ETag", "one");
    String running = begin().version();
    data().check(running);
    headers.put("ETag", "two");
    assertThatThrownBy(() -> data().check(running))
        .isInstanceOf(CheckpointException.Foreign.class)
        .hasMessageContaining("has changed since the job began");
    server.stop(0);
    data().check(running);
    assertThat(warnings).singleElement().asString().contains("will not be noticed");
  }

  /** A checkpoint names the data that the job began with, even if they were replaced since. */
  @Test
  void dataThatChangeWhileTheJobTrainsAreRefusedByTheNextRun() throws IOException {
    headers.put("ETag", "one");
    SourceData data = data();
    data.mark();
    headers.put("ETag", "two");
    DataMark saved = data.markSoFar();
    assertThatThrownBy(() -> data().check(CHECKPOINT, saved))
        .isInstanceOf(CheckpointException.Foreign.class);
  }

  @Test
  void dataOfAServerWithoutVersionsAreTakenAsUnchanged() throws IOException {
    DataMark saved = data().mark();
    data().check(CHECKPOINT, saved);
    assertThat(warnings).isEmpty();
  }

  @Test
  void aServerThatIsDownAtTheStartIsReported() {
    server.stop(0);
    assertThat(data().mark()).isEqualTo(DataMark.NONE);
    assertThat(warnings).singleElement().asString().contains("will not be noticed");
  }
}
