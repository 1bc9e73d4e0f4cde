package dev.ductile.cli;

import dev.ductile.cli.completion.Candidates;
import dev.ductile.text.Suggestion;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the help text of a command. */
@Command(
    name = "help",
    mixinStandardHelpOptions = true,
    header = "Prints the help text of a command.",
    description = {"", "Prints the same as 'ductile COMMAND --help'."},
    footerHeading = "%nExamples:%n",
    footer = {"  ductile help", "  ductile help simulate"})
final class HelpCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "COMMAND",
      arity = "0..*",
      completionCandidates = Commands.class,
      description = "The command; without it, the help text of ductile.")
  private List<String> command = List.of();

  /** The names of all commands. */
  static final class Commands implements Candidates {
    @Override
    public Iterator<String> iterator() {
      return CommandGroup.all().stream().map(CommandGroup::name).iterator();
    }
  }

  @Mixin private final Console console = new Console();

  @Override
  public Integer call() {
    CommandLine root = Main.commandLine();
    CommandLine named = named(root, command, spec);
    named.setColorScheme(spec.commandLine().getColorScheme());
    named.usage(spec.commandLine().getOut());
    return ExitStatus.OK;
  }

  /** The command of these words, such as {@code learn imitate}; the root without words. */
  static CommandLine named(CommandLine root, List<String> words, CommandSpec asking) {
    CommandLine named = root;
    for (String word : words) {
      named = named(named, word, asking);
    }
    return named;
  }

  /** The command of this name, below another one. */
  private static CommandLine named(CommandLine root, String name, CommandSpec asking) {
    return Optional.ofNullable(root.getSubcommands().get(name))
        .orElseThrow(() ->
            new ParameterException(
                asking.commandLine(),
                "unknown command \"%s\"%s"
                    .formatted(name, Suggestion.phrase(name, root.getSubcommands().keySet()))));
  }
}
