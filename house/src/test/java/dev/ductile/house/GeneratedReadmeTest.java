package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The README shows the difference between the two PyTorch scripts of the examples. */
class GeneratedReadmeTest {
  private static final Path ROOT = SourceTree.here().root();
  private static final String BEGIN = "```diff\n";
  private static final String END = "```\n";

  @Test
  void theReadmeShowsTheLinesThatMakeAScriptElastic() throws IOException, InterruptedException {
    Path page = ROOT.resolve("README.md");
    String text = Files.readString(page);
    int from = text.indexOf(BEGIN) + BEGIN.length();
    assertThat(from).as("the begin of the difference").isGreaterThan(BEGIN.length());

    new GeneratedFile(page)
        .check(text.substring(0, from) + difference() + text.substring(text.indexOf(END, from)));
  }

  /** The commands in the script are valid by DocumentedOptionsTest of the module cli. */
  @Test
  void everyPictureOfTheDocumentsIsMadeByTheScript() throws IOException {
    String script = Files.readString(ROOT.resolve("docs/images/make"));
    List<String> pictures;
    try (Stream<Path> files = Files.list(ROOT.resolve("docs/images"))) {
      pictures =
          files
              .map(file -> file.getFileName().toString())
              .filter(file -> !file.equals("make") && !file.startsWith("page-")) // of a browser
              .toList();
    }

    assertThat(pictures)
        .contains("report.png")
        .allMatch(picture -> script.contains("$images/" + picture));
    String pages = String.join("\n", SourceTree.here().texts().values());
    assertThat(pictures).allMatch(picture -> pages.contains("images/%s)".formatted(picture)));
  }

  /** The changed lines and one line around them; the names of the files are left out. */
  private static String difference() throws IOException, InterruptedException {
    Process diff =
        new ProcessBuilder("diff", "-U", "1", "ddp.py", "train.py")
            .directory(ROOT.resolve("examples/pytorch").toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    List<String> lines = diff.inputReader().lines().toList();
    assertThat(diff.waitFor()).as("status of diff: the scripts differ").isEqualTo(1);
    return lines.stream()
        .skip(2)
        .map(line -> line.startsWith("@@") ? "@@" : line)
        .collect(Collectors.joining("\n", "", "\n"));
  }
}
