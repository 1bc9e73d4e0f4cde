package dev.ductile.engines.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.engines.supervision.Address;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Collections;
import java.util.HashSet;
import org.junit.jupiter.api.Test;

class PortsTest {
  @Test
  void ports_are_distinct_and_can_be_bound_when_they_are_free() throws IOException {
    var ports = new Ports();
    try (var first = ports.lease(Collections.nCopies(50, EngineUnderTest.FIRST));
        var second = ports.lease(Collections.nCopies(50, EngineUnderTest.SECOND))) {
      first.free();
      var all = new HashSet<>(first.addresses());
      all.addAll(second.addresses());
      second.free();

      assertThat(all).hasSize(100);
      for (Address address : all) {
        new ServerSocket(address.port(), 1, InetAddress.ofLiteral(Ports.HOST)).close();
      }
    }
  }
}
