package dev.ductile.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.answers.Response;
import dev.ductile.cli.validation.CheckedKind;
import dev.ductile.cli.validation.FileChecker;
import dev.ductile.cli.validation.Finding;
import dev.ductile.scenario.Catalog;
import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import dev.ductile.text.Mistakes;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Reads files and lists their problems. */
@Command(
    name = "validate",
    mixinStandardHelpOptions = true,
    header = "Reads files and names every problem in them.",
    description = {
      "",
      "Reads scenarios, states, jobs, training jobs, reproductions, speed models, traces, and tables of"
          + " speeds and losses, and names each problem by line, column and value. The kind of a"
          + " file is that of its key 'kind', or else is known by its keys or columns. Starts no"
          + " program. The status is 1 if a file has a problem."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile validate examples/rigid.yaml examples/digits.yaml",
      "  ductile validate trace.csv --format swf --most 100",
      "  ductile validate scenario.yaml -o json"
    })
final class ValidateCommand implements Callable<Integer> {
  private static final int MOST_FILES = 1_000;
  private static final List<String> COLUMNS =
      List.of("file", "kind", "line", "column", "key", "problem", "suggestion");

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "The files to read; - is standard input.")
  private List<Path> files = List.of();

  @Option(
      names = "--as",
      paramLabel = "KIND",
      description = {
        "The kind of the files: ${COMPLETION-CANDIDATES} (default: by their keys and columns)."
      })
  private Optional<CheckedKind> kind = Optional.empty();

  @Mixin private final PluginOptions plugins = new PluginOptions();
  @Mixin private final TraceOptions options = new TraceOptions();

  @Option(
      names = "--most",
      paramLabel = "N",
      defaultValue = "20",
      description = "Stops after this number of problems of a file (default: ${DEFAULT-VALUE}).")
  private int most;

  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    if (files.size() > MOST_FILES) {
      throw new InputException(
          "%d files are too many; at most %d are read".formatted(files.size(), MOST_FILES));
    }
    Catalog catalog = plugins.catalog();
    var checker =
        new FileChecker(catalog, file -> options.format(file, catalog), Math.max(1, most));
    Optional<CheckedKind> asked =
        kind.or(() -> Optional.of(CheckedKind.TRACE).filter(_ -> options.areGiven()));
    List<Finding> findings =
        files.stream().map(file -> checker.check(InputFile.of(file), asked)).toList();
    if (output.form == Response.Form.table) {
      findings.forEach(this::print);
    } else {
      Output.print(answer(findings).in(output.form, Output.columns()));
    }
    return findings.stream().allMatch(Finding::isValid) ? ExitStatus.OK : ExitStatus.ERROR;
  }

  private void print(Finding finding) {
    finding.problems().forEach(problem -> Output.say("ductile: " + problem.getMessage()));
    finding.notes().forEach(note -> output.console.note("note: " + note));
    if (!finding.isComplete()) {
      Output.say(
          finding.isAtLimit()
              ? "ductile: %s: the check ends at %d problems"
                  .formatted(finding.file(), Mistakes.MOST)
              : "ductile: %s: has more problems; set a larger --most".formatted(finding.file()));
    }
    if (finding.isValid()) {
      Output.print("%s: %s, no problems".formatted(finding.file(), finding.summary()));
    }
  }

  private static Response answer(List<Finding> findings) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.put("valid", findings.stream().allMatch(Finding::isValid));
    var list = tree.putArray("files");
    findings.forEach(finding -> list.add(finding.tree()));
    return new Response(
        tree, COLUMNS, findings.stream().flatMap(finding -> finding.rows().stream()).toList());
  }
}
