package dev.ductile.runtime.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {
  @ParameterizedTest
  @ValueSource(strings = {"unix:/tmp/a:b", "localhost:0", "10.0.0.1:65535", "::1:80"})
  void is_written_as_it_is_read(String text) {
    assertThat(Address.parse(text)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "localhost", ":80", "localhost:http", "unix:"})
  void says_what_it_must_look_like(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Address.parse(text))
        .withMessage("an address is unix:/path or host:port, not '%s'", text);
  }

  @Test
  void a_port_is_small() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Address.parse("localhost:65536"))
        .withMessage("a port is between 0 and 65535, not 65536");
  }
}
