package dev.ductile.runtime.transport;

import static dev.ductile.runtime.transport.RecordingHandler.next;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LoopTest {
  private static final FrameHeader HEADER = new FrameHeader(7, 0, 0, 0, 0, 0);

  private final RecordingHandler recording = new RecordingHandler();

  /** A loop with a clock that advances by one at each call; the loop ends by itself. */
  private static List<String> alone(Duration... delays) {
    var time = new AtomicLong(Long.MAX_VALUE - 500);
    var order = new ArrayList<String>();
    var loop = new Loop(SystemServices.system(time::getAndIncrement), ConnectionLimits.DEFAULT);
    for (Duration delay : delays) {
      loop.after(delay, () -> order.add(delay.toString()));
    }
    loop.after(
        Duration.ofMillis(10),
        () -> {
          order.add("end");
          loop.stop();
        });
    loop.work(() -> time.addAndGet(100_000) > 0);
    loop.run();
    return order;
  }

  @Test
  void timersFireInOrderEvenIfTheClockOverflows() {
    var late = Duration.ofMillis(5);
    var soon = Duration.ofMillis(2);

    assertThat(alone(late, soon, Duration.ZERO))
        .containsExactly("PT0S", "PT0.002S", "PT0.005S", "end");
  }

  @Test
  void aTimerThatRenewsItselfDoesNotStarveOthers() {
    try (var running = new LoopThread()) {
      var again = new LinkedBlockingQueue<Runnable>();
      running.does(() -> {
        Runnable restless = () -> running.loop.after(Duration.ZERO, () -> again.peek().run());
        again.add(restless);
        restless.run();
      });

      assertThat(running.ask(() -> 7)).isEqualTo(7);
    }
  }

  @Test
  void aTaskThatRenewsItselfDoesNotStarveOthers() throws Exception {
    try (var running = new LoopThread()) {
      var address = running.listen(recording);
      var restless = new AtomicInteger();
      running.does(() -> restless(running.loop, restless));
      var connection = running.connect(address, 1, new RecordingHandler());
      running.does(() -> connection.send(HEADER));

      assertThat(next(recording.frames).header()).isEqualTo(HEADER);
      assertThat(restless).hasPositiveValue();
    }
  }

  private static void restless(Loop loop, AtomicInteger count) {
    count.incrementAndGet();
    loop.execute(() -> restless(loop, count));
  }

  @Test
  void workAndFramesAreHandledInTurn() throws Exception {
    try (var running = new LoopThread()) {
      var slices = new AtomicInteger();
      running.does(() -> running.loop.work(() -> slices.incrementAndGet() > 0));
      var connection = running.connect(running.listen(recording), 1, new RecordingHandler());
      running.does(() -> connection.send(HEADER));
      next(recording.frames);
      int before = slices.get();
      running.does(() -> connection.send(HEADER));
      next(recording.frames);

      assertThat(slices.get()).isGreaterThan(before);
    }
  }

  @Test
  void oneBusyConnectionDoesNotStarveAnother() throws Exception {
    try (var running = new LoopThread();
        var far = new LoopThread()) {
      var address = far.listen(recording);
      var busy = running.connect(address, 1, new RecordingHandler());
      var quiet = running.connect(address, 2, new RecordingHandler());
      next(recording.opened);
      next(recording.opened);
      running.does(() -> {
        for (int i = 0; i < 200; i++) {
          busy.send(HEADER, Payload.of(new byte[1 << 20]));
        }
        quiet.send(HEADER, Payload.of(new byte[1]));
      });

      int place = 0;
      while (next(recording.frames).payload().remaining() > 1) {
        place++;
      }
      assertThat(place).as("frames before the quiet one's").isLessThan(100);
    }
  }

  @Test
  void framesBeforeTheEndArrive() throws Exception {
    var running = new LoopThread();
    try (var far = new LoopThread()) {
      var near = new RecordingHandler();
      var connection = running.connect(far.listen(recording), 1, near);
      next(near.opened);
      running.does(() -> {
        connection.send(HEADER, Payload.of(new byte[1_000]));
        running.loop.stop();
      });
      running.end();

      assertThat(next(recording.frames).payload().remaining()).isEqualTo(1_000);
      assertThat(next(recording.closed)).isEqualTo("the other end closed it");
    }
  }

  @Test
  void leavesNoSocketFileBehind(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("s");
    try (var running = new LoopThread()) {
      running.listen(new Address.Unix(file.toString()), recording);
      assertThat(file).exists();
    }
    assertThat(Files.exists(file)).isFalse();
  }

  @Test
  void anUnreachablePeerIsNamed(@TempDir Path folder) throws Exception {
    int free;
    try (var socket = new ServerSocket(0)) {
      free = socket.getLocalPort();
    }
    try (var running = new LoopThread()) {
      running.connect(new Address.Tcp("127.0.0.1", free), 1, recording);
      assertThat(next(recording.closed)).isEqualTo("Connection refused");
      running.connect(new Address.Unix(folder.resolve("none").toString()), 1, recording);
      assertThat(next(recording.closed)).startsWith("cannot reach unix:").contains("No such file");
      running.connect(new Address.Tcp("no.such.host.invalid", 1), 1, recording);
      assertThat(next(recording.closed)).startsWith("cannot reach no.such.host.invalid:1");
    }
  }

  @Test
  void givesUpOnAListenerThatDoesNotAnswer() throws Exception {
    var hurried = new ConnectionLimits(1 << 20, 1 << 20, Duration.ofMillis(100), 10, 10);
    try (var deaf = new ServerSocket(0);
        var running = new LoopThread(hurried)) {
      running.connect(new Address.Tcp("127.0.0.1", deaf.getLocalPort()), 1, recording);

      assertThat(next(recording.closed)).isEqualTo("it was not authenticated in time");
    }
  }

  @Test
  void sendsAFalseServerOnlyItsGreeting() throws Exception {
    try (var running = new LoopThread()) {
      var other = new Greeting("f".repeat(64), 3);
      Address address =
          running.ask(
              () -> running.loop.listen(new Address.Tcp("127.0.0.1", 0), other, () -> recording));
      var connection = running.connect(address, 1, recording);
      running.does(() -> connection.send(HEADER));

      assertThat(next(recording.closed)).isEqualTo("the other end closed it");
      assertThat(running.notes).singleElement().asString().contains("does not belong to this job");
      assertThat(recording.frames).isEmpty();
    }
  }

  @Test
  void anUnexpectedExceptionEndsTheLoopWithItsCause() throws Exception {
    var running = new LoopThread();
    var clumsy =
        new Handler() {
          @Override
          public void opened(Connection connection) {
            throw new IllegalStateException("a mistake");
          }

          @Override
          public void frame(Connection connection, FrameHeader header, ByteBuffer payload) {}

          @Override
          public void closed(Connection connection, String why) {}
        };
    running.connect(running.listen(recording), 1, clumsy);

    assertThatThrownBy(running::end).hasRootCauseMessage("a mistake");
  }

  @Test
  void belongsToOneThread() {
    try (var running = new LoopThread()) {
      running.ask(() -> "it runs");

      assertThatIllegalStateException()
          .isThrownBy(() -> running.loop.after(Duration.ZERO, () -> {}))
          .withMessageContaining("this belongs to");
    }
  }

  @Test
  void greetingsAndFramesBeyondTheLimitAreRefused() {
    try (var running = new LoopThread()) {
      var connection = running.connect(running.listen(recording), 1, new RecordingHandler());
      var limit = ConnectionLimits.DEFAULT.frameBytes();

      assertThatThrownBy(
              () -> running.does(() -> connection.send(new FrameHeader(0, 0, 0, 0, 0, 0))))
          .hasMessageContaining("greetings are the wire's own");
      assertThatThrownBy(
              () -> running.does(() -> connection.send(HEADER, Payload.of(new byte[limit + 1]))))
          .hasMessageContaining("a payload of 16777217 bytes, more than 16777216");
    }
  }

  @Test
  void manyConnectionsCostMemoryOnlyWhileBytesAreUnderWay() throws Exception {
    try (var running = new LoopThread()) {
      var address = running.listen(recording);
      for (int i = 0; i < 128; i++) {
        var connection = running.connect(address, i, new RecordingHandler());
        running.does(() -> connection.send(HEADER, Payload.of(new byte[100_000])));
      }
      for (int i = 0; i < 128; i++) {
        next(recording.frames);
      }

      assertThat(running.ask(() -> running.loop.buffers().kept())).isBetween(1L, 32L << 20);
    }
  }
}
