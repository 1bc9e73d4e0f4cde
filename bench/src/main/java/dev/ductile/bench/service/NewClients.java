package dev.ductile.bench.service;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * An ordinary client that asks for the first jobs again and again, each time on a new connection.
 */
final class NewClients implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofMillis(20);
  private static final Duration LONGEST = Duration.ofSeconds(40);

  private final URI server;
  private final String token;
  private final Times times = new Times();
  private final AtomicInteger failed = new AtomicInteger();
  private final AtomicBoolean ends = new AtomicBoolean();
  private final Thread thread;

  NewClients(URI server, String token) {
    this.server = server;
    this.token = token;
    this.thread = Thread.ofPlatform().start(this::ask);
  }

  private void ask() {
    while (!ends.get()) {
      long begin = System.nanoTime();
      try {
        askOnce();
        times.addSince(begin);
      } catch (IOException failure) {
        failed.incrementAndGet();
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  private void askOnce() throws IOException {
    try (var socket = new Socket()) {
      socket.setSoTimeout((int) LONGEST.toMillis());
      socket.connect(
          new InetSocketAddress(server.getHost(), server.getPort()), (int) LONGEST.toMillis());
      String request =
          "GET /api/v1/jobs?limit=100 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
              + "Authorization: Bearer %s\r\n\r\n".formatted(token);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      byte[] answer = socket.getInputStream().readAllBytes();
      if (!new String(answer, StandardCharsets.US_ASCII).startsWith("HTTP/1.1 200")) {
        throw new IOException("the answer is no list of jobs");
      }
    }
  }

  /** Median, 99th percentile and longest, and the requests without an answer. */
  String text() {
    return "%s, longest %.0f ms, %d of %d failed"
        .formatted(times.text(), times.percentile(1), failed.get(), times.count() + failed.get());
  }

  @Override
  public void close() throws InterruptedException {
    ends.set(true);
    thread.join();
  }
}
