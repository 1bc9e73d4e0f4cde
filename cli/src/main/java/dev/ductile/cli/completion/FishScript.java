package dev.ductile.cli.completion;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Completion for fish 3 or later. */
final class FishScript {
  private static final String START =
      """
      # Completion of ductile for fish, made by: ductile completion fish

      # Whether the command line has no command yet, or the words $argv; an empty word is no word yet.
      function __ductile_command
          set -l words (commandline -opc)
          set -l given
          set -e words[1]
          for word in $words
              string match -q -- '-*' $word; or set -a given $word
          end
          test (count $argv) -gt 0; or set argv ''
          for i in (seq (count $argv))
              test "$given[$i]" = "$argv[$i]"; or return 1
          end
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

      # Prints the jobs of the server, if it answers quickly.
      function __ductile_server_jobs
          env DUCTILE_REQUEST_TIMEOUT=1s ductile jobs -o name --limit 500 2> /dev/null < /dev/null
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
      if (command.isGroup()) {
        String group = start(command.name() + " \"\"");
        command
            .commands()
            .forEach(inner ->
                lines.add(
                    "%s -a %s -d %s".formatted(group, inner.name(), quoted(inner.summary()))));
        lines.addAll(lines(group, command));
        command
            .commands()
            .forEach(
                inner -> lines.addAll(lines(start(command.name() + " " + inner.name()), inner)));
      } else {
        lines.addAll(lines(start(command.name()), command));
      }
    }
    return START + String.join("\n", lines) + "\n";
  }

  /** The options and operands of a command, behind the words that lead to it. */
  private static List<String> lines(String start, CompletedCommand command) {
    var lines = new ArrayList<String>();
    command.options().forEach(option -> lines.add(start + option(option)));
    command.operands().stream()
        .map(CompletedCommand.Operand::values)
        .filter(values -> !values.areUnknown())
        .map(values -> start + values(values))
        .distinct()
        .forEach(lines::add);
    return lines;
  }

  private static String start(String words) {
    return "complete -c ductile -n '__ductile_command %s'".formatted(words);
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
          case SERVER_JOBS -> "(__ductile_server_jobs)";
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
