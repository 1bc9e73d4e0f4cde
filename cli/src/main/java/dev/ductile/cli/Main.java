package dev.ductile.cli;

import dev.ductile.runtime.process.ParentWatch;
import dev.ductile.text.InputException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.TypeConversionException;

/** The {@code ductile} command. */
@Command(
    name = "ductile",
    description = "Decides how many workers each training job of a shared cluster gets.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "",
    footerHeading = "%nFirst steps:%n",
    footer = {
      "  ductile demo",
      "      a server, its page and a few real jobs",
      "  ductile train examples/digits.yaml",
      "      elastic training on this machine",
      "  ductile policies",
      "      the policies; ductile policies NAME describes one",
      "  ductile simulate examples/rigid.yaml --report out",
      "      four policies on one trace",
      "",
      "ductile help COMMAND describes a command."
    })
public final class Main implements Callable<Integer> {
  private static final List<Class<?>> COMMANDS = CommandGroup.all();

  /** The commands that read the options of all others. */
  private static final Set<Class<?>> ABOUT_OTHERS =
      Set.of(HelpCommand.class, CompletionCommand.class, ManCommand.class);

  private static final Set<String> VERSION = Set.of("-V", "--version");

  @Mixin private final ColorOption color = new ColorOption();

  public static void main(String[] arguments) {
    ParentWatch.begin();
    System.exit(execute(arguments));
  }

  /** Runs one command line; a failure is one line on standard error. */
  public static int execute(String... arguments) {
    CommandLine command = commandLineFor(arguments);
    try {
      return command.execute(arguments);
    } catch (Error failure) { // such as too little memory, or a plug-in of another version
      return CommandErrors.broken(failure, command);
    }
  }

  /** The command line with all commands. */
  public static CommandLine commandLine() {
    return commandLine(COMMANDS, Ansi.AUTO);
  }

  /** The command line for these arguments. Reading the options of all commands slows a start. */
  static CommandLine commandLineFor(String... arguments) {
    Optional<String> name = needed(arguments);
    return commandLine(
        COMMANDS.stream()
            .filter(command -> !ABOUT_OTHERS.contains(command))
            .filter(command -> name.equals(Optional.of(CommandGroup.name(command))))
            .findFirst()
            .<List<Class<?>>>map(List::of)
            .orElse(COMMANDS),
        ColorOption.colors(arguments, System.getenv()));
  }

  /**
   * The only command that is needed, if there is one; the option for the version needs no other.
   */
  private static Optional<String> needed(String... arguments) {
    boolean isVersion = arguments.length == 1 && VERSION.contains(arguments[0]);
    return isVersion ? Optional.of("version") : Stream.of(arguments).findFirst();
  }

  private static CommandLine commandLine(List<Class<?>> commands, Ansi colors) {
    var line = new CommandLine(new Main());
    commands.forEach(line::addSubcommand);
    CommandGroup.showIn(line);
    return line.registerConverter(Path.class, Main::path)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpWidth(Output.helpColumns())
        .setColorScheme(Help.defaultColorScheme(colors))
        .setExecutionStrategy(Main::run)
        .setParameterExceptionHandler(CommandErrors::misused)
        .setExecutionExceptionHandler(CommandErrors::failed);
  }

  /** Help, or a command whose outputs can be written. */
  private static int run(ParseResult parsed) {
    Integer help = CommandLine.executeHelpRequest(parsed);
    if (help != null) {
      return help;
    }
    ParseResult last = parsed;
    while (last.hasSubcommand()) {
      last = last.subcommand();
    }
    CommandLine command = last.commandSpec().commandLine();
    try {
      OutputTargets.check(last);
    } catch (InputException | InvalidPathException refused) {
      throw new ExecutionException(command, String.valueOf(refused.getMessage()), refused);
    }
    return new RunLast().execute(parsed);
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
