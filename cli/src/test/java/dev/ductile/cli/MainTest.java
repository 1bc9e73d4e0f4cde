package dev.ductile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** Mistakes in the command line. */
final class MainTest {
  @Test
  void aNameWithANulCharacterIsNoFile() {
    var told = new StringWriter();
    int status =
        Main.commandLine().setErr(new PrintWriter(told, true)).execute("decide", "nul\0name");

    assertThat(status).isEqualTo(Exit.USAGE);
    assertThat(told.toString())
        .startsWith("ductile: ")
        .contains("\"nul name\" cannot name a file: it contains a NUL character")
        .doesNotContain("Exception");
  }
}
