package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.runtime.job.UnrecoverableException;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** The engine and the runtime share no code, but the exit status of the process contract. */
final class ExitCodeTest {
  @Test
  void theEngineAndTheRuntimeUseTheSameStatusForUnrecoverableFailures() throws Exception {
    Field engines =
        Class.forName("dev.ductile.engines.supervision.Generation")
            .getDeclaredField("UNRECOVERABLE");
    engines.setAccessible(true);
    assertThat(engines.getInt(null)).isEqualTo(UnrecoverableException.EXIT_CODE);
    assertThat(contract()).contains("| %d | stopped |".formatted(UnrecoverableException.EXIT_CODE));
  }

  private static String contract() throws IOException {
    return Files.readString(Ductile.root().resolve("docs/reference/process-contract.md"));
  }
}
