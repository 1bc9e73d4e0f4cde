package dev.ductile.bench.testbed;

import dev.ductile.api.Seed;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.random.RandomGenerator;

/**
 * The process of a worker. It works, sends each server its share of the gradients, and continues
 * when it has the weights of all. For each step it prints the times of the begin and the end of its
 * work.
 */
final class Worker {
  private final Effort effort;
  private final RandomGenerator random;
  private final List<Connection> servers;
  private final ExecutorService threads;

  private Worker(Effort effort, RandomGenerator random, List<Connection> servers) {
    this.effort = effort;
    this.random = random;
    this.servers = List.copyOf(servers);
    this.threads = Executors.newFixedThreadPool(servers.size());
  }

  /** Arguments: its address, a seed, its effort, and each server's address and bytes. */
  public static void main(String[] arguments)
      throws IOException, InterruptedException, ExecutionException {
    Lifeline.hold();
    List<String> words = List.of(arguments);
    var servers = new ArrayList<Connection>();
    for (int i = 2 + Effort.WORDS; i + 1 < words.size(); i += 2) {
      var where = new InetSocketAddress(words.get(i), Server.PORT);
      servers.add(new Connection(SocketChannel.open(where), Long.parseLong(words.get(i + 1))));
    }
    Effort effort = Effort.parse(words.subList(2, 2 + Effort.WORDS));
    Seed seed = new Seed(Long.parseLong(words.get(1)));
    new Worker(effort, seed.stream(words.getFirst()), servers).train();
  }

  /** Repeats until the process ends. */
  @SuppressWarnings("InfiniteLoopStatement")
  private void train() throws InterruptedException, ExecutionException {
    withAll(Worker::receive);
    while (true) {
      long complete = System.nanoTime();
      effort.spend(random);
      System.out.println(new Span(complete, System.nanoTime()));
      withAll(Worker::exchange);
    }
  }

  private void withAll(Exchange exchange) throws InterruptedException, ExecutionException {
    var tasks = servers.stream().map(exchange::with).toList();
    for (var done : threads.invokeAll(tasks)) {
      done.get();
    }
  }

  private static Callable<Boolean> receive(Connection server) {
    return () -> {
      server.receive();
      return true;
    };
  }

  private static Callable<Boolean> exchange(Connection server) {
    return () -> {
      server.send();
      server.receive();
      return true;
    };
  }

  /** An exchange with every server at once. */
  @FunctionalInterface
  private interface Exchange {
    Callable<Boolean> with(Connection server);
  }
}
