package dev.ductile.cli;

import dev.ductile.answers.Response;
import dev.ductile.history.RecordedRun;
import dev.ductile.reports.OutcomeTable;
import dev.ductile.scenario.Catalog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Computes the outcomes of a real run again from its journal. */
@Command(
    name = "replay",
    mixinStandardHelpOptions = true,
    header = "Prints the outcome of each job of a real run, from the run's journal.",
    description = {
      "",
      "Starts no program. A job that was not over at the last event is unfinished; a job that the"
          + " run cancelled at its limit is killed."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  ductile replay ductile-run/20260102-150405-12345"})
final class ReplayCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "FOLDER",
      description = "The folder of one run of 'ductile run'; it holds a file named journal.")
  private Path folder = Path.of("");

  @Mixin private final Output output = new Output();

  @Override
  public Integer call() throws IOException {
    Path journal = new RunFolder(folder).journal();
    var table = new OutcomeTable(RecordedRun.outcomes(journal, Catalog.installed()));
    Output.print(output.form == Response.Form.json ? table.json() : table.text());
    return ExitStatus.OK;
  }
}
