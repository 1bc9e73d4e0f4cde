package dev.ductile.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints the version, as the option does. */
@Command(
    name = "version",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    header = "Prints the versions of Ductile and of Java.",
    description = {"", "Prints the same as 'ductile --version'."})
final class VersionCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private final Console console = new Console();

  @Override
  public Integer call() {
    spec.commandLine().getOut().println(String.join("\n", new Version().getVersion()));
    return ExitStatus.OK;
  }
}
