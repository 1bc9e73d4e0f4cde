package dev.ductile.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Manual pages, read by the real readers. */
@Tag("process")
@Timeout(120)
final class ManCommandTest {
  @TempDir private Path folder;

  @Test
  void everyCommandHasAPage() throws IOException {
    List<Path> pages = pages();

    var names = new ArrayList<String>(List.of("ductile.1"));
    Main.commandLine()
        .getSubcommands()
        .forEach((name, command) -> {
          names.add("ductile-%s.1".formatted(name));
          command
              .getSubcommands()
              .keySet()
              .forEach(inner -> names.add("ductile-%s-%s.1".formatted(name, inner)));
        });
    assertThat(pages)
        .extracting(page -> page.getFileName().toString())
        .containsExactlyInAnyOrderElementsOf(names);
  }

  /** Text that begins with a dot, as in {@code .png}, would be lost as an unknown macro. */
  @Test
  void manFindsNoMistake() throws Exception {
    require("man");
    for (Path page : pages()) {
      assertThat(output("man", "--warnings", "-l", page.toString())).doesNotContain("warning:");
    }
  }

  /** A page has no date, because it is made of the program and not at a time of its own. */
  @Test
  void mandocFindsNoMistake() throws Exception {
    require("mandoc");
    var command = new ArrayList<String>(List.of("mandoc", "-Tlint", "-Wstyle"));
    pages().forEach(page -> command.add(page.toString()));

    assertThat(
            output(command.toArray(String[]::new))
                .lines()
                .filter(line -> !line.contains("missing date")))
        .isEmpty();
  }

  /** A line that a terminal of 80 columns breaks cannot be copied. */
  @Test
  void anExampleFitsIntoALine() {
    var commands = new ArrayDeque<>(List.of(Main.commandLine()));
    while (!commands.isEmpty()) {
      CommandLine command = commands.pop();
      commands.addAll(command.getSubcommands().values());
      assertThat(command.getCommandSpec().usageMessage().footer())
          .as(command.getCommandSpec().qualifiedName())
          .allMatch(line -> line.length() < 80);
    }
  }

  /** The name of a page and its purpose are one line, because indexes of pages are made from it. */
  @Test
  void aNameFitsIntoALine() throws IOException {
    for (Path page : pages()) {
      assertThat(Files.readAllLines(page).get(2).getBytes(StandardCharsets.UTF_8))
          .as(page.getFileName().toString())
          .hasSizeLessThanOrEqualTo(80);
    }
  }

  @Test
  void thePageOfACommandHasTheWordsOfItsHelp() throws Exception {
    require("man");
    pages();
    String text =
        output("man", "-l", folder.resolve("ductile-scale.1").toString())
            .replaceAll(".\b", "")
            .replaceAll("\\s+", " ");

    assertThat(text)
        .contains("NAME ductile-scale - ")
        .contains(
            "SYNOPSIS ductile scale [-hqV] [--auto] [--no-color] [--ca-file=FILE] [-o=FORM] [-s=N]")
        .contains("-w, --workers=N The new number of workers.")
        .contains("EXAMPLES ductile scale digits --workers 4")
        .contains("EXIT STATUS 0 ")
        .contains("SEE ALSO ductile(1),");
  }

  private List<Path> pages() throws IOException {
    Main.commandLine().execute("man", "--out", folder.toString());
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  private static void require(String tool) {
    boolean isThere = Files.exists(Path.of("/usr/bin", tool));
    assumeTrue(isThere, tool + " is not installed, so the pages are not read by it here");
  }

  private static String output(String... command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("MANWIDTH", "200");
    builder.environment().put("LC_ALL", "C.UTF-8");
    Process process = builder.start();
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return text;
  }
}
