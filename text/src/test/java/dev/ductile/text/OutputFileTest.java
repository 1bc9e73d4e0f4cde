package dev.ductile.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OutputFileTest {
  @TempDir private Path folder;

  @Test
  void aRegularFileIsWrittenWholeOrNotAtAll() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "as it was");

    try (OutputFile output = OutputFile.open(file)) {
      output.stream().write("half".getBytes(StandardCharsets.UTF_8));
      assertThat(file).hasContent("as it was");
    }
    assertThat(file).hasContent("as it was");
    OutputFile.write(file, "new");
    assertThat(file).hasContent("new");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void aLinkIsFollowedAndStays() throws IOException {
    Path target = Files.writeString(Files.createDirectory(folder.resolve("a")).resolve("t"), "old");
    Path first = Files.createSymbolicLink(folder.resolve("first"), Path.of("a/t"));
    Path second = Files.createSymbolicLink(folder.resolve("second"), Path.of("first"));
    Path dangling = Files.createSymbolicLink(folder.resolve("dangling"), Path.of("a/none"));

    OutputFile.write(second, "new");
    OutputFile.write(dangling, "made");

    assertThat(first).isSymbolicLink();
    assertThat(second).isSymbolicLink();
    assertThat(dangling).isSymbolicLink();
    assertThat(target).hasContent("new").isRegularFile();
    assertThat(folder.resolve("a/none")).hasContent("made");
  }

  @Test
  void aPipeIsWrittenToThroughItsLink() throws Exception {
    Path pipe = pipe("pipe");
    Path link = Files.createSymbolicLink(folder.resolve("link"), pipe);
    var read = CompletableFuture.supplyAsync(() -> content(pipe));

    OutputFile.write(link, "through");

    assertThat(read.get(30, TimeUnit.SECONDS)).isEqualTo("through");
    assertThat(link).isSymbolicLink();
    assertThat(Files.readAttributes(pipe, "*", LinkOption.NOFOLLOW_LINKS))
        .containsEntry("isOther", true);
  }

  @Test
  void aDeviceIsWrittenToAndNotReplaced() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("null"), Path.of("/dev/null"));

    OutputFile.write(link, "nothing");

    assertThat(link).isSymbolicLink();
    assertThat(link.toRealPath()).isEqualTo(Path.of("/dev/null"));
    assertThatThrownBy(() -> OutputFile.write(Path.of("/dev/full"), "anything"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("No space left");
  }

  @Test
  void theTargetKeepsItsPermissions() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "secret");
    Set<PosixFilePermission> own = PosixFilePermissions.fromString("rw-------");
    Files.setPosixFilePermissions(file, own);

    OutputFile.write(file, "new secret");

    assertThat(Files.getPosixFilePermissions(file)).isEqualTo(own);
  }

  @Test
  void aFolderAndAMissingFolderAreRefused() {
    assertThatThrownBy(() -> OutputFile.write(folder, "text"))
        .hasMessageContaining("is a folder, not a file");
    assertThatThrownBy(() -> OutputFile.write(folder.resolve("none/file"), "text"))
        .hasMessageContaining("there is no such folder");
  }

  @Test
  void aLinkThatLeadsToItselfIsRefused() throws IOException {
    Path loop = folder.resolve("loop");
    Files.createSymbolicLink(loop, loop);

    assertThatThrownBy(() -> OutputFile.write(loop, "text"))
        .hasMessageContaining("too many levels of symbolic links");
  }

  private Path pipe(String name) throws Exception {
    Path pipe = folder.resolve(name);
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    return pipe;
  }

  private static String content(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
