package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ductile.api.Nodes;
import dev.ductile.contracts.Schemas;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.file.JobFile;
import dev.ductile.scenario.job.JobRequest;
import dev.ductile.text.Document;
import dev.ductile.text.InputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The job files of the examples and of the reference are read, and fit the schema for editors. */
class DocumentedJobsTest {
  private static final Path ROOT = SourceTree.here().root();
  private static final Pattern BLOCK =
      Pattern.compile("^```yaml\n(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE);

  private static final Pattern FILE =
      Pattern.compile(
          "^```(?:bash|yaml) (resnet[\\w.-]+)\n(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE);

  private final Path examples = ROOT.resolve("examples/service");
  private final JobFile reader = new JobFile(Catalog.installed(), Nodes.NONE, examples);

  @Test
  void everyExampleIsAJob() throws IOException {
    List<Path> files;
    try (Stream<Path> found = Files.list(examples)) {
      files = found.sorted().toList();
    }
    for (Path file : files) {
      JobRequest request = reader.read(InputFile.of(file));

      assertThat(request.jobs()).as(file.toString()).isNotEmpty();
      if (file.toString().endsWith(".yaml")) {
        requireSchema(Document.read(file));
      }
    }
    assertThat(files).hasSizeGreaterThan(4);
  }

  @Test
  void everyBlockOfTheReferenceIsAJob() throws IOException {
    List<String> blocks =
        BLOCK
            .matcher(Files.readString(ROOT.resolve("docs/reference/job.md")))
            .results()
            .map(block -> block.group(1))
            .toList();
    for (String block : blocks) {
      assertThat(reader.read("block", block).jobs()).as(block).isNotEmpty();
      requireSchema(Document.of("block", block));
    }
    assertThat(blocks).hasSizeGreaterThan(6);
  }

  @Test
  void theJobFilesOfThePageForUsersOfSlurmAreRead() throws IOException {
    List<MatchResult> files =
        FILE.matcher(Files.readString(ROOT.resolve("docs/how-to/from-slurm.md")))
            .results()
            .toList();
    for (MatchResult file : files) {
      JobRequest request = reader.read(file.group(1), file.group(2));

      assertThat(request.name()).isEqualTo("resnet");
    }
    assertThat(files).hasSize(2);
  }

  private static void requireSchema(Document document) throws IOException {
    JsonNode tree = document.root().node();
    assertThat(new Schemas().complaints(Schemas.JOB, tree)).as(tree.toString()).isEmpty();
  }
}
