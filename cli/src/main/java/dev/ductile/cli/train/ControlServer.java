package dev.ductile.cli.train;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.ductile.text.InputException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A socket at which other processes of the same user ask a running job for another size. */
final class ControlServer implements AutoCloseable {
  static final int LONGEST_LINE = 4_096;
  private static final String WORKERS = "workers";
  private static final String SERVERS = "servers";
  private static final int MOST_CLIENTS = 16;

  /** How long a client may take to send its request. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Path socket;
  private final ServerSocketChannel server;
  private final Duration patience;
  private final Function<SizeChange, CompletableFuture<Reply>> requests;
  private final Semaphore clients = new Semaphore(MOST_CLIENTS);

  private ControlServer(
      Path socket,
      ServerSocketChannel server,
      Duration patience,
      Function<SizeChange, CompletableFuture<Reply>> requests) {
    this.socket = socket;
    this.server = server;
    this.patience = patience;
    this.requests = requests;
  }

  /** Opens the socket of a job; each name of a job has one. */
  static ControlServer open(
      ControlFolder folder, String job, Function<SizeChange, CompletableFuture<Reply>> requests)
      throws IOException {
    return open(folder, job, PATIENCE, requests);
  }

  /**
   * The same.
   *
   * @param patience how long a client may take to send its request
   */
  static ControlServer open(
      ControlFolder folder,
      String job,
      Duration patience,
      Function<SizeChange, CompletableFuture<Reply>> requests)
      throws IOException {
    folder.prepare();
    Path socket = folder.socket(job);
    if (ControlFolder.isAnswered(socket)) {
      throw new InputException(
          "job %s is training already; 'ductile scale %s' changes its size, and --name gives this one another name"
              .formatted(job, job));
    }
    Files.deleteIfExists(socket);
    var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(socket));
    var control = new ControlServer(socket, server, patience, requests);
    Thread.ofVirtual().name("control").start(control::admit);
    return control;
  }

  private void admit() {
    try {
      while (server.isOpen()) {
        SocketChannel client = server.accept();
        if (clients.tryAcquire()) {
          Thread.ofVirtual().start(() -> serve(client));
        } else {
          client.close();
        }
      }
    } catch (ClosedChannelException _) {
      // the job is over
    } catch (IOException _) {
      // no request can come any more, and the job continues
    }
  }

  private void serve(SocketChannel client) {
    try (client) {
      write(client, reply(line(client, patience)));
    } catch (IOException | ExecutionException _) {
      // the client has gone
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      clients.release();
    }
  }

  private Reply reply(String line) throws ExecutionException, InterruptedException {
    try {
      return requests.apply(change(line)).get();
    } catch (IllegalArgumentException refused) {
      return new Reply.Refused(String.valueOf(refused.getMessage()));
    }
  }

  private static SizeChange change(String line) {
    try {
      JsonNode tree = JSON.readTree(line);
      if (!tree.has(WORKERS) && !tree.has(SERVERS)) {
        throw new IllegalArgumentException("the request names neither workers nor servers");
      }
      return new SizeChange(number(tree, WORKERS), number(tree, SERVERS));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("the request is no JSON", e);
    }
  }

  private static OptionalInt number(JsonNode tree, String key) {
    if (!tree.has(key)) {
      return OptionalInt.empty();
    }
    if (!tree.path(key).canConvertToInt() || tree.path(key).asInt() < 0) {
      throw new IllegalArgumentException(key + " must be a number of at least 0");
    }
    return OptionalInt.of(tree.path(key).asInt());
  }

  /** One line, without its end; the channel is closed if the line takes longer than this. */
  static String line(SocketChannel from, Duration most) throws IOException {
    Executor later = CompletableFuture.delayedExecutor(most.toMillis(), TimeUnit.MILLISECONDS);
    CompletableFuture<Void> limit = CompletableFuture.runAsync(() -> close(from), later);
    try {
      return line(from);
    } finally {
      limit.cancel(false);
    }
  }

  private static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException _) {
      // the channel is closed already
    }
  }

  private static String line(SocketChannel from) throws IOException {
    var bytes = ByteBuffer.allocate(LONGEST_LINE);
    while (bytes.hasRemaining() && from.read(bytes) >= 0) {
      if (bytes.position() > 0 && bytes.get(bytes.position() - 1) == '\n') {
        break;
      }
    }
    return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8).strip();
  }

  private static void write(SocketChannel to, Reply reply) throws IOException {
    var bytes = ByteBuffer.wrap((reply.tree() + "\n").getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      to.write(bytes);
    }
  }

  @Override
  public void close() {
    try {
      server.close();
      Files.deleteIfExists(socket);
    } catch (IOException _) {
      // the next job of this name finds a socket without a server and replaces it
    }
  }
}
