package dev.ductile.runtime.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SplitFileTest {
  @TempDir Path directory;

  private static Examples some(SplittableRandom random, boolean dense, int count) {
    var list = new ExampleList(dense ? 3 : 0);
    for (int i = 0; i < count; i++) {
      for (int feature = 0; feature < 3; feature++) {
        if (dense || random.nextBoolean()) {
          list.value(feature * 1_000_000, random.nextFloat());
        }
      }
      list.end(random.nextInt(5));
    }
    return list.take();
  }

  @Test
  void aWrittenSplitIsReadBack() throws IOException {
    Path file = directory.resolve("split");
    for (int seed = 0; seed < 20; seed++) {
      var random = new SplittableRandom(seed);
      Examples examples = some(random, seed % 2 == 0, seed == 19 ? 100_000 : random.nextInt(50));
      SplitFile.write(file, examples);
      Examples read = SplitFile.read(file);
      assertThat(SplitFile.count(file)).isEqualTo(examples.count());
      assertThat(read.labels()).as("seed %d", seed).isEqualTo(examples.labels());
      assertThat(read.starts()).as("seed %d", seed).isEqualTo(examples.starts());
      assertThat(read.features()).as("seed %d", seed).isEqualTo(examples.features());
      assertThat(read.values()).as("seed %d", seed).isEqualTo(examples.values());
    }
  }

  @Test
  void damagedFilesAreRefused() throws IOException {
    Path file = directory.resolve("split");
    for (int seed = 0; seed < 300; seed++) {
      var random = new SplittableRandom(seed);
      SplitFile.write(file, some(random, seed % 2 == 0, 1 + random.nextInt(20)));
      byte[] bytes = Files.readAllBytes(file);
      Files.write(file, Arrays.copyOf(bytes, random.nextInt(bytes.length)));
      assertThatThrownBy(() -> SplitFile.read(file))
          .as("seed %d", seed)
          .isInstanceOf(IOException.class);

      int at = random.nextInt(SplitFile.HEADER_BYTES);
      bytes[at] ^= (byte) (1 << random.nextInt(8));
      Files.write(file, bytes);
      try {
        SplitFile.read(file);
      } catch (IOException e) {
        assertThat(e).as("seed %d", seed).hasMessageContaining(file.toString());
      }
    }
  }
}
