package dev.ductile.cli;

import dev.ductile.answers.Response;
import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.cli.server.Demonstration;
import dev.ductile.engines.local.LocalEngine;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.ServerSettings;
import dev.ductile.scenario.file.ScenarioFile;
import dev.ductile.server.ServerOptions;
import dev.ductile.server.TaskOptions;
import dev.ductile.server.http.HttpSettings;
import dev.ductile.text.InputException;
import dev.ductile.text.OutputFile;
import dev.ductile.text.Quantity;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
    header = "Starts a server, its page and four elastic jobs.",
    description = {
      "",
      "The jobs are processes of this machine on eight simulated GPUs. They grow and shrink when"
          + " other jobs start and end. The address of the page and the token to sign in are"
          + " printed. Ctrl-C ends everything and leaves nothing behind; without a terminal it ends"
          + " with the last job."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile demo",
      "  ductile demo --for 1m",
      "  ductile demo --compare      five jobs, and the simulation of the same jobs"
    })
final class DemoCommand implements Callable<Integer> {
  private static final Duration LONGEST = Duration.ofHours(8);

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--for", paramLabel = "TIME", description = "Ends after this time, such as 1m.")
  private Optional<String> time = Optional.empty();

  @Option(
      names = "--port",
      defaultValue = "0",
      description = "The port of the page; a free one by default.")
  private int port;

  @Option(
      names = "--compare",
      description =
          "Instead runs five jobs of a scenario, simulates the same scenario, and compares both.")
  private boolean compares;

  @Writes(Writes.Kind.FOLDER)
  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      defaultValue = "ductile-demo",
      description =
          "With --compare: the folder for the scenario, logs and report (default: ${DEFAULT-VALUE}).")
  private Path folder = Path.of("ductile-demo");

  @Mixin private final Console console = new Console();

  @Override
  public Integer call() throws Exception {
    return compares ? compare() : serve();
  }

  private int serve() throws Exception {
    Catalog catalog = Catalog.installed();
    Path data = Files.createTempDirectory("ductile-demo-");
    var options =
        ServerOptions.of(settings(), catalog, data)
            .with(HttpSettings.local(port, Version.ofDuctile()))
            .with(
                TaskOptions.of(LocalEngine.Lifetime.COMMAND)
                    .withPrograms(BundledPrograms.beside(data.resolve("job"))::started));
    Duration most = time.map(DemoCommand::duration).orElse(LONGEST);
    new Demonstration(options, Output.isWatched(), most, console::note).run();
    return ExitStatus.OK;
  }

  private static Duration duration(String text) {
    return Quantity.duration(text)
        .orElseThrow(() ->
            new InputException("--for takes a time such as 30s or 5m, not \"%s\"".formatted(text)));
  }

  private static ServerSettings settings() {
    ServerSettings usual = ServerSettings.of(Nodes.uniform(2, Resources.gpus(4)));
    return usual.withPlacement(Choice.named("pack"));
  }

  private int compare() throws Exception {
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
