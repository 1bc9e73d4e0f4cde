package dev.ductile.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;

/** The commands by their purpose, in the order of the help text. */
enum CommandGroup {
  SCHEDULE(
      "Compare and explain policies",
      SimulateCommand.class,
      DecideCommand.class,
      PoliciesCommand.class,
      ReproduceCommand.class),
  SERVICE(
      "Run a server, submit jobs to it and watch them",
      ServerCommand.class,
      SubmitCommand.class,
      JobsCommand.class,
      JobCommand.class,
      LogsCommand.class,
      WhyCommand.class,
      CancelCommand.class,
      HoldCommand.class,
      ResumeCommand.class,
      AmendCommand.class,
      SecretsCommand.class),
  OPERATION(
      "Operate a server",
      TopCommand.class,
      QueuesCommand.class,
      NodesCommand.class,
      PolicyCommand.class,
      ReloadCommand.class,
      WhatIfCommand.class,
      DecisionsCommand.class,
      UsageCommand.class,
      TokensCommand.class,
      AuditCommand.class,
      DoctorCommand.class,
      ConfigCommand.class),
  DATA(
      "Keep and study the data of a server",
      BackupCommand.class,
      RestoreCommand.class,
      TraceCommand.class),
  RUN(
      "Run and train jobs on this machine",
      DemoCommand.class,
      RunCommand.class,
      ReplayCommand.class,
      TrainCommand.class,
      ScaleCommand.class,
      ExportCommand.class,
      ScoreCommand.class),
  LEARN("Train policies on your workload", LearnCommand.class),
  POLICY(
      "Write policies of your own",
      NewPolicyCommand.class,
      CheckPolicyCommand.class,
      ClassPathCommand.class),
  SPEED("Predict speeds", PredictCommand.class, FitCommand.class, ProfileCommand.class),
  FILES("Prepare files", ImportCommand.class, ValidateCommand.class),
  HELP(
      "Get help",
      HelpCommand.class,
      VersionCommand.class,
      CompletionCommand.class,
      ManCommand.class);

  private final String title;

  @SuppressWarnings("ImmutableEnumChecker") // List.of makes no mutable list
  private final List<Class<?>> commands;

  CommandGroup(String title, Class<?>... commands) {
    this.title = title;
    this.commands = List.of(commands);
  }

  String title() {
    return title;
  }

  /** The names of its commands. */
  List<String> names() {
    return commands.stream().map(command -> name(command)).toList();
  }

  /** Whether a command asks a server. */
  static boolean isForServer(String command) {
    return command.equals("scale")
        || SERVICE.names().contains(command)
        || OPERATION.names().contains(command);
  }

  static List<Class<?>> all() {
    return Stream.of(values()).flatMap(group -> group.commands.stream()).toList();
  }

  static String name(Class<?> command) {
    return command.getAnnotation(Command.class).name();
  }

  /** The list of commands in the help text, with a title for each group. */
  static String list(Help help) {
    return Stream.of(values())
        .map(group -> group.title + ":\n" + help.commandList(group.among(help.subcommands())))
        .collect(Collectors.joining("\n", "\n", ""));
  }

  private Map<String, Help> among(Map<String, Help> all) {
    var own = new LinkedHashMap<>(all);
    own.keySet().retainAll(names());
    return own;
  }

  /** Shows the list in the help text of this command line. */
  static void showIn(CommandLine line) {
    line.getHelpSectionMap()
        .put(CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST, CommandGroup::list);
  }
}
