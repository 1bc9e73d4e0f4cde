package dev.ductile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every option of every command with odd values: an exit status and one line, never a trace. */
@Tag("process")
final class OddValuesTest {
  private static final long LONGEST_RUN_SECONDS = 300;
  private static final Pattern TRACE =
      Pattern.compile(
          "bug in Ductile|\u23ce\\s+at |java\\.lang\\.|Exception|the plug-in \\S+ .*(failed|answers)");

  @TempDir private Path folder;

  @Test
  void anOddValueIsOneLineWithoutAStackTrace() throws Exception {
    long seed = System.nanoTime();
    Path examples = Path.of("../examples");
    for (String name : List.of("rigid.csv", "state.yaml", "speeds.csv")) {
      Files.copy(examples.resolve(name), folder.resolve(name));
    }
    OneJobScenario.write(folder);
    Files.createDirectory(folder.resolve("folder"));
    Files.createSymbolicLink(folder.resolve("dangling"), Path.of("nowhere"));
    Files.createSymbolicLink(folder.resolve("loop"), Path.of("loop"));
    Files.writeString(folder.resolve("file"), "neither a folder nor of any format");
    Files.writeString(folder.resolve("job.yaml"), "{model: logistic, data: {generate: a9a}}\n");
    Files.writeString(folder.resolve("model.safetensors"), "no model");
    try (var socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      socket.bind(UnixDomainSocketAddress.of(folder.resolve("socket")));
    }

    List<String> ends = ends(seed);

    assertThat(ends).as("with seed %d", seed).isNotEmpty().allSatisfy(OddValuesTest::require);
  }

  private List<String> ends(long seed) throws IOException, InterruptedException {
    Path notes = Files.createTempFile("odd-values", ".txt");
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Process process =
        new ProcessBuilder(
                java.toString(),
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                OddCommands.class.getName(),
                Long.toString(seed),
                notes.toString())
            .directory(folder.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectErrorStream(true)
            .start();
    boolean ended = process.waitFor(LONGEST_RUN_SECONDS, TimeUnit.SECONDS);
    process.destroyForcibly();
    List<String> lines = Files.readAllLines(notes);
    Files.delete(notes);
    assertThat(ended).as("ended, with seed %d: %s", seed, lines).isTrue();
    return lines;
  }

  private static void require(String end) {
    String[] parts = end.split("\t", 3);
    String output = parts[2];
    assertThat(TRACE.matcher(output).find()).as(end).isFalse();
    assertThat(parts[0]).as(end).matches("[0-3]");
    if (parts[0].equals("1")) {
      assertThat(output).as(end).contains("ductile: ");
      assertThat(output.split("\u23ce", -1)).as(end).hasSizeLessThanOrEqualTo(3);
    }
    if (parts[0].equals("2") && !output.isEmpty()) {
      assertThat(output).as(end).startsWith("ductile: ").contains("Try 'ductile");
    }
  }
}
