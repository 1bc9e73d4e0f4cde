package dev.ductile.cli;

import dev.ductile.answers.Response;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.file.ScenarioFile;
import dev.ductile.text.OutputFile;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A demonstration for new users. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    header = "Trains five small models, and simulates the same jobs.",
    description = {
      "",
      "The jobs are processes of this machine. They grow and shrink when other jobs start and end."
          + " Then the same scenario is simulated, and both runs are shown. Takes about a minute."
    })
final class DemoCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Writes(Writes.Kind.FOLDER)
  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      defaultValue = "ductile-demo",
      description = "The folder for the scenario, logs and report (default: ${DEFAULT-VALUE}).")
  private Path folder = Path.of("ductile-demo");

  @Mixin private final Console console = new Console();

  @Override
  public Integer call() throws Exception {
    Files.createDirectories(folder);
    Path file = folder.resolve("demo.yaml");
    try (InputStream demo = DemoCommand.class.getResourceAsStream("demo.yaml")) {
      byte[] scenario = java.util.Objects.requireNonNull(demo).readAllBytes();
      OutputFile.write(file, out -> out.write(scenario));
    }
    console.note("Five training jobs will share two simulated nodes with four GPUs each.");
    console.note("A decision looks like \"vision 6 → 4\": 4 workers instead of 6, and the reason.");
    console.note("The scenario is " + file + "; try your own with: ductile run FILE");
    console.note("");
    Catalog catalog = Catalog.installed();
    var run =
        new FidelityRun(
            ScenarioFile.read(file, catalog),
            catalog,
            BundledPrograms.beside(file),
            RunFolder.fresh(folder.resolve("jobs")),
            new UnfinishedRun("demo", false, Optional.of(file)),
            Optional.of(folder.resolve("report")),
            Optional.empty(),
            Optional.empty(),
            Invocation.of(spec));
    return run.compare(Response.Form.table, console);
  }
}
