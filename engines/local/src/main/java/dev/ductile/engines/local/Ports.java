package dev.ductile.engines.local;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Free ports of the loopback interface, none of them lent twice at a time. */
final class Ports {
  private static final int MOST_TRIES = 10_000;

  private final Set<Integer> lent = new HashSet<>();

  /** Ports for one generation of a job, held by open sockets until its tasks are to have them. */
  final class Lease implements AutoCloseable {
    private final List<ServerSocket> held = new ArrayList<>();
    private final List<Integer> numbers = new ArrayList<>();

    List<Integer> numbers() {
      return List.copyOf(numbers);
    }

    /** Lets the tasks bind them; they stay lent. */
    void free() {
      for (ServerSocket socket : held) {
        closeQuietly(socket);
      }
      held.clear();
    }

    @Override
    public void close() {
      free();
      lent.removeAll(numbers);
    }

    /** Chooses so many more. */
    void take(int count) throws IOException {
      for (int i = 0; i < count; i++) {
        takeOne();
      }
    }

    private void takeOne() throws IOException {
      for (int i = 0; i < MOST_TRIES; i++) {
        var socket = new ServerSocket(0, 1, InetAddress.ofLiteral(Seat.HOST));
        if (lent.add(socket.getLocalPort())) {
          held.add(socket);
          numbers.add(socket.getLocalPort());
          return;
        }
        closeQuietly(socket);
      }
      throw new IOException("no free port after " + MOST_TRIES + " tries");
    }
  }

  Lease lease() {
    return new Lease();
  }

  private static void closeQuietly(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // nobody ever connected to it, so there is nothing to lose
    }
  }
}
