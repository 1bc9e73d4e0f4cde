package dev.ductile.runtime.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {
  @ParameterizedTest
  @ValueSource(strings = {"unix:/tmp/a:b", "localhost:0", "10.0.0.1:65535", "::1:80"})
  void anAddressIsWrittenAsItIsRead(String text) {
    assertThat(Address.parse(text)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "localhost", ":80", "localhost:http", "unix:"})
  void theFormOfAnAddressIsNamed(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Address.parse(text))
        .withMessage("an address is unix:/path or host:port, not '%s'", text);
  }

  @Test
  void aPortHasALimit() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Address.parse("localhost:65536"))
        .withMessage("a port is between 0 and 65535, not 65536");
  }
}
