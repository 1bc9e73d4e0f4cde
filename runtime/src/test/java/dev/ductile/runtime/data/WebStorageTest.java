package dev.ductile.runtime.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ductile.runtime.job.DataSpec.Format;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("socket")
@Timeout(60)
class WebStorageTest {
  private static final int LINES = 15_000;

  @TempDir Path directory;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicInteger answers = new AtomicInteger();
  private final CountDownLatch over = new CountDownLatch(1);
  private final List<String> expected = new ArrayList<>();
  private byte[] text = new byte[0];
  private volatile Behaviour behaviour = Behaviour.answering(true);
  private HttpServer server;

  /**
   * How the server answers requests.
   *
   * @param ranges whether it knows ranges
   * @param length whether it says how long an answer is
   * @param code other than 200 or 206 where it only refuses
   * @param cuts how many of its first answers of more than one byte end before their time
   * @param hangs whether such an answer then neither continues nor ends
   */
  private record Behaviour(boolean ranges, boolean length, int code, int cuts, boolean hangs) {
    static Behaviour answering(boolean ranges) {
      return new Behaviour(ranges, true, 200, 0, false);
    }
  }

  WebStorageTest() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
  }

  @BeforeEach
  void start() {
    var lines = new StringBuilder();
    for (int i = 0; i < LINES; i++) {
      lines.append(i % 2).append(' ').append(1 + i % 50).append(":").append(i).append('\n');
      expected.add("%s %d:%s".formatted(i % 2 == 0 ? "-1.0" : "1.0", i % 50, (float) i));
    }
    text = lines.toString().getBytes(StandardCharsets.UTF_8);
    server.createContext("/data", this::answer);
    server.setExecutor(threads);
    server.start();
  }

  @AfterEach
  void stop() {
    over.countDown();
    server.stop(0);
    threads.close();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      Behaviour now = behaviour;
      if (now.code() != 200) {
        exchange.sendResponseHeaders(now.code(), -1);
        return;
      }
      int from = 0;
      int to = text.length;
      if (now.ranges()) {
        String[] range = exchange.getRequestHeaders().getFirst("Range").split("[=-]", 3);
        from = Integer.parseInt(range[1]);
        to = Math.min(text.length, Integer.parseInt(range[2]) + 1);
        exchange
            .getResponseHeaders()
            .set("Content-Range", "bytes %d-%d/%d".formatted(from, to - 1, text.length));
      }
      exchange.sendResponseHeaders(now.ranges() ? 206 : 200, now.length() ? to - from : 0);
      boolean cut = to - from > 1 && answers.incrementAndGet() <= now.cuts();
      exchange.getResponseBody().write(text, from, cut ? (to - from) / 2 : to - from);
      if (cut && now.hangs()) {
        exchange.getResponseBody().flush();
        over.await();
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private List<String> read(int splits) throws IOException {
    return read(splits, Storage.PATIENCE);
  }

  private List<String> read(int splits, Duration patience) throws IOException {
    SplitSource source =
        files ->
            Rows.read(
                    Storage.find(where(), patience),
                    Format.LIBSVM,
                    50,
                    ClassLabels.TWO_CLASSES,
                    splits)
                .write(files);
    return Rows.of(source, splits, directory);
  }

  private String where() {
    return "http://localhost:%d/data".formatted(server.getAddress().getPort());
  }

  @ParameterizedTest
  @CsvSource({"true, true", "false, true", "false, false"})
  void everyLineArrives(boolean ranges, boolean length) throws IOException {
    behaviour = new Behaviour(ranges, length, 200, 0, false);
    assertThat(Rows.sorted(read(5))).isEqualTo(Rows.sorted(expected));
  }

  @Test
  void schemesAreReadInAnyCase() throws IOException {
    String upper = where().replace("http", "HTTP");
    Path file = Files.writeString(directory.resolve("data.libsvm"), "1 2:3\n");

    assertThat(Storage.find(upper).size()).isEqualTo(text.length);
    assertThat(Storage.find(file.toUri().toString().replace("file", "File")).size()).isEqualTo(6);
    Duration patience = Duration.ofMillis(300);
    assertThatThrownBy(() -> Storage.find(upper.replace("HTTP", "Https"), patience))
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(NoSuchFileException.class);
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void compressedLinesArrive(boolean ranges) throws IOException {
    behaviour = Behaviour.answering(ranges);
    byte[] whole = text;
    byte[] first = StoredFileTest.gzip(Arrays.copyOf(whole, 100_000));
    byte[] second = StoredFileTest.gzip(Arrays.copyOfRange(whole, 100_000, whole.length));
    text = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, text, first.length, second.length);
    assertThat(Rows.sorted(read(4))).isEqualTo(Rows.sorted(expected));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aCutConnectionIsMadeAgain(boolean ranges) throws IOException {
    behaviour = new Behaviour(ranges, true, 200, 1, false);
    assertThat(Rows.sorted(read(3))).isEqualTo(Rows.sorted(expected));
    answers.set(-1);
    assertThat(Rows.sorted(read(3))).isEqualTo(Rows.sorted(expected));
  }

  /** Between two cuts enough comes for the file to be read. */
  @Test
  void aLongFileIsReadInSpiteOfManyCuts() throws IOException {
    byte[] line = "1 1:1\n".getBytes(StandardCharsets.UTF_8);
    text = new byte[line.length * (1 << 20)];
    for (int i = 0; i < text.length; i++) {
      text[i] = line[i % line.length];
    }
    behaviour = new Behaviour(true, true, 200, 8, true);
    try (var in = Storage.find(where(), Duration.ofMillis(300)).read(0, 10)) {
      assertThat(in.readAllBytes()).hasSize(text.length);
    }
    assertThat(answers).hasValueGreaterThan(8);
  }

  @Test
  void aSilentConnectionIsMadeAgain() throws IOException {
    behaviour = new Behaviour(true, true, 200, 1, true);
    assertThat(Rows.sorted(read(3, Duration.ofSeconds(2)))).isEqualTo(Rows.sorted(expected));
  }

  @ParameterizedTest
  @CsvSource({"true, false", "false, false", "true, true"})
  void aServerThatNeverFinishesIsGivenUp(boolean ranges, boolean hangs) {
    behaviour = new Behaviour(ranges, true, 200, Integer.MAX_VALUE, hangs);
    assertThatThrownBy(() -> read(3, Duration.ofMillis(hangs ? 100 : 30_000)))
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(MalformedDataException.class)
        .hasMessageContainingAll("http://localhost", "cannot be read");
  }

  @Test
  void refusalsAreReported() {
    behaviour = new Behaviour(true, true, 404, 0, false);
    assertThatThrownBy(() -> read(1))
        .isInstanceOf(MalformedDataException.class)
        .hasMessageContaining("answers 404");
    behaviour = new Behaviour(true, true, 503, 0, false);
    assertThatThrownBy(() -> read(1))
        .isNotInstanceOf(MalformedDataException.class)
        .hasMessageContaining("answers 503");
    server.stop(0);
    assertThatThrownBy(() -> read(1))
        .isNotInstanceOf(MalformedDataException.class)
        .hasMessageContaining("cannot be read");
  }

  @Test
  void aFileThatChangesIsRefused() throws IOException {
    Storage storage = Storage.find(where());
    text = Arrays.copyOf(text, text.length - 7);
    try (var in = storage.read(0, 10)) {
      assertThatThrownBy(in::read).hasMessageContaining("has changed while it was read");
    }
  }

  @Test
  void aMistakeHasItsByte() {
    text[text.length - 3] = 'x';
    assertThatThrownBy(() -> read(2))
        .isInstanceOf(MalformedDataException.class)
        .hasMessageContaining("the line at byte " + (text.length - 11));
  }
}
