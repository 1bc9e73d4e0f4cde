package dev.ductile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.reports.Unit;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** The tutorial on a user's own trace, from its first command to its report, in one process. */
@ResourceLock(Resources.SYSTEM_ERR)
final class TraceTutorialTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern BLOCK =
      Pattern.compile("^```(\\w*)\\n(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE);
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

  @TempDir private Path folder;

  private int commands;
  private String means = "";

  @Test
  void everyCommandAnswersAsThePageShowsAndTheLastWritesTheReport() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/tutorial/your-trace.md"));
    String answer = Files.readString(ROOT.resolve("examples/jobs.csv"));
    for (MatchResult block : BLOCK.matcher(page).results().toList()) {
      switch (block.group(1)) {
        case "yaml" -> Files.writeString(folder.resolve("compare.yaml"), block.group(2));
        case "sh" -> answer = answer(block.group(2).strip());
        default -> requireLines(answer, block.group(2));
      }
    }

    assertThat(commands).isEqualTo(4);
    assertThat(Files.readString(folder.resolve("out/mine/report.html")))
        .contains("sizes and speeds are assumed", "resnet50@h200", "marginal", "doubling");
  }

  /**
   * The lines for people, among them the warnings before JSON, and the mean completion of each
   * policy if the command simulates.
   */
  private String answer(String line) throws IOException {
    commands++;
    List<String> words =
        new ArrayList<>(
            WORD.matcher(line)
                .results()
                .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
                .map(this::placed)
                .toList());
    assertThat(words.removeFirst()).isEqualTo("ductile");
    Path report = folder.resolve("out/mine");
    boolean simulates = words.getFirst().equals("simulate");
    if (simulates && !words.contains("--report")) {
      words.addAll(List.of("--report", report.toString()));
    }
    if (simulates) {
      words.addAll(List.of("-o", "json"));
    }
    String said = said(words);
    means = simulates ? means(report) : "";
    return simulates ? "! " + said.replace("note: ", "") + means : said;
  }

  /** The files of the page lie in the folder of the test. */
  private String placed(String word) {
    return word.matches("examples/.*")
        ? ROOT.resolve(word).toString()
        : word.matches("(out/.*|[a-z]+\\.(yaml|jsonl))") ? folder.resolve(word).toString() : word;
  }

  private String said(List<String> words) {
    PrintStream before = System.err;
    var lines = new ByteArrayOutputStream();
    try (var stream = new PrintStream(lines, true, StandardCharsets.UTF_8)) {
      System.setErr(stream);
      assertThat(Main.commandLine().execute(words.toArray(String[]::new)))
          .as("%s%n%s", words, lines)
          .isZero();
    } finally {
      System.setErr(before);
    }
    return lines.toString(StandardCharsets.UTF_8).replace(folder + "/", "");
  }

  private static String means(Path report) throws IOException {
    List<String> table = Files.readAllLines(report.resolve("summary.csv"));
    int mean = List.of(table.getFirst().split(",")).indexOf("averageCompletion");
    var lines = new StringBuilder();
    for (String row : table.subList(1, table.size())) {
      String[] cells = row.split(",", -1);
      lines.append(
          "%s %s%n".formatted(cells[0], Unit.SECONDS.text(Double.parseDouble(cells[mean]))));
    }
    return lines.toString();
  }

  /** The page shows lines of the answer, and all policies that the command compares. */
  private void requireLines(String answer, String shown) {
    List<String> lines = shown.replaceAll(" +", " ").lines().toList();
    assertThat(answer.lines().toList()).containsAll(lines);
    assertThat(lines).containsAll(means.lines().toList());
  }
}
