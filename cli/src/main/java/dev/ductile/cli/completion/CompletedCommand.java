package dev.ductile.cli.completion;

import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * A command as a shell completes it.
 *
 * @param commands the commands of a group, such as {@code learn imitate}
 */
record CompletedCommand(
    String name,
    String summary,
    List<CompletedOption> options,
    List<Operand> operands,
    List<CompletedCommand> commands) {
  /**
   * An operand of a command.
   *
   * @param isRepeated whether more operands of this kind may follow
   */
  record Operand(Values values, boolean isRepeated) {}

  /** The commands that help lists, in its order. */
  static List<CompletedCommand> all(CommandLine root) {
    return root.getSubcommands().values().stream()
        .map(CommandLine::getCommandSpec)
        .filter(command -> !command.usageMessage().hidden())
        .map(CompletedCommand::of)
        .toList();
  }

  static CompletedCommand of(CommandSpec command) {
    return new CompletedCommand(
        command.name(),
        summary(command.usageMessage()),
        command.options().stream()
            .filter(option -> !option.hidden())
            .map(CompletedOption::of)
            .toList(),
        command.positionalParameters().stream().map(CompletedCommand::operand).toList(),
        all(command.commandLine()));
  }

  private static String summary(UsageMessageSpec usage) {
    return Summary.of(
        Stream.concat(Stream.of(usage.header()), Stream.of(usage.description()))
            .toArray(String[]::new));
  }

  private static Operand operand(PositionalParamSpec operand) {
    return new Operand(Values.of(operand), operand.isMultiValue());
  }

  boolean isGroup() {
    return !commands.isEmpty();
  }

  /** The names of the commands of a group. */
  List<String> commandNames() {
    return commands.stream().map(CompletedCommand::name).toList();
  }

  /** The names of all options. */
  List<String> optionNames() {
    return options.stream().flatMap(option -> option.names().stream()).toList();
  }
}
