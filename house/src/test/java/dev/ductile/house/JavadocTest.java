package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.scenario.Noise;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JavadocTest {
  @TempDir private Path folder;

  record Known(int count, int other) {}

  @Test
  void firstSentenceAndParametersAreRead() throws IOException {
    write(
        """
        package dev.ductile.house;
        final class JavadocTest {
          /**
           * How many there are of {@code a &lt; b}, and
           * more. This is no longer read.
           *
           * @param count the {@link java.util.List} of
           *     {@code things}
           */
          record Known(int count, int other) {}
        }
        """);
    var comments = new Javadoc(folder);

    assertThat(comments.of(Known.class)).contains("How many there are of a &lt; b, and more.");
    assertThat(comments.of(Known.class, "count")).contains("The java.util.List of things.");
    assertThat(comments.of(Known.class, "other")).isEmpty();
  }

  @Test
  void typeWithoutASourceHasNoComment() {
    assertThat(new Javadoc(folder).of(Noise.class)).isEmpty();
  }

  private void write(String source) throws IOException {
    Path file = folder.resolve("module/src/main/java/dev/ductile/house/JavadocTest.java");
    Files.createDirectories(file.getParent());
    Files.writeString(file, source);
  }
}
