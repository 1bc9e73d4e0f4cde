package dev.ductile.bench.service;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A client that opens many connections, from some addresses of this machine, and sends the first
 * half of a request on each.
 */
final class Crowd implements AutoCloseable {
  private static final int OPENERS = 64;
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final byte[] HALF =
      "GET /api/v1/jobs HTTP/1.1\r\nHost: localhost\r\n".getBytes(StandardCharsets.US_ASCII);

  private final URI server;
  private final int addresses;
  private final Queue<Socket> opened = new ConcurrentLinkedQueue<>();
  private final AtomicInteger begun = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();

  Crowd(URI server, int addresses) {
    this.server = server;
    this.addresses = addresses;
  }

  /** Opens this many connections, and waits until each is open or has failed. */
  void open(int count) throws InterruptedException {
    List<Thread> openers = new ArrayList<>();
    for (int i = 0; i < OPENERS; i++) {
      openers.add(Thread.ofVirtual().start(() -> openAll(count)));
    }
    for (Thread each : openers) {
      each.join();
    }
  }

  private void openAll(int count) {
    for (int next = begun.getAndIncrement(); next < count; next = begun.getAndIncrement()) {
      try {
        openOne(next);
      } catch (IOException refused) {
        failed.incrementAndGet();
      }
    }
  }

  /** The first address of this machine, 127.0.0.1, is that of other clients. */
  private void openOne(int number) throws IOException {
    byte[] from = {127, 0, 0, (byte) (2 + number % addresses)};
    var socket = new Socket();
    opened.add(socket);
    socket.bind(new InetSocketAddress(InetAddress.getByAddress(from), 0));
    socket.connect(
        new InetSocketAddress(server.getHost(), server.getPort()), (int) PATIENCE.toMillis());
    socket.getOutputStream().write(HALF, 0, ThreadLocalRandom.current().nextInt(HALF.length));
  }

  /** Connections that could not be made, or were reset at once. */
  int failed() {
    return failed.get();
  }

  @Override
  public void close() throws IOException {
    for (Socket each : opened) {
      each.close();
    }
  }
}
