package dev.ductile.engines.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.JobId;
import dev.ductile.engines.supervision.Address;
import dev.ductile.engines.supervision.Addresses;
import dev.ductile.engines.supervision.Role;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class PortsTest {
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
      assertThat(all.stream().filter(PortsTest::canBeBound).count())
          .as("free ports of 100; other processes may have taken some since")
          .isGreaterThan(90);
    }
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
