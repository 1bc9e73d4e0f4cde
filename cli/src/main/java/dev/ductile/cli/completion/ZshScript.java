package dev.ductile.cli.completion;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Completion for zsh 5 or later. */
final class ZshScript {
  private static final String SCRIPT =
      """
      #compdef ductile
      # Completion of ductile for zsh, made by: ductile completion zsh

      # Proposes the jobs that train: each has a socket in the folder of this user.
      _ductile_jobs() {
        local folder=${XDG_RUNTIME_DIR:+$XDG_RUNTIME_DIR/ductile}
        local -a jobs
        folder=${folder:-/tmp/ductile-$(id -un | tr -c 'A-Za-z0-9._\\n-' _)}
        [[ -O $folder ]] || return 1
        # the name of a socket of a long name is cut, and has a ~
        jobs=($folder/*.job(N:t:r))
        compadd "$@" - ${jobs:#*[^A-Za-z0-9._-]*}
      }

      # Proposes the jobs of the server, if it answers quickly.
      _ductile_server_jobs() {
        local -a jobs
        jobs=(${(f)"$(DUCTILE_REQUEST_TIMEOUT=1s ductile jobs -o name --limit 500 2> /dev/null < /dev/null)"})
        compadd "$@" -a jobs
      }

      # Proposes words or files; the words end at --.
      _ductile_words_or_files() {
        local -a names
        while [[ $1 != -- ]]; do
          names+=("$1")
          shift
        done
        shift
        compadd "$@" -a names
        _files "$@"
      }

      _ductile() {
        local curcontext=$curcontext state line
        local -a commands
        commands=(
      %COMMANDS%
        )
        _arguments -C '(- *)'{-h,--help}'[Show this help message and exit.]' \\
          '(- *)'{-V,--version}'[Print version information and exit.]' \\
          '1:command:->command' '*::argument:->argument'
        case $state in
          command) _describe -t commands command commands ;;
          argument)
            curcontext=${curcontext%:*:*}:ductile-$line[1]:
            case $line[1] in
      %CASES%
            esac
            ;;
        esac
      }

      if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
        _ductile "$@"
      else
        compdef _ductile ductile
      fi
      """;

  private final List<CompletedCommand> commands;

  ZshScript(List<CompletedCommand> commands) {
    this.commands = commands;
  }

  String text() {
    String names =
        commands.stream()
            .map(one -> "    '%s:%s'".formatted(one.name(), quoted(one.summary())))
            .collect(Collectors.joining("\n"));
    String cases = commands.stream().map(ZshScript::command).collect(Collectors.joining("\n"));
    return SCRIPT.replace("%COMMANDS%", names).replace("%CASES%", cases);
  }

  private static String command(CompletedCommand command) {
    return command.isGroup() ? group(command) : arguments(command);
  }

  /** A group of commands: its first word names one of them. */
  private static String group(CompletedCommand group) {
    var lines = new ArrayList<String>();
    lines.add("        %s)".formatted(group.name()));
    lines.add("          _arguments -C -s \\");
    group.options().forEach(option -> lines.add("            " + option(option) + " \\"));
    lines.add(
        "            '1:command:(%s)' '*::argument:->inner'"
            .formatted(String.join(" ", group.commandNames())));
    lines.add("          if [[ $state == inner ]]; then");
    lines.add("            case $line[1] in");
    group.commands().forEach(inner -> lines.add(arguments(inner)));
    lines.add("            esac");
    lines.add("          fi");
    lines.add("          ;;");
    return String.join("\n", lines);
  }

  private static String arguments(CompletedCommand command) {
    var lines = new ArrayList<String>();
    lines.add("        %s)".formatted(command.name()));
    lines.add("          _arguments -s \\");
    command.options().forEach(option -> lines.add("            " + option(option) + " \\"));
    for (int i = 0; i < command.operands().size(); i++) {
      CompletedCommand.Operand operand = command.operands().get(i);
      String number = operand.isRepeated() ? "*" : Integer.toString(i + 1);
      lines.add("            '%s%s' \\".formatted(number, value(operand.values(), false)));
    }
    lines.add("            && return 0");
    lines.add("          ;;");
    return String.join("\n", lines);
  }

  private static String option(CompletedOption option) {
    boolean isPlain = option.value() == CompletedOption.Value.NONE;
    String text = quoted(option.summary()).replace("[", "\\[").replace("]", "\\]");
    String values =
        isPlain ? "" : value(option.values(), option.value() == CompletedOption.Value.OPTIONAL);
    List<String> names =
        option.names().stream()
            .map(name -> isPlain ? name : name.startsWith("--") ? name + "=" : name + "+")
            .toList();
    String prefix = option.isRepeated() ? "*" : "(%s)".formatted(String.join(" ", option.names()));
    return names.size() == 1
        ? "'%s%s[%s]%s'".formatted(prefix, names.getFirst(), text, values)
        : "'%s'{%s}'[%s]%s'".formatted(prefix, String.join(",", names), text, values);
  }

  /** A message and an action of {@code _arguments}; two colons begin an optional value. */
  private static String value(Values values, boolean isOptional) {
    return "%s%s:%s".formatted(isOptional ? "::" : ":", quoted(values.label()), action(values));
  }

  private static String action(Values values) {
    String words = String.join(" ", values.words());
    return switch (values.found()) {
      case FILES -> words.isEmpty() ? "_files" : "_ductile_words_or_files %s --".formatted(words);
      case FOLDERS -> "_files -/";
      case RUNNING_JOBS -> "_ductile_jobs";
      case SERVER_JOBS -> "_ductile_server_jobs";
      case NOTHING ->
          words.isEmpty()
              ? " "
              : values.isList() ? "_sequence compadd - " + words : "(%s)".formatted(words);
    };
  }

  /** For a text in single quotes; a colon would begin a new part. */
  private static String quoted(String text) {
    return text.replace("'", "'\\''").replace(":", "\\:");
  }
}
