package dev.ductile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.answers.DecisionAnswer;
import dev.ductile.answers.Response;
import dev.ductile.api.Cluster;
import dev.ductile.api.Seed;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.file.StateFile;
import dev.ductile.scheduler.Decision;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tutorial on a user's own cluster, in one process, and decisions on all of its samples. */
@ResourceLock(Resources.SYSTEM_ERR)
final class ClusterTutorialTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern BLOCK =
      Pattern.compile("^```(\\w*)\\n(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE);
  private static final int ALL_POLICIES = 30;
  private static final int COLUMNS = 80;

  private static final Catalog CATALOG = Catalog.installed();

  @TempDir private Path folder;

  @Test
  void everyCommandAnswersAsThePageShows() throws Exception {
    String page = Files.readString(ROOT.resolve("docs/tutorial/your-cluster.md"));
    String answer = "";
    int shown = 0;
    for (MatchResult block : BLOCK.matcher(page).results().toList()) {
      switch (block.group(1)) {
        case "console" -> {}
        case "sh" -> answer = answers(block.group(2).lines().toList());
        default -> {
          List<String> lines = block.group(2).replaceAll(" +", " ").lines().toList();
          assertThat(answer.replaceAll(" +", " ").lines().toList()).containsAll(lines);
          shown++;
        }
      }
    }
    assertThat(shown).isEqualTo(5);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "slurm-nodes.json slurm-jobs.json",
        "slurm-nodes.json slurm-jobs.json --elastic 1-4x",
        "kubernetes.json",
        "kubernetes.json --elastic 1-4x",
        "kueue.json --elastic 1-4x"
      })
  void allPoliciesDecideLegallyOnEachSample(String words) throws Exception {
    var command = new ArrayList<>(List.of("import", "--state", "--to", state().toString()));
    for (String word : words.split(" ", -1)) {
      command.add(
          word.endsWith(".json") ? ROOT.resolve("examples/cluster/" + word).toString() : word);
    }
    said(command);
    Cluster cluster = StateFile.read(state(), CATALOG);

    List<String> policies =
        CATALOG.policies().stream().map(policy -> policy.profile().name()).toList();
    assertThat(policies).hasSizeGreaterThanOrEqualTo(ALL_POLICIES);
    for (String policy : policies) {
      assertThat(decision(policy, cluster).violations()).as(policy).isEmpty();
    }
  }

  @Test
  void theStateGoesToStandardOutputOrAJsonFileAndMistakesHaveAHint() throws IOException {
    Path json = folder.resolve("state.json");
    said(List.of("import", "--state", sample("kueue.json"), "--to", json.toString()));

    assertThat(Files.readString(json)).startsWith("{");
    assertThat(StateFile.read(json, CATALOG).jobs().size()).isEqualTo(3);
    assertThat(failed("import", "--state", sample("kueue.json"), "--from", "nomad"))
        .contains("--from must be slurm, kubernetes or kueue, not \"nomad\"");
    assertThat(failed("import", "--state", sample("kueue.json"), "--time-left", "soon"))
        .contains("--time-left must be a time above zero such as 30m or 4h, not \"soon\"");
    assertThat(failed("import", "--state", sample("kueue.json"), "--format", "swf"))
        .contains("--format and --columns are for traces");
    assertThat(failed("import", sample("kueue.json"), "--from", "kueue")).contains("need --state");
    assertThat(failed("import", sample("kueue.json"), sample("kueue.json"), "--to", "x"))
        .contains("import takes one trace, not 2");
    assertThat(failed("import", ROOT.resolve("examples/jobs.csv").toString()))
        .contains("--to FILE");
  }

  private static String sample(String name) {
    return ROOT.resolve("examples/cluster/" + name).toString();
  }

  private Path state() {
    return folder.resolve("state.yaml");
  }

  private String answers(List<String> lines) throws Exception {
    var answers = new StringBuilder();
    for (String line : lines) {
      List<String> words = new ArrayList<>(List.of(line.split(" +")));
      assertThat(words.removeFirst()).isEqualTo("ductile");
      words.replaceAll(word ->
          word.startsWith("examples/")
              ? ROOT.resolve(word).toString()
              : word.equals("state.yaml") ? state().toString() : word);
      answers.append(words.getFirst().equals("decide") ? decided(words.getLast()) : said(words));
    }
    return answers.toString();
  }

  private String decided(String policies) throws Exception {
    Cluster cluster = StateFile.read(state(), CATALOG);
    var answer = new DecisionAnswer(cluster);
    for (String policy : policies.split(",", -1)) {
      Decision decision = decision(policy, cluster);
      answer.add(policy, decision.cluster(), decision.plan());
    }
    return answer.in(Response.Form.table, COLUMNS);
  }

  private static Decision decision(String policy, Cluster cluster) throws Exception {
    return Decision.of(
        cluster,
        CATALOG.policy(
            Choice.named(policy),
            CATALOG.placement(Scenario.DEFAULT_PLACEMENT),
            new Seed(1).child("policy")));
  }

  private String said(List<String> words) {
    return executed(words, 0);
  }

  private String failed(String... words) {
    return executed(List.of(words), ExitStatus.ERROR);
  }

  private String executed(List<String> words, int status) {
    PrintStream before = System.err;
    var lines = new ByteArrayOutputStream();
    try (var stream = new PrintStream(lines, true, StandardCharsets.UTF_8)) {
      System.setErr(stream);
      assertThat(Main.commandLine().execute(words.toArray(String[]::new)))
          .as("%s%n%s", words, lines)
          .isEqualTo(status);
    } finally {
      System.setErr(before);
    }
    return lines.toString(StandardCharsets.UTF_8).replace(folder + "/", "");
  }
}
