package dev.ductile.runtime.transport;

import static dev.ductile.runtime.transport.RecordingHandler.next;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ConnectionTest {
  private static final FrameHeader HEADER = new FrameHeader(7, 3, 12, 5, 1L << 40, -9);

  private final RecordingHandler server = new RecordingHandler();
  private final RecordingHandler client = new RecordingHandler();

  @Test
  void bothEndsLearnTheTaskOfTheOther() throws Exception {
    try (var running = new LoopThread()) {
      Address address = running.listen(server);
      var connection = running.connect(address, 4, client);

      assertThat(next(server.opened).peer()).isEqualTo(4);
      assertThat(next(client.opened)).isSameAs(connection);
      assertThat(connection.peer()).isEqualTo(-1);
    }
  }

  @Test
  void framesThatAreSentBeforeTheGreetingArriveUnchanged() throws Exception {
    try (var running = new LoopThread()) {
      Address address = running.listen(server);
      running.ask(() -> {
        var early = running.loop.connect(address, new Greeting(LoopThread.TOKEN, 1), client);
        early.send(HEADER, Payload.of(new byte[] {1, 2, 3}));
        early.send(HEADER);
        return early;
      });

      var first = next(server.frames);
      assertThat(first.header()).isEqualTo(new FrameHeader(7, 3, 12, 5, 1L << 40, -9, 3));
      assertThat(first.payload()).isEqualTo(ByteBuffer.wrap(new byte[] {1, 2, 3}));
      assertThat(next(server.frames).header()).isEqualTo(HEADER);
    }
  }

  @Test
  void floatsAreLittleEndian() throws Exception {
    try (var running = new LoopThread()) {
      var connection = running.connect(running.listen(server), 1, client);
      float[] numbers = {0, 1.5f, -2, Float.MIN_VALUE, 9};
      running.ask(() -> {
        connection.send(HEADER, Payload.of(numbers, 1, 3));
        connection.send(HEADER, Payload.copyOf(numbers, 1, 3));
        numbers[1] = 77;
        return 0;
      });

      assertThat(floats(next(server.frames))).containsExactly(77, -2, Float.MIN_VALUE);
      assertThat(floats(next(server.frames))).containsExactly(1.5f, -2, Float.MIN_VALUE);
    }
  }

  private static float[] floats(RecordingHandler.Heard heard) {
    float[] floats = new float[heard.payload().remaining() / Float.BYTES];
    heard.payload().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(floats);
    return floats;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void framesOfAnySizeKeepTheirOrderAndTheirBytes(boolean unix, @TempDir Path folder)
      throws Exception {
    long seed = 11;
    var random = new SplittableRandom(seed);
    try (var far = new LoopThread();
        var near = new LoopThread()) {
      Address wanted =
          unix ? new Address.Unix(folder.resolve("s").toString()) : new Address.Tcp("127.0.0.1", 0);
      var connection = near.connect(far.listen(wanted, server), 1, client);
      List<byte[]> sent = new ArrayList<>();
      for (int i = 0; i < 400; i++) {
        byte[] bytes = new byte[random.nextInt(1 << random.nextInt(1, 21))];
        random.nextBytes(bytes);
        sent.add(bytes);
      }
      near.does(() -> sent.forEach(bytes -> connection.send(HEADER, Payload.of(bytes))));

      for (int i = 0; i < sent.size(); i++) {
        assertThat(next(server.frames).payload())
            .as("seed %d, frame %d", seed, i)
            .isEqualTo(ByteBuffer.wrap(sent.get(i)));
      }
    }
  }

  @Test
  void aCallbackFollowsTheLastTakenFrame() throws Exception {
    try (var running = new LoopThread()) {
      var connection = running.connect(running.listen(server), 1, client);
      var left = new LinkedBlockingQueue<Long>();
      running.does(() -> {
        connection.send(HEADER, Payload.of(new byte[8_000_000]));
        connection.whenSent(() -> {
          left.add(connection.waitingBytes());
          connection.whenSent(() -> left.add(-1L));
        });
      });

      assertThat(next(left)).isZero();
      assertThat(next(left)).isEqualTo(-1);
      assertThat(next(server.frames).payload().remaining()).isEqualTo(8_000_000);
    }
  }

  @Test
  void bothEndsAreNotifiedOnceOfTheEnd() throws Exception {
    try (var running = new LoopThread()) {
      var connection = running.connect(running.listen(server), 1, client);
      next(server.opened);
      running.ask(() -> {
        connection.close("enough");
        connection.close("again");
        connection.send(HEADER);
        return 0;
      });

      assertThat(next(client.closed)).isEqualTo("enough");
      assertThat(next(server.closed)).isEqualTo("the other end closed it");
      assertThat(running.ask(client.closed::size)).isZero();
      assertThat(connection.isOpen()).isFalse();
    }
  }
}
