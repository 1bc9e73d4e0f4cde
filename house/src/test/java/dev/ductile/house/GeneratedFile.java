package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A committed file that is generated from other parts of the repository. */
record GeneratedFile(Path path) {
  private static final boolean UPDATES = System.getProperty("golden", "").equals("update");

  /**
   * Compares the file with the generated text; {@code ./check --generate} writes the text instead.
   */
  void check(String generated) throws IOException {
    if (UPDATES) {
      Files.writeString(path, generated);
    }
    assertThat(Files.readString(path))
        .as("%s is generated; ./check --generate writes it", path.normalize())
        .isEqualTo(generated);
  }
}
