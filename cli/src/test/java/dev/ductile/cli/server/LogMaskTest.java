package dev.ductile.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LogMaskTest {
  @Test
  void tokensAndPasswordsAreReplaced() {
    String token = "dtl_0123456789ab_" + "f".repeat(64);

    assertThat(LogMask.masked("refused " + token)).isEqualTo("refused dtl_[redacted]");
    assertThat(LogMask.masked("jdbc:postgresql://db/x?user=ada&password=hidden&ssl=true"))
        .isEqualTo("jdbc:postgresql://db/x?user=ada&password=***&ssl=true");
    assertThat(LogMask.masked("https://ada:hidden@host/path"))
        .isEqualTo("https://ada:***@host/path");
    assertThat(LogMask.masked("Authorization: Bearer abc")).isEqualTo("Authorization: Bearer ***");
    assertThat(LogMask.masked("the job train has ended")).isEqualTo("the job train has ended");
  }
}
