package dev.ductile.runtime.jobs;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports that stay free until a master listens to them, also a second master after the first.
 *
 * <p>They are below the ports that systems give to outgoing connections. Each test process owns a
 * block of them: it holds the first port of its block open until it ends, and gives each of the
 * others to one job.
 */
final class TestPorts {
  private static final int FIRST = 20_000;
  private static final int BLOCK = 500;
  private static final int BLOCKS = 20;

  private static final TestPorts OWN = new TestPorts();

  private final ServerSocket held;
  private int given;

  private TestPorts() {
    held = ownBlock();
  }

  static int next() throws IOException {
    return OWN.give();
  }

  private synchronized int give() throws IOException {
    for (int i = 1; i < BLOCK; i++) {
      given = given % (BLOCK - 1) + 1;
      int port = held.getLocalPort() + given;
      try (ServerSocket free = listen(port)) {
        return free.getLocalPort();
      } catch (BindException e) {
        // a process outside of these tests, or an earlier job of this one, has it
      }
    }
    throw new BindException(
        "no port of the block from %d on is free".formatted(held.getLocalPort()));
  }

  private static ServerSocket ownBlock() {
    int any = ThreadLocalRandom.current().nextInt(BLOCKS);
    for (int i = 0; i < BLOCKS; i++) {
      try {
        return listen(FIRST + (any + i) % BLOCKS * BLOCK);
      } catch (IOException e) {
        // another test process has this block
      }
    }
    throw new IllegalStateException("all %d blocks of ports are taken".formatted(BLOCKS));
  }

  private static ServerSocket listen(int port) throws IOException {
    return new ServerSocket(port, 1, InetAddress.ofLiteral("127.0.0.1"));
  }
}
