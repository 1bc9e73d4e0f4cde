package dev.ductile.rest.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LastLinesTest {
  @Test
  void theLastLinesEndTheText() {
    assertThat(LastLines.of("a\nb\nc\n", 2)).contains("b\nc\n");
    assertThat(LastLines.of("a\nb\nc", 1)).contains("c");
    assertThat(LastLines.of("a\nb\n", 0)).contains("");
  }

  @Test
  void aTextWithoutSoManyLinesHasNoAnswer() {
    assertThat(LastLines.of("a\nb\n", 2)).isEmpty();
    assertThat(LastLines.of("", 1)).isEmpty();
  }
}
