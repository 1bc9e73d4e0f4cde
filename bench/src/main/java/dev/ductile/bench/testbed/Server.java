package dev.ductile.bench.testbed;

import dev.ductile.api.Seed;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;

/**
 * The process of a parameter server. It receives from all workers at once, applies gradients one at
 * a time in order of arrival, and answers with the weights. For each gradient it prints the times
 * of its arrival and of the end of its application.
 */
final class Server {
  static final int PORT = 7000;
  static final String READY = "ready";

  private static final int MOST_WORKERS = 64;

  private final long bytes;
  private final Effort effort;
  private final RandomGenerator random;
  private final ReentrantLock turn = new ReentrantLock(true);

  private Server(long bytes, Effort effort, RandomGenerator random) {
    this.bytes = bytes;
    this.effort = effort;
    this.random = random;
  }

  /** Arguments: its address, a seed, the bytes of a message, and the effort to apply one. */
  public static void main(String[] arguments) throws IOException {
    Lifeline.hold();
    List<String> words = List.of(arguments);
    String address = words.getFirst();
    new Server(
            Long.parseLong(words.get(2)),
            Effort.parse(words.subList(3, words.size())),
            new Seed(Long.parseLong(words.get(1))).stream(address))
        .serve(new InetSocketAddress(address, PORT));
  }

  private void serve(InetSocketAddress where) throws IOException {
    try (var door = ServerSocketChannel.open().bind(where)) {
      System.out.println(READY);
      for (int workers = 0; workers < MOST_WORKERS; workers++) {
        var connection = new Connection(door.accept(), bytes);
        Thread.ofPlatform().start(() -> exchange(connection));
      }
    }
  }

  /** Repeats until the worker disconnects or the process ends. */
  @SuppressWarnings("InfiniteLoopStatement")
  private void exchange(Connection connection) {
    try {
      while (true) {
        connection.send();
        connection.receive();
        apply();
      }
    } catch (IOException | InterruptedException over) {
      System.err.println("a worker left: " + over.getMessage());
    }
  }

  private void apply() throws InterruptedException {
    long arrived = System.nanoTime();
    turn.lock();
    try {
      effort.spend(random);
    } finally {
      turn.unlock();
    }
    System.out.println(new Span(arrived, System.nanoTime()));
  }
}
