package dev.ductile.engines.local;

import dev.ductile.engines.supervision.Address;
import dev.ductile.engines.supervision.Addresses;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Free ports of the loopback interface; each is in one lease at a time. */
final class Ports implements Addresses {
  /** All nodes are parts of this machine, and its tasks listen to this machine only. */
  static final String HOST = "127.0.0.1";

  private static final int MOST_TRIES = 10_000;

  private final Set<Integer> leased = new HashSet<>();

  /** Ports of the tasks of one generation, held by open sockets until the tasks are started. */
  private final class HeldPorts implements Lease {
    private final List<ServerSocket> sockets = new ArrayList<>();
    private final List<Address> addresses;
    private Optional<String> refusal = Optional.empty();

    HeldPorts(List<Address> addresses) {
      this.addresses = new ArrayList<>(addresses);
    }

    @Override
    public State state() {
      return refusal.<State>map(State.Refused::new).orElseGet(() -> new State.Granted(addresses));
    }

    @Override
    public void free() {
      for (ServerSocket socket : sockets) {
        closeQuietly(socket);
      }
      sockets.clear();
    }

    @Override
    public void close() {
      free();
      addresses.forEach(address -> leased.remove(address.port()));
    }

    private void take(int count) {
      try {
        for (int i = 0; i < count; i++) {
          takeOne();
        }
      } catch (IOException e) {
        close();
        refusal = Optional.of(String.valueOf(e.getMessage()));
      }
    }

    private void takeOne() throws IOException {
      for (int i = 0; i < MOST_TRIES; i++) {
        var socket = new ServerSocket(0, 1, InetAddress.ofLiteral(HOST));
        if (leased.add(socket.getLocalPort())) {
          sockets.add(socket);
          addresses.add(new Address(HOST, socket.getLocalPort()));
          return;
        }
        closeQuietly(socket);
      }
      throw new IOException("no free port after " + MOST_TRIES + " tries");
    }
  }

  @Override
  public Lease lease(List<Request> requests, Runnable changed) {
    var lease = new HeldPorts(List.of());
    lease.take(requests.size());
    return lease;
  }

  @Override
  public Lease leased(List<Address> addresses) {
    addresses.forEach(address -> leased.add(address.port()));
    return new HeldPorts(addresses);
  }

  private static void closeQuietly(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // no process has connected to it, so no data is lost
    }
  }
}
