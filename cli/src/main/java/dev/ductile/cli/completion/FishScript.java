package dev.ductile.cli.completion;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Completion for fish 3 or later. */
final class FishScript {
  private static final String START =
      """
      # Completion of ductile for fish, made by: ductile completion fish

      # Whether the command line has no command yet, or the command $argv[1].
      function __ductile_command
          set -l words (commandline -opc)
          set -e words[1]
          for word in $words
              if not string match -q -- '-*' $word
                  test "$word" = "$argv[1]"
                  return
              end
          end
          test -z "$argv[1]"
      end

      # Prints the jobs that train: each has a socket in the folder of this user.
      function __ductile_jobs
          set -l folder "$XDG_RUNTIME_DIR/ductile"
          if test -z "$XDG_RUNTIME_DIR"
              set folder "/tmp/ductile-"(id -un | tr -c 'A-Za-z0-9._\\n-' _)
          end
          test -O "$folder"; or return
          # the name of a socket of a long name is cut, and has a ~
          for job in $folder/*.job
              string replace -fr '^.*/([A-Za-z0-9._-]+)\\.job$' '$1' -- $job
          end
      end

      # Prints lists: the words of the token up to its last comma, with each of $argv behind them.
      function __ductile_list
          set -l before (commandline -ct | string replace -r '^--[^=]*=' '' | string replace -r '[^,]*$' '')
          printf '%s\\n' "$before"$argv
      end

      complete -c ductile -f
      complete -c ductile -n __ductile_command -s h -l help -d 'Show this help message and exit.'
      complete -c ductile -n __ductile_command -s V -l version -d 'Print version information and exit.'
      """;

  private final List<CompletedCommand> commands;

  FishScript(List<CompletedCommand> commands) {
    this.commands = commands;
  }

  String text() {
    var lines = new ArrayList<String>();
    for (CompletedCommand command : commands) {
      lines.add(
          "complete -c ductile -n __ductile_command -a %s -d %s"
              .formatted(command.name(), quoted(command.summary())));
    }
    for (CompletedCommand command : commands) {
      command.options().forEach(option -> lines.add(start(command) + option(option)));
      command.operands().stream()
          .map(CompletedCommand.Operand::values)
          .filter(values -> !values.areUnknown())
          .map(values -> start(command) + values(values))
          .distinct()
          .forEach(lines::add);
    }
    return START + String.join("\n", lines) + "\n";
  }

  private static String start(CompletedCommand command) {
    return "complete -c ductile -n '__ductile_command %s'".formatted(command.name());
  }

  private static String option(CompletedOption option) {
    String names =
        option.names().stream()
            .map(name ->
                name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.charAt(1))
            .collect(Collectors.joining());
    boolean isNeeded = option.value() == CompletedOption.Value.NEEDED;
    String values = isNeeded ? " -r" + values(option.values()) : "";
    return names + values + " -d " + quoted(option.summary());
  }

  private static String values(Values values) {
    String words = String.join(" ", values.words());
    String proposed =
        switch (values.found()) {
          case RUNNING_JOBS -> "(__ductile_jobs)";
          case FOLDERS -> "(__fish_complete_directories)";
          case FILES, NOTHING -> values.isList() ? "(__ductile_list %s)".formatted(words) : words;
        };
    String files = values.found() == Candidates.Found.FILES ? " -F" : " -f";
    return files + (proposed.isEmpty() ? "" : " -a " + quoted(proposed));
  }

  private static String quoted(String text) {
    return "'%s'".formatted(text.replace("\\", "\\\\").replace("'", "\\'"));
  }
}
