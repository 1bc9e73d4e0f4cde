package dev.ductile.engines.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.JobId;
import dev.ductile.engines.supervision.Address;
import dev.ductile.engines.supervision.Addresses;
import dev.ductile.engines.supervision.Role;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PortsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  @Test
  void portsAreDistinctAndCanBeBoundWhenTheyAreFree() {
    var ports = new Ports();
    try (var first = ports.lease(requests(), () -> {});
        var second = ports.lease(requests(), () -> {})) {
      first.free();
      var all = new HashSet<>(addresses(first));
      all.addAll(addresses(second));
      second.free();

      assertThat(all).hasSize(100);
      assertThat(freeSoon(all))
          .as("free ports of 100; other processes may have taken some since")
          .isGreaterThan(90);
    }
  }

  /** The ports that are free in the end: a process that starts holds copies of all sockets. */
  private static long freeSoon(Set<Address> addresses) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    long free = 0;
    while (free <= 90 && System.nanoTime() < end) {
      free = addresses.stream().filter(PortsTest::canBeBound).count();
    }
    return free;
  }

  private static boolean canBeBound(Address address) {
    try (var socket = new ServerSocket(address.port(), 1, InetAddress.ofLiteral(Ports.HOST))) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  private static List<Addresses.Request> requests() {
    return Collections.nCopies(
        50, new Addresses.Request(new JobId("job"), Role.WORKER, 0, EngineUnderTest.FIRST));
  }

  private static List<Address> addresses(Addresses.Lease lease) {
    return lease.state() instanceof Addresses.State.Granted(List<Address> addresses)
        ? addresses
        : List.of();
  }
}
