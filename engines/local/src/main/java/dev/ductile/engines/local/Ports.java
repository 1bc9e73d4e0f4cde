package dev.ductile.engines.local;

import dev.ductile.api.NodeId;
import dev.ductile.engines.supervision.Address;
import dev.ductile.engines.supervision.Addresses;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Free ports of the loopback interface, none of them lent twice at a time. */
final class Ports implements Addresses {
  /** All nodes are parts of this machine, and nobody outside it may talk to a task. */
  static final String HOST = "127.0.0.1";

  private static final int MOST_TRIES = 10_000;

  private final Set<Integer> lent = new HashSet<>();

  /** Ports for one generation of a job, held by open sockets until its tasks are to have them. */
  private final class Held implements Lease {
    private final List<ServerSocket> held = new ArrayList<>();
    private final List<Address> addresses = new ArrayList<>();

    @Override
    public List<Address> addresses() {
      return List.copyOf(addresses);
    }

    @Override
    public void free() {
      for (ServerSocket socket : held) {
        closeQuietly(socket);
      }
      held.clear();
    }

    @Override
    public void close() {
      free();
      addresses.forEach(address -> lent.remove(address.port()));
    }

    private void takeOne() throws IOException {
      for (int i = 0; i < MOST_TRIES; i++) {
        var socket = new ServerSocket(0, 1, InetAddress.ofLiteral(HOST));
        if (lent.add(socket.getLocalPort())) {
          held.add(socket);
          addresses.add(new Address(HOST, socket.getLocalPort()));
          return;
        }
        closeQuietly(socket);
      }
      throw new IOException("no free port after " + MOST_TRIES + " tries");
    }
  }

  @Override
  public Lease lease(List<NodeId> nodes) throws IOException {
    var lease = new Held();
    try {
      for (int i = 0; i < nodes.size(); i++) {
        lease.takeOne();
      }
    } catch (IOException e) {
      lease.close();
      throw e;
    }
    return lease;
  }

  @Override
  public Lease leased(List<Address> addresses) {
    var lease = new Held();
    addresses.forEach(address -> {
      lent.add(address.port());
      lease.addresses.add(address);
    });
    return lease;
  }

  private static void closeQuietly(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // nobody ever connected to it, so there is nothing to lose
    }
  }
}
