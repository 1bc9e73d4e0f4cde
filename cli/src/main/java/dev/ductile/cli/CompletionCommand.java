package dev.ductile.cli;

import dev.ductile.cli.completion.Shell;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Prints a script that completes command lines in a shell. */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    header = "Prints a script by which a shell completes commands.",
    description = {
      "",
      "The script completes commands, options, and their values: policies, placements, profiles,"
          + " figures, formats, files and jobs that are training. Make it again after an upgrade, or"
          + " when you add policies of your own."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  source <(ductile completion bash)                       this bash",
      "  ductile completion bash > \\",
      "      ~/.local/share/bash-completion/completions/ductile  every bash",
      "  ductile completion zsh > ~/.zfunc/_ductile             with ~/.zfunc in fpath",
      "  ductile completion fish > \\",
      "      ~/.config/fish/completions/ductile.fish             every fish"
    })
final class CompletionCommand implements Callable<Integer> {
  @Parameters(paramLabel = "SHELL", description = "The shell: ${COMPLETION-CANDIDATES}.")
  private Shell shell = Shell.bash;

  @Mixin private final Console console = new Console();

  @Override
  public Integer call() {
    Output.print(shell.script(Main.commandLine()));
    return ExitStatus.OK;
  }
}
