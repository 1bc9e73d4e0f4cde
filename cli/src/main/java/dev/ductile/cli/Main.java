package dev.ductile.cli;

import dev.ductile.runtime.process.ParentWatch;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.TypeConversionException;

/** The {@code ductile} command. */
@Command(
    name = "ductile",
    description = "Decides how many workers each training job of a shared cluster gets.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      DemoCommand.class,
      SimulateCommand.class,
      RunCommand.class,
      ReplayCommand.class,
      TrainCommand.class,
      ScaleCommand.class,
      ExportCommand.class,
      ScoreCommand.class,
      DecideCommand.class,
      PoliciesCommand.class,
      PredictCommand.class,
      FitCommand.class,
      ProfileCommand.class,
      ReproduceCommand.class,
      ImportCommand.class,
      ValidateCommand.class,
      GenerateCompletion.class
    },
    footerHeading = "%nFirst steps:%n",
    footer = {
      "  ductile demo",
      "      real jobs, and the simulation of the same jobs",
      "  ductile train examples/digits.yaml",
      "      elastic training on this machine",
      "  ductile policies",
      "      the policies, with their settings and papers",
      "  ductile simulate examples/rigid.yaml --report out",
      "      every policy on one workload",
      "",
      "ductile COMMAND --help describes a command."
    })
public final class Main implements Callable<Integer> {
  public static void main(String[] arguments) {
    ParentWatch.begin();
    System.exit(execute(arguments));
  }

  /** Runs one command line; a failure is one line on standard error. */
  static int execute(String... arguments) {
    CommandLine command = commandLine();
    try {
      return command.execute(arguments);
    } catch (Error failure) { // such as too little memory, or a plug-in of another version
      return CommandErrors.broken(failure, command);
    }
  }

  static CommandLine commandLine() {
    return new CommandLine(new Main())
        .registerConverter(Path.class, Main::path)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpAutoWidth(true)
        .setParameterExceptionHandler(CommandErrors::misused)
        .setExecutionExceptionHandler(CommandErrors::failed);
  }

  /** The path of this name; a name with a NUL character is a mistake in the command line. */
  private static Path path(String name) {
    if (name.indexOf('\0') >= 0) {
      throw new TypeConversionException(
          "\"%s\" cannot name a file: it contains a NUL character".formatted(name));
    }
    return Path.of(name);
  }

  /** Without a command: prints the usage. */
  @Override
  public Integer call() {
    commandLine().usage(System.out);
    return ExitStatus.USAGE;
  }
}
