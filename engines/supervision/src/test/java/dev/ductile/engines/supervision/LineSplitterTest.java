package dev.ductile.engines.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

class LineSplitterTest {
  @Test
  void linesAreCutAtTheirLimitAndEndAtALineFeedOrCarriageReturn() {
    var read = new ArrayList<String>();
    var lines = new LineSplitter(4, read::add);
    byte[] bytes = "abcdefgh\r\n\nij\rk".getBytes(StandardCharsets.UTF_8);
    for (byte each : bytes) {
      lines.feed(new byte[] {each}, 1);
    }
    lines.end();

    assertThat(read).containsExactly("abcd", "ij", "k");
  }
}
