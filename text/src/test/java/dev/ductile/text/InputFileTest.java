package dev.ductile.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class InputFileTest {
  private static final String LONG = "line\n".repeat(100_000);

  @TempDir private Path folder;

  @Test
  void standardInputIsReadWholeAfterALookAtItsStart() throws IOException {
    InputFile input = standard(LONG.getBytes(StandardCharsets.UTF_8));

    assertThat(input.isStream()).isTrue();
    assertThat(input).hasToString("standard input");
    assertThat(input.start()).hasSize(1 << 16).startsWith("line\nline");
    assertThat(input.start()).startsWith("line\nline");
    assertThat(text(input)).isEqualTo(LONG);
    assertThatThrownBy(input::open).hasMessageContaining("only once");
  }

  @Test
  void aCompressedStreamIsUnpacked() throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var packed = new GZIPOutputStream(bytes)) {
      packed.write(LONG.getBytes(StandardCharsets.UTF_8));
    }
    InputFile input = standard(bytes.toByteArray());

    assertThat(input.start()).startsWith("line\nline");
    assertThat(text(input)).isEqualTo(LONG);
  }

  @Test
  void anEmptyStreamHasNoStart() throws IOException {
    InputFile input = standard(new byte[0]);

    assertThat(input.start()).isEmpty();
    assertThat(text(input)).isEmpty();
  }

  @Test
  void aFileCanBeReadAgain() throws IOException {
    InputFile input = InputFile.of(Files.writeString(folder.resolve("file"), "content"));

    assertThat(input.isStream()).isFalse();
    assertThat(input.start()).isEqualTo("content");
    assertThat(text(input)).isEqualTo("content");
    assertThat(text(input)).isEqualTo("content");
  }

  @Test
  void aPipeIsReadWholeAfterALookAtItsStart() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Process writer = new ProcessBuilder("sh", "-c", "yes line | head -n 100000 > " + pipe).start();
    InputFile input = InputFile.of(pipe);

    assertThat(input.isStream()).isTrue();
    assertThat(input.start()).startsWith("line\nline");
    assertThat(text(input)).isEqualTo(LONG);
    assertThat(writer.waitFor()).isZero();
  }

  @Test
  void allNamesOfStandardInputAreRecognised() {
    assertThat(InputFile.of(Path.of("-")).isStream()).isTrue();
    assertThat(InputFile.of(Path.of("/dev/stdin"))).hasToString("standard input");
    assertThat(InputFile.of(Path.of("/dev/fd/0"))).hasToString("standard input");
    assertThat(InputFile.of(Path.of("/proc/self/fd/0"))).hasToString("standard input");
    assertThat(InputFile.of(Path.of("./-"))).hasToString("./-");
  }

  private static InputFile standard(byte[] bytes) {
    return InputFile.of(Path.of("-"), new ByteArrayInputStream(bytes));
  }

  private static String text(InputFile input) throws IOException {
    try (InputStream in = input.open()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
