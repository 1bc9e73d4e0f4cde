package dev.ductile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.ParameterException;

/** Every command in a block of a document has a verb, options and values that exist. */
final class DocumentedOptionsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern BLOCK =
      Pattern.compile("^```[^\\n]*\\n(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE);
  private static final Pattern COMMAND =
      Pattern.compile("(?:^|[|&] |^\\$ )(?:\\./)?ductile ((?:\"[^\"]*\"|[^|&>#\"])+)");
  private static final Pattern WORD = Pattern.compile("[^\\s\"]*\"[^\"]*\"|\\S+");
  private static final int FEWEST_COMMANDS = 60;

  @Test
  void everyCommandOfEveryDocumentIsValid() throws IOException {
    var mistakes = new ArrayList<String>();
    int commands = 0;
    for (Path page : pages()) {
      for (List<String> words : commands(text(page))) {
        commands++;
        try {
          Main.commandLine().parseArgs(words.toArray(String[]::new));
        } catch (ParameterException mistake) {
          mistakes.add("%s: %s: %s".formatted(ROOT.relativize(page), words, mistake.getMessage()));
        }
      }
    }

    assertThat(mistakes).isEmpty();
    assertThat(commands).isGreaterThan(FEWEST_COMMANDS);
  }

  /** The script that makes the pictures counts as one block. */
  private static String text(Path page) throws IOException {
    String text = Files.readString(page);
    return page.endsWith("make") ? "```\n%s```\n".formatted(text) : text;
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"));
        Stream<Path> others =
            Stream.of(
                    "README.md",
                    "docs/images/make",
                    "examples/plain/README.md",
                    "examples/pytorch/README.md",
                    "reproductions/README.md")
                .map(ROOT::resolve)) {
      return Stream.concat(others, docs.filter(file -> file.toString().endsWith(".md"))).toList();
    }
  }

  /** The words behind {@code ductile} of each command in the blocks of a page. */
  private static List<List<String>> commands(String page) {
    return BLOCK
        .matcher(page)
        .results()
        .flatMap(block -> block.group(1).lines())
        .filter(line -> !line.startsWith("ductile: "))
        .flatMap(line -> COMMAND.matcher(line).results())
        .map(command ->
            WORD.matcher(command.group(1))
                .results()
                .map(word -> word.group().replace("\"", ""))
                .toList())
        .toList();
  }
}
