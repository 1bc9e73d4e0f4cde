package dev.ductile.engines.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SecretMaskTest {
  private static final List<String> SECRETS = List.of("hunter-22", "hunter-22-long", "abcabcabd");

  @Test
  void secretsAreReplacedWhereverTheStreamIsCut() {
    String text = "a hunter-22-long b hunter-22 c abcabcabcabd hunter-2 and hunter-2";
    for (long seed = 0; seed < 200; seed++) {
      assertThat(masked(SECRETS, text, new Random(seed)))
          .as("seed %d", seed)
          .isEqualTo("a *** b *** c abc*** hunter-2 and hunter-2");
    }
  }

  @Test
  void eachLineOfASecretIsReplacedAndShortOnesAreNot() {
    assertThat(
            masked(
                List.of("-----BEGIN\nMIIEvQ==\nend", "a"),
                "a -----BEGIN\nMIIEvQ==\nend",
                new Random(1)))
        .isEqualTo("a ***\n***\nend");
  }

  private static String masked(List<String> secrets, String text, Random random) {
    var mask = new SecretMask(secrets);
    var out = new StringBuilder();
    SecretMask.Sink sink =
        (bytes, count) -> out.append(new String(bytes, 0, count, StandardCharsets.UTF_8));
    int at = 0;
    while (at < text.length()) {
      int end = Math.min(text.length(), at + 1 + random.nextInt(8));
      byte[] part = text.substring(at, end).getBytes(StandardCharsets.UTF_8);
      mask.feed(part, part.length, sink);
      at = end;
    }
    mask.end(sink);
    return out.toString();
  }
}
