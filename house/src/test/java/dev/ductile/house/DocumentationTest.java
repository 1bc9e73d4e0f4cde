package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ductile.api.Nodes;
import dev.ductile.api.PolicyProvider;
import dev.ductile.api.Size;
import dev.ductile.contracts.Schemas;
import dev.ductile.runtime.job.file.JobFile;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Question;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.Submission;
import dev.ductile.scenario.file.QuestionFile;
import dev.ductile.scenario.file.ScenarioFile;
import dev.ductile.scenario.file.StateFile;
import dev.ductile.scenario.trace.TraceValidation;
import dev.ductile.text.Document;
import dev.ductile.text.InputFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Examples in the documents and in the folder of examples are valid, and links lead to pages. */
class DocumentationTest {
  private static final Path ROOT = Schemas.ROOT;
  private static final Catalog CATALOG = Catalog.installed();
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern FENCE =
      Pattern.compile("^ *```.*?^ *```", Pattern.DOTALL | Pattern.MULTILINE);
  private static final Pattern HEADING = Pattern.compile("^#+ +(.*)$", Pattern.MULTILINE);
  private static final String NAMED_TYPE = "`(?:[a-z]+\\.)*([A-Z][a-z]+(?:[A-Z][a-z]+)+)\\b";
  private static final Pattern NAMED_PAGE = Pattern.compile("\\bdocs/[\\w/-]+\\.md\\b");

  /** The folders of docs and the word with which each of their pages begins. */
  private static final Map<String, String> KINDS =
      Map.of(
          "tutorial", "Tutorial",
          "how-to", "How-to",
          "reference", "Reference",
          "explanation", "Explanation");

  /** Types of Java and of other systems that documents name. */
  private static final Set<String> FOREIGN =
      Set.of(
          "CompletableFuture",
          "ExecStart",
          "FileLock",
          "FileSystem",
          "LambdaForm",
          "NodeAddr",
          "NullMarked",
          "SelectorProvider",
          "ServiceLoader",
          "TypeSwitch");

  @TempDir private Path folder;

  @Test
  void everyExampleIsReadAndFitsItsSchema() throws IOException {
    var schemas = new Schemas();
    List<Path> examples = examples();
    for (Path example : examples) {
      Document document = Document.read(example);
      JsonNode tree = document.root().node();
      if (tree.has("data")) {
        assertThat(schemas.complaints(Schemas.TRAIN, tree)).as(example.toString()).isEmpty();
        assertThat(JobFile.read(example).name()).isNotBlank();
        continue;
      }
      if (tree.has("model")) {
        requireSpeed(document);
        continue;
      }
      boolean isScenario = tree.has("workload");
      assertThat(schemas.complaints(isScenario ? Schemas.SCENARIO : Schemas.STATE, tree))
          .as(example.toString())
          .isEmpty();
      if (isScenario) {
        requireJobs(ScenarioFile.read(example, CATALOG));
      } else {
        assertThat(StateFile.read(example, CATALOG).jobs()).isNotEmpty();
      }
    }
    assertThat(examples).hasSizeGreaterThan(2);
  }

  @Test
  void decisionsAreNumberedFromOneWithoutAGap() throws IOException {
    List<Path> pages;
    try (Stream<Path> files = Files.list(ROOT.resolve("docs/decisions"))) {
      pages = files.sorted().toList();
    }

    for (int i = 0; i < pages.size(); i++) {
      assertThat(pages.get(i).getFileName().toString()).startsWith("%04d-".formatted(i + 1));
      assertThat(Files.readString(pages.get(i))).startsWith("# %d. ".formatted(i + 1));
    }
  }

  @Test
  void everyScenarioInTheDocumentsIsOne() throws IOException {
    Files.copy(ROOT.resolve("examples/rigid.csv"), folder.resolve("rigid.csv"));
    Files.copy(ROOT.resolve("examples/jobs.csv"), folder.resolve("jobs.csv"));
    var schemas = new Schemas();
    var scenarios = new ArrayList<>(blocks("reference/scenario.md", "yaml"));
    scenarios.addAll(blocks("reference/traces.md", "yaml"));
    for (Path scenario : scenarios) {
      JsonNode tree = Document.read(scenario).root().node();
      assertThat(schemas.complaints(Schemas.SCENARIO, tree)).as(scenario.toString()).isEmpty();
      requireJobs(ScenarioFile.read(scenario, CATALOG));
    }
    assertThat(scenarios).hasSizeGreaterThan(3);
  }

  @Test
  void everyStateInTheDocumentIsOne() throws IOException {
    var schemas = new Schemas();
    List<Path> states = blocks("reference/state.md", "yaml");
    for (Path state : states) {
      JsonNode tree = Document.read(state).root().node();
      assertThat(schemas.complaints(Schemas.STATE, tree)).as(state.toString()).isEmpty();
      assertThat(StateFile.read(state, CATALOG).jobs()).hasSize(2);
    }
    assertThat(states).hasSize(2);
  }

  /** Blocks that show a line of a file are left out. */
  @Test
  void everyExampleOfAPolicyIsAScenarioOrAState() throws IOException {
    Files.copy(ROOT.resolve("examples/rigid.csv"), folder.resolve("rigid.csv"));
    int read = 0;
    for (Path example : blocks("reference/policies.md", "yaml")) {
      JsonNode tree = Document.read(example).root().node();
      if (tree.has("workload")) {
        requireJobs(ScenarioFile.read(example, CATALOG));
        read++;
      } else if (tree.has("jobs")) {
        assertThat(StateFile.read(example, CATALOG).jobs()).isNotEmpty();
        read++;
      }
    }
    assertThat(read).isEqualTo(4);
  }

  @Test
  void everyTrainingJobInTheDocumentIsOne() throws IOException {
    Files.writeString(folder.resolve("flowers.csv"), "1,0.5,2\n0,1,3\n");
    var schemas = new Schemas();
    var jobs = new ArrayList<>(blocks("how-to/train.md", "yaml"));
    jobs.addAll(blocks("reference/training-job.md", "yaml"));
    for (Path job : jobs) {
      JsonNode tree = Document.read(job).root().node();
      assertThat(schemas.complaints(Schemas.TRAIN, tree)).as(job.toString()).isEmpty();
      assertThat(JobFile.read(job).data().features()).isPositive();
    }
    assertThat(jobs).hasSizeGreaterThan(4);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"README", "async-ps", "all-reduce", "layered-ps", "topology", "profiling"})
  void everyModelInTheDocumentsIsOne(String page) throws IOException {
    List<Path> models = blocks("reference/models/" + page + ".md", "yaml");
    for (Path model : models) {
      requireSpeed(Document.read(model));
    }
    assertThat(models).isNotEmpty();
  }

  private static void requireSpeed(Document document) {
    Question question = QuestionFile.read(document.root(), CATALOG);
    for (Size size : question.sizes()) {
      assertThat(question.speed().stepsPerSecond(question.where(size)))
          .as("%s of %s", size, document.root().node())
          .isPositive();
    }
  }

  @Test
  void theTraceInTheDocumentIsOne() throws IOException {
    List<Path> traces = blocks("reference/traces.md", "json");
    for (Path trace : traces) {
      TraceValidation validation =
          TraceValidation.of(
              InputFile.of(trace), CATALOG.formatOf(InputFile.of(trace)), CATALOG, 10);
      assertThat(validation.problems()).isEmpty();
      assertThat(validation.jobs()).isEqualTo(2);
    }
    assertThat(traces).hasSize(1);
  }

  @Test
  void everyTraceFormatIsInTheDocument() throws IOException {
    String document = Files.readString(ROOT.resolve("docs/reference/traces.md"));
    CATALOG
        .formats()
        .forEach(format -> assertThat(document).contains("| `" + format.name() + "` |"));
  }

  @Test
  void everyLinkLeadsToAFileAndAHeading() throws IOException {
    var dead = new ArrayList<String>();
    for (var page : pages("").entrySet()) {
      LINK.matcher(FENCE.matcher(page.getValue()).replaceAll(""))
          .results()
          .map(link -> link.group(1))
          .filter(link -> !link.matches("[a-z]+:.*"))
          .filter(link -> !isThere(page.getKey(), link))
          .forEach(link -> dead.add("%s: %s".formatted(page.getKey(), link)));
    }

    assertThat(dead).as("links without a target").isEmpty();
  }

  /** Whether a link from a page leads to a file, and its part behind # to a heading of it. */
  private static boolean isThere(String page, String link) {
    String[] parts = link.split("#", 2);
    Path target =
        parts[0].isEmpty()
            ? ROOT.resolve(page)
            : ROOT.resolve(page).resolveSibling(parts[0]).normalize();
    return Files.exists(target) && (parts.length == 1 || headings(target).contains(parts[1]));
  }

  /** The anchors that GitHub makes of the headings of a page. */
  private static Set<String> headings(Path page) {
    return HEADING
        .matcher(FENCE.matcher(text(page)).replaceAll(""))
        .results()
        .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .collect(Collectors.toSet());
  }

  @Test
  void everyPageThatCodeNamesExists() throws IOException {
    var missing = new TreeSet<String>();
    for (var file : SourceTree.here().texts().entrySet()) {
      if (!file.getKey().endsWith("TidyTest.java")) {
        NAMED_PAGE
            .matcher(file.getValue())
            .results()
            .map(MatchResult::group)
            .filter(page -> !Files.exists(ROOT.resolve(page)))
            .forEach(page -> missing.add("%s: %s".formatted(file.getKey(), page)));
      }
    }

    assertThat(missing).isEmpty();
  }

  @Test
  void everyPageNamesItsKindInItsFirstSentence() throws IOException {
    for (var kind : KINDS.entrySet()) {
      Map<String, String> pages = pages("docs/" + kind.getKey() + "/");
      assertThat(pages).as(kind.getKey()).isNotEmpty();
      pages.forEach((page, text) ->
          assertThat(text)
              .as(page)
              .matches(
                  Pattern.compile(
                      "# .+\n\n\\*%s\\.\\* .*".formatted(kind.getValue()), Pattern.DOTALL)));
    }
  }

  @Test
  void theIndexNamesEveryPage() throws IOException {
    Path index = ROOT.resolve("docs/README.md");
    Set<String> named =
        LINK.matcher(text(index))
            .results()
            .map(
                link -> ROOT.relativize(index.resolveSibling(link.group(1)).normalize()).toString())
            .collect(Collectors.toSet());

    for (String kind : KINDS.keySet()) {
      assertThat(named).containsAll(pages("docs/" + kind + "/").keySet());
    }
  }

  /** A class that is renamed takes its new name in the documents too. */
  @Test
  void everyTypeThatADocumentNamesExists() throws IOException {
    List<String> glossary =
        group("`([A-Z]\\w+)`", text(ROOT.resolve("docs/reference/glossary.md"))).toList();
    assertThat(glossary).hasSizeGreaterThan(40);
    assertThat(types("/src/main/java/")).as("types of the glossary").containsAll(glossary);

    Set<String> types = types("/src/");
    pages("").entrySet().stream()
        .filter(page -> !page.getKey().startsWith("docs/how-to/from-")) // they name foreign types
        .forEach(page ->
            assertThat(types)
                .as("types that %s names", page.getKey())
                .containsAll(
                    group(NAMED_TYPE, page.getValue())
                        .filter(type -> !FOREIGN.contains(type))
                        .toList()));
  }

  /** All types in Java files of a folder, with nested ones. */
  private static Set<String> types(String folder) throws IOException {
    return SourceTree.here().texts().entrySet().stream()
        .filter(file -> file.getKey().contains(folder) && file.getKey().endsWith(".java"))
        .flatMap(file -> group("\\b(?:class|record|interface|enum) ([A-Z]\\w+)", file.getValue()))
        .collect(Collectors.toSet());
  }

  private static Stream<String> group(String pattern, String text) {
    return Pattern.compile(pattern).matcher(text).results().map(found -> found.group(1));
  }

  /** The texts of all pages below a folder, by their paths from the root. */
  private static Map<String, String> pages(String folder) throws IOException {
    return SourceTree.here().texts().entrySet().stream()
        .filter(file -> file.getKey().startsWith(folder) && file.getKey().endsWith(".md"))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static String text(Path page) {
    try {
      return Files.readString(page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void theReferenceHasEveryPolicyWithItsSettingsAndEveryPlacement() {
    String page = text(ROOT.resolve("docs/reference/policies.md"));
    for (PolicyProvider<?> policy : CATALOG.policies()) {
      String name = policy.profile().name();
      List<String> row =
          page.lines().filter(line -> line.startsWith("| [`%s`](".formatted(name))).toList();
      assertThat(row).as(name).hasSize(1);
      assertThat(!row.getFirst().split(" \\| ", -1)[2].equals("no"))
          .as(name)
          .isEqualTo(policy.resizes());
      for (RecordComponent setting : policy.defaults().getClass().getRecordComponents()) {
        assertThat(row.getFirst()).contains("`%s`".formatted(setting.getName()));
        assertThat(page.split("`%s`".formatted(setting.getName()), -1)).hasSizeGreaterThan(2);
      }
    }
    CATALOG
        .placements()
        .forEach(placement -> assertThat(page).contains("\n| `%s` |".formatted(placement.name())));
  }

  private static void requireJobs(Scenario scenario) {
    assertThat(scenario.nodes()).isNotEqualTo(Nodes.NONE);
    for (double load : scenario.loads()) {
      try (Stream<Submission> jobs = scenario.workload().submissions(1, load)) {
        assertThat(jobs.toList()).as(scenario.name()).isNotEmpty();
      }
    }
  }

  private static List<Path> examples() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT.resolve("examples"), 2)) {
      return files.filter(file -> (file + "").matches("(?!.*/service/).*yaml")).sorted().toList();
    }
  }

  /** The blocks of one language in a document, each as a file. */
  private List<Path> blocks(String document, String language) throws IOException {
    var block =
        Pattern.compile("^```" + language + "\n(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE);
    var files = new ArrayList<Path>();
    var found = block.matcher(Files.readString(ROOT.resolve("docs").resolve(document)));
    while (found.find()) {
      Path file =
          folder.resolve(
              "%s-%d.%s"
                  .formatted(
                      document.replace('/', '-'),
                      files.size(),
                      language.equals("yaml") ? "yaml" : "jsonl"));
      files.add(Files.writeString(file, found.group(1)));
    }
    return files;
  }
}
