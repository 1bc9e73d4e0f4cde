package dev.ductile.runtime.allreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.runtime.protocol.FrameKind;
import dev.ductile.runtime.transport.Address;
import dev.ductile.runtime.transport.Connection;
import dev.ductile.runtime.transport.ConnectionLimits;
import dev.ductile.runtime.transport.FrameHeader;
import dev.ductile.runtime.transport.Greeting;
import dev.ductile.runtime.transport.Handler;
import dev.ductile.runtime.transport.Loop;
import dev.ductile.runtime.transport.Payload;
import dev.ductile.runtime.transport.SystemServices;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** All-reduce over real sockets: each worker has a loop and a thread of its own. */
@Timeout(60)
class SocketsTest {
  private static final int STEPS = 6;
  private static final String TOKEN = "5a".repeat(32);

  @ParameterizedTest
  @CsvSource({
    "RING, 2, 300000",
    "RING, 3, 300000",
    "RING, 5, 1001",
    "DOUBLING_HALVING, 4, 300000",
    "DOUBLING_HALVING, 8, 77",
    "BINARY_BLOCKS, 3, 300000",
    "BINARY_BLOCKS, 7, 50000"
  })
  void sumsAreCorrectInEveryStep(Algorithm way, int workers, int floats) throws Exception {
    var ready = new CountDownLatch(workers);
    var nodes = new ArrayList<Node>();
    for (int rank = 0; rank < workers; rank++) {
      nodes.add(new Node(way, rank, workers, floats, ready));
    }
    List<Address> addresses = nodes.stream().map(node -> node.address).toList();
    nodes.forEach(node -> node.start(addresses));
    assertThat(ready.await(10, TimeUnit.SECONDS)).as("all steps done").isTrue();
    for (Node node : nodes) {
      node.end();
    }
    for (int step = 0; step < STEPS; step++) {
      for (Node node : nodes) {
        assertThat(node.results.get(step)).isEqualTo(nodes.getFirst().results.get(step));
      }
      check(nodes.getFirst().results.get(step), step, workers, floats);
    }
  }

  private static void check(float[] result, int step, int workers, int floats) {
    double[] sums = new double[floats];
    for (int rank = 0; rank < workers; rank++) {
      float[] ours = ours(rank, step, floats);
      for (int i = 0; i < floats; i++) {
        sums[i] += ours[i];
      }
    }
    for (int i = 0; i < floats; i += 97) {
      assertThat((double) result[i])
          .as("step %d, number %d", step, i)
          .isCloseTo(sums[i], within(1e-5));
    }
  }

  private static float[] ours(int rank, int step, int floats) {
    var random = new Random(rank * 1_000L + step);
    float[] ours = new float[floats];
    for (int i = 0; i < floats; i++) {
      ours[i] = random.nextFloat() - 0.5f;
    }
    return ours;
  }

  private static final class Node implements Handler {
    private final Loop loop =
        new Loop(SystemServices.system(System::nanoTime), ConnectionLimits.DEFAULT);
    private final Thread thread = new Thread(loop::run, "worker");
    private final List<float[]> results = new ArrayList<>();
    private final List<Connection> peers = new ArrayList<>();
    private final Algorithm way;
    private final int rank;
    private final int workers;
    private final int floats;
    private final CountDownLatch ready;
    private final Collective collective = new Collective(1 << 22, this::send);
    private final Address address;

    Node(Algorithm way, int rank, int workers, int floats, CountDownLatch ready)
        throws IOException {
      this.way = way;
      this.rank = rank;
      this.workers = workers;
      this.floats = floats;
      this.ready = ready;
      address = loop.listen(new Address.Tcp("127.0.0.1", 0), new Greeting(TOKEN, rank), () -> this);
    }

    void start(List<Address> addresses) {
      loop.execute(() -> {
        for (Address other : addresses) {
          peers.add(loop.connect(other, new Greeting(TOKEN, rank), this));
        }
        step();
      });
      thread.start();
    }

    private void step() {
      int step = results.size();
      if (step == STEPS) {
        ready.countDown();
        return;
      }
      float[] ours = ours(rank, step, floats);
      collective.begin(
          step,
          way.moves(workers, rank, floats),
          ours,
          () -> {
            results.add(ours);
            step();
          });
    }

    private void send(int peer, long clock, int round, float[] numbers, int from, int count) {
      peers
          .get(peer)
          .send(
              FrameKind.REDUCE.header(1, -1, rank, clock, round), Payload.of(numbers, from, count));
    }

    void end() throws InterruptedException {
      loop.stop();
      thread.join();
    }

    @Override
    public void opened(Connection connection) {}

    @Override
    public void frame(Connection connection, FrameHeader header, ByteBuffer payload) {
      collective.frame(connection.peer(), header.clock(), header.extra(), payload);
    }

    @Override
    public void closed(Connection connection, String why) {}
  }
}
