package dev.ductile.runtime.transport;

import static dev.ductile.runtime.transport.RecordingHandler.next;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Any bytes at a port: they are refused, reported once, and peers are served meanwhile. */
@Tag("socket")
@Timeout(60)
class StrangerTest {
  private static final ConnectionLimits LIMITS =
      new ConnectionLimits(1 << 20, 8 << 20, Duration.ofSeconds(1), 500, 16);
  private static final FrameHeader HEADER = new FrameHeader(7, 3, 12, 5, 1, 2);

  private final RecordingHandler server = new RecordingHandler();
  private final RecordingHandler friend = new RecordingHandler();
  private final LoopThread running = new LoopThread(LIMITS);
  private Address.Tcp address = new Address.Tcp("127.0.0.1", 0);
  private int friends;

  @BeforeEach
  void listen() {
    address = running.listen(server);
  }

  @AfterEach
  void the_loop_has_lived() {
    aFriendIsServed();
    running.close();
  }

  /** A new peer connects, sends a frame, and it is handled. */
  private Connection aFriendIsServed() {
    friends++;
    int number = friends;
    server.frames.clear();
    var connection = running.connect(address, number, friend);
    running.does(() -> connection.send(HEADER, Payload.of(new byte[] {(byte) number})));
    try {
      assertThat(next(server.frames).payload().get(0)).isEqualTo((byte) number);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return connection;
  }

  private Socket stranger() throws IOException {
    return new Socket(address.host(), address.port());
  }

  /** Sends it, and waits until the other end has closed. */
  private void refused(byte[] bytes) throws IOException {
    try (var socket = stranger()) {
      socket.getOutputStream().write(bytes);
      assertThat(socket.getInputStream().readAllBytes()).as("what it learns").isEmpty();
    } catch (SocketException e) {
      assertThat(e).hasMessageMatching("(?i).*(reset|broken pipe).*");
    }
  }

  /** A frame in the right format with any header. */
  private static byte[] frame(int length, int kind, byte[] payload) {
    return ByteBuffer.allocate(FrameHeader.BYTES + payload.length)
        .putInt(length)
        .putInt(kind)
        .position(FrameHeader.BYTES)
        .put(payload)
        .array();
  }

  private static byte[] hello() {
    return frame(36, 0, LoopThread.UNKNOWN_TASK.bytes());
  }

  /** The bytes of a peer after its greeting. */
  private Socket friendly(byte[] then) throws IOException {
    return friendly(address, then);
  }

  private static Socket friendly(Address.Tcp at, byte[] then) throws IOException {
    var socket = new Socket(at.host(), at.port());
    socket.getOutputStream().write(hello());
    socket.getOutputStream().write(then);
    return socket;
  }

  private static void assertCut(Socket socket) throws IOException {
    try (socket) {
      assertThat(socket.getInputStream().readAllBytes().length).as("a greeting").isIn(0, 68);
    } catch (SocketException e) {
      assertThat(e).hasMessageMatching("(?i).*(reset|broken pipe).*");
    }
  }

  @Test
  void randomBytesAreRefused() throws Exception {
    for (long seed = 0; seed < 300; seed++) {
      var random = new SplittableRandom(seed);
      byte[] bytes = new byte[4 + random.nextInt(2_000)];
      random.nextBytes(bytes);
      bytes[0] |= 1; // else it may look like a beginning, for which it is right to wait
      refused(bytes);
    }
    assertThat(running.notes).hasSize(1);
    assertThat(server.opened).isEmpty();
  }

  @Test
  void aWrongTokenIsRefused() throws Exception {
    byte[] wrong = hello();
    for (int i = 0; i < 20; i++) {
      wrong[40 + i]++;
      refused(wrong);
    }

    assertThat(running.notes).singleElement().asString().contains("does not belong to this job");
  }

  @Test
  void aLengthOfFourGigabytesIsRefused() throws Exception {
    refused(frame(-1, 0, new byte[0]));
    refused(frame(257, 0, new byte[257]));

    assertThat(running.notes).singleElement().asString().contains("4294967295");
  }

  @Test
  void aFrameBeforeTheGreetingIsRefused() throws Exception {
    refused(frame(36, 7 << 24, LoopThread.UNKNOWN_TASK.bytes()));
    refused(frame(36, 1, LoopThread.UNKNOWN_TASK.bytes()));
    refused(frame(35, 0, new byte[35]));

    assertThat(running.notes).hasSize(2);
  }

  @Test
  void halfAGreetingTimesOut() throws Exception {
    byte[] hello = hello();
    for (int length = 0; length < hello.length; length += 7) {
      try (var socket = stranger()) {
        socket.getOutputStream().write(hello, 0, length);
        socket.shutdownOutput();
        assertThat(socket.getInputStream().readAllBytes()).isEmpty();
      }
    }
    assertThat(running.notes).isEmpty();
  }

  @Test
  void aSilentConnectionTimesOut() throws Exception {
    refused(new byte[0]);
    refused(new byte[] {0, 0});

    assertThat(running.notes).singleElement().asString().contains("in time");
  }

  @Test
  void anEndlessSlowStreamIsRefused() throws Exception {
    try (var socket = stranger()) {
      var ended = new CountDownLatch(1);
      Thread.ofVirtual()
          .start(() -> {
            try {
              for (byte each : hello()) {
                socket.getOutputStream().write(each);
                if (ended.await(50, TimeUnit.MILLISECONDS)) {
                  return;
                }
              }
            } catch (IOException | InterruptedException e) {
              // it was cut
            }
          });
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
      ended.countDown();
    } catch (SocketException e) {
      assertThat(e).hasMessageContaining("reset");
    }
    assertThat(server.opened).isEmpty();
  }

  @Test
  void anEndlessStreamOfAPeerIsEnded() throws Exception {
    var frames = new AtomicLong();
    var mad = running.listen(hearing((_, _) -> frames.incrementAndGet()));
    try (var socket = friendly(mad, new byte[0])) {
      Thread.ofVirtual().start(() -> pour(socket));
      for (int served = 0; served < 20 || frames.get() == 0; served++) {
        aFriendIsServed();
      }
    }
  }

  private static void pour(Socket socket) {
    try {
      while (true) {
        socket.getOutputStream().write(frame(60_000, 9 << 24, new byte[60_000]));
      }
    } catch (IOException e) {
      // it was closed
    }
  }

  @Test
  void thousandsOfStrangersDisturbNoPeer() throws Exception {
    List<Socket> sockets = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      sockets.add(stranger());
      if (i % 500 == 250) {
        aFriendIsServed();
      }
    }
    for (var socket : sockets) {
      socket.close();
    }
    assertThat(running.notes).hasSizeLessThan(4);
  }

  @Test
  void aPeerThatNeverReadsIsDropped() throws Exception {
    try (var socket = friendly(new byte[0])) {
      Connection deaf = next(server.opened);
      running.does(() -> {
        for (int i = 0; i < 40 && deaf.isOpen(); i++) {
          deaf.send(HEADER, Payload.of(new byte[1 << 20]));
        }
      });

      assertThat(next(server.closed)).startsWith("it does not read its frames");
      assertThat(socket.isConnected()).isTrue();
    }
  }

  @Test
  void aPeerThatSendsAForbiddenFrameIsDropped() throws Exception {
    assertCut(friendly(frame((1 << 20) + 1, 7 << 24, new byte[0])));
    assertThat(next(server.closed)).isEqualTo("a frame of 1048577 bytes, more than 1048576");
    assertCut(friendly(frame(3, (7 << 24) + 255, new byte[3])));
    assertThat(next(server.closed)).contains("three bytes are zero, not 0000ff");
    assertCut(friendly(hello()));
    assertThat(next(server.closed)).isEqualTo("it greets twice");

    assertThat(running.notes).hasSize(3);
  }

  @Test
  void truncatedFramesOfAPeerAreRefused() throws Exception {
    byte[] whole = frame(100, 7 << 24, new byte[100]);
    for (int length = 0; length < whole.length; length += 11) {
      byte[] part = Arrays.copyOf(whole, length);
      try (var socket = friendly(part)) {
        socket.shutdownOutput();
        assertThat(socket.getInputStream().readAllBytes().length).as("a greeting").isIn(0, 68);
      }
      assertThat(next(server.closed)).isEqualTo("the other end closed it");
    }
    assertThat(server.frames).isEmpty();
  }

  @Test
  void aHandlerThatCannotReadAFrameLosesOnlyThatConnection() throws Exception {
    var strict =
        running.listen(
            hearing((header, payload) -> {
              if (header.kind() == 8) {
                throw new IllegalArgumentException("not a number");
              }
              payload.getLong();
            }));
    assertCut(friendly(strict, frame(0, 8 << 24, new byte[0])));
    assertThat(next(server.closed)).isEqualTo("its frame is invalid: not a number");
    assertCut(friendly(strict, frame(4, 7 << 24, new byte[4])));
    assertThat(next(server.closed)).contains("BufferUnderflowException");
  }

  private Handler hearing(BiConsumer<FrameHeader, ByteBuffer> recording) {
    return new Handler() {
      @Override
      public void opened(Connection connection) {}

      @Override
      public void frame(Connection connection, FrameHeader header, ByteBuffer payload) {
        recording.accept(header, payload);
      }

      @Override
      public void closed(Connection connection, String why) {
        server.closed.add(why);
      }
    };
  }

  @Test
  void aPeerThatAnswersForAnotherIsRefused() throws Exception {
    var eighth = new Greeting(LoopThread.TOKEN, 8);
    Address other =
        running.ask(
            () -> running.loop.listen(new Address.Tcp("127.0.0.1", 0), eighth, () -> server));
    running.does(() -> running.loop.connect(other, LoopThread.UNKNOWN_TASK, friend).peerIs(7));

    assertThat(next(friend.closed)).isEqualTo("task 8 answers for task 7");
  }
}
