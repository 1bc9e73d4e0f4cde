package dev.ductile.cli;

import dev.ductile.cli.service.DoctorAnswer;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Checks the way to a server and this machine. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    header = "Checks the way to the server, your token and this machine.",
    description = {
      "",
      "Each line has the result of a check, and a fault its next step. The exit status is 1 if there"
          + " is a fault."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  ductile doctor", "  ductile doctor --server https://ductile.example.org"})
final class DoctorCommand implements Callable<Integer> {
  @Option(
      names = "--data",
      paramLabel = "FOLDER",
      defaultValue = "ductile-data",
      description = "The data folder of a server on this machine (default: ${DEFAULT-VALUE}).")
  private Path data = Path.of("ductile-data");

  @Mixin private final ServiceOutput output = new ServiceOutput();

  @Override
  public Integer call() {
    var answer =
        new DoctorAnswer(
            new DoctorChecks(output.service.connection.settings(), data, Version.ofDuctile())
                .findings());
    output.print(answer.answer());
    return answer.hasFault() ? ExitStatus.ERROR : ExitStatus.OK;
  }
}
