package dev.ductile.reports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Golden files with expected results. */
final class Golden {
  private static final Path FOLDER =
      Path.of("src", "test", "resources", "dev", "ductile", "reports");

  private Golden() {}

  /** Compares with the file, or writes the file with {@code -Dgolden=update}. */
  static void check(String name, String actual) throws IOException {
    Path file = FOLDER.resolve(name);
    if (System.getProperty("golden", "").equals("update")) {
      Files.createDirectories(FOLDER);
      Files.writeString(file, actual);
    }
    assertThat(actual)
        .as("%s; if the change is meant, run with -Dgolden=update", file)
        .isEqualTo(Files.readString(file));
  }
}
