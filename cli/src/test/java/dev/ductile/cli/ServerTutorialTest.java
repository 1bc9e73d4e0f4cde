package dev.ductile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.cli.CommandProcess.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The tutorial on a server for a team, as its reader follows it: the files and the commands of the
 * page in their order, in a new folder. The server takes a free port, and Ctrl-C ends the command
 * that follows a log.
 */
@Tag("process")
@Timeout(300)
final class ServerTutorialTest {
  private static final Path PAGE = Path.of("../docs/tutorial/your-server.md");
  private static final Pattern BLOCK =
      Pattern.compile("^```(\\w+)(?: ([\\w.]+))?\n(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE);
  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");
  private static final int MOST_TRIES = 40;

  /** What a reader sees, by the command; a command that is absent has no promise. */
  private static final Map<String, String> PROMISES =
      Map.ofEntries(
          Map.entry("validate server.yaml", "server.yaml"),
          Map.entry("submit night.yaml --dry-run", "would be accepted.*starts with 4 workers now"),
          Map.entry("submit night.yaml", "night"),
          Map.entry("logs night -f", "\"step\""),
          Map.entry("job night", "size +[123] workers?.*progress"),
          Map.entry("why night", "allocated +4 workers +[123] workers?.*measured"),
          Map.entry("why big", "needs +4 gpu.*position +1 of 1.*forecast.*What is in the way"),
          Map.entry("what-if --add-nodes 1x{gpu:4}", "1 node more.*mean wait.*big"),
          Map.entry(
              "submit night.yaml --set work.total=6000 --dry-run",
              "note: starts with the speeds of job night, measured at .*; ends at about"),
          Map.entry(
              "submit night.yaml --set work.total=6000 --set profile.skip=true --dry-run",
              "^(?!.*speeds of job).*forecast"),
          Map.entry("jobs --state ended", "night +cancelled"));

  @TempDir private Path folder;
  private final List<LiveServer> servers = new ArrayList<>();
  private CommandProcess ductile;

  @BeforeEach
  void open() {
    ductile = new CommandProcess(folder, Map.of());
  }

  @Test
  void everyCommandOfThePageKeepsItsPromise() throws Exception {
    int commands = 0;
    try {
      for (MatchResult block : BLOCK.matcher(Files.readString(PAGE)).results().toList()) {
        if (block.group(2) != null) {
          Files.writeString(folder.resolve(block.group(2)), block.group(3));
          continue;
        }
        for (String line : block.group(3).lines().toList()) {
          command(words(line));
          commands++;
        }
      }
    } finally {
      end();
    }
    assertThat(commands).isGreaterThan(14);
    assertThat(folder.resolve("alice.token")).isNotEmptyFile();
  }

  /** No job outlives the test, also if the page fails in the middle. */
  private void end() throws IOException, InterruptedException {
    ductile.run("cancel", "night", "day", "big");
    servers.forEach(LiveServer::close);
  }

  private static List<String> words(String line) {
    List<String> words =
        new ArrayList<>(
            WORD.matcher(line)
                .results()
                .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
                .toList());
    assertThat(words.removeFirst()).as(line).isEqualTo("ductile");
    return words;
  }

  private void command(List<String> words) throws Exception {
    switch (words.getFirst()) {
      case "server" -> startServer(words);
      case "logs" -> follow(words);
      case "jobs" -> see(words, out -> areSettled(words, out));
      default -> {
        String line = String.join(" ", words);
        var promise = Pattern.compile(PROMISES.getOrDefault(line, ""), Pattern.DOTALL);
        boolean isQuestion = !words.getFirst().matches("submit|cancel|tokens");
        if (isQuestion) {
          see(words, out -> promise.matcher(out).find());
        } else {
          assertThat(answer(words)).as(line).containsPattern(promise);
        }
      }
    }
  }

  /** A server that is started a second time takes over the jobs of the first. */
  private void startServer(List<String> words) throws IOException, InterruptedException {
    for (LiveServer first : servers) {
      first.close();
    }
    boolean isAgain = !servers.isEmpty();
    servers.add(LiveServer.start(ductile, "ductile-data", words.getLast()));
    if (isAgain) {
      see(List.of("jobs"), out -> out.contains("night  running"));
    }
  }

  private void follow(List<String> words) throws IOException, InterruptedException {
    Path out = folder.resolve("followed.out");
    Process process =
        ductile.start(out, folder.resolve("followed.err"), words.toArray(String[]::new));
    for (int i = 0; i < MOST_TRIES && !Files.readString(out).contains("\"step\""); i++) {
      assertThat(process.waitFor(500, TimeUnit.MILLISECONDS)).as("the log ended").isFalse();
    }
    process.destroy();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(out).content().contains("\"step\"");
  }

  /** Repeats a question, as a reader does who looks again, until the answer is as promised. */
  private void see(List<String> words, Predicate<String> promise)
      throws IOException, InterruptedException {
    String out = answer(words);
    for (int i = 1; i < MOST_TRIES && !promise.test(out); i++) {
      out = answer(words);
    }
    assertThat(promise.test(out)).as("%s%n%s", words, out).isTrue();
  }

  private String answer(List<String> words) throws IOException, InterruptedException {
    Answer answer = ductile.run(words.toArray(String[]::new));
    assertThat(answer.status()).as("%s%n%s", words, answer.err()).isZero();
    assertThat(answer.err()).as(words.toString()).doesNotContain("note:", "Exception");
    return answer.out();
  }

  /** All four GPUs are in use, and day has its part if it was submitted. */
  private static boolean areSettled(List<String> words, String out) {
    if (words.contains("--state")) {
      return out.contains("cancelled");
    }
    return out.contains("day ")
        ? out.matches("(?s).*night +running +3 .*") && out.matches("(?s).*day +running +1 .*")
        : out.matches("(?s).*night +running +4 .*");
  }
}
