package dev.ductile.cli.completion;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Completion for bash 3.2 or later, without the package bash-completion. */
final class BashScript {
  private static final String SCRIPT =
      """
      # Completion of ductile for bash, made by: ductile completion bash

      # Prints the jobs that train: each has a socket in the folder of this user.
      _ductile_jobs() {
        local folder=${XDG_RUNTIME_DIR:+$XDG_RUNTIME_DIR/ductile} job LC_ALL=C
        folder=${folder:-/tmp/ductile-$(id -un | tr -c 'A-Za-z0-9._\\n-' _)}
        [[ -O $folder ]] || return 0
        for job in "$folder"/*.job; do
          job=${job##*/}
          # compgen would expand other characters; the name of a socket of a long name is cut, and has a ~
          [[ $job == *[!A-Za-z0-9._-]* ]] || printf '%s\\n' "${job%.job}"
        done
      }

      # Sets need, words, found and list for a place: an option or the number of an operand of a command.
      _ductile_place() {
        need='' words='' found='' list=''
        case $1 in
      %PLACES%
        esac
      }

      # Sets options for a command.
      _ductile_options() {
        case $1 in
      %OPTIONS%
        esac
      }

      _ductile() {
        local line=${COMP_LINE:0:COMP_POINT} command='' place='' state='' end='' options=''
        local need words found list word part front lead i operand=1
        local -a before
        local whole=${line##*[[:space:]]}
        read -ra before <<< "${line%"$whole"}"
        for ((i = 1; i < ${#before[@]}; i++)); do
          word=${before[i]}
          if [[ $state == needed || ($state == optional && $word != -*) ]]; then
            state=''
          elif [[ -z $end && $word == -- ]]; then
            end=yes state=''
          elif [[ -z $end && $word == -* ]]; then
            place=$command:$word
            _ductile_place "$place"
            state=$need
          elif [[ -z $command ]]; then
            command=$word state=''
          elif [[ ' %GROUPS% ' == *" $command "* ]]; then
            command=$command-$word state=''
          else
            operand=$((operand + 1)) state=''
          fi
        done
        part=$whole front=''
        if [[ -z $end && -z $state && $whole == --*=* ]]; then
          _ductile_place "$command:${whole%%=*}"
          front=${whole%%=*}= part=${whole#*=}
        elif [[ $state == needed || ($state == optional && $whole != -*) ]]; then
          _ductile_place "$place"
        elif [[ -z $end && $whole == -* ]]; then
          _ductile_options "$command"
          words=$options found='' list=''
        else
          _ductile_place "$command:$operand"
        fi
        if [[ -n $list && $part == *,* ]]; then
          front=$front${part%,*},
          part=${part##*,}
        fi
        COMPREPLY=()
        case $found in
          running) words=$(_ductile_jobs) ;;
          server) words=$(DUCTILE_REQUEST_TIMEOUT=1s "${before[0]}" jobs -o name --limit 500 2> /dev/null < /dev/null) ;;
        esac
        # bash replaces only the text behind the last of these characters
        lead=''
        [[ $whole != *[@=:]* ]] || lead=${whole%"${whole##*[@=:]}"}
        while IFS='' read -r word; do
          word=$front$word
          [[ -z $word ]] || COMPREPLY+=("${word#"$lead"}")
        done < <(compgen -W "$words" -- "$part")
        case $found in
          files) i=-f ;;
          folders) i=-d ;;
          *) return 0 ;;
        esac
        # bash quotes file names itself, but would quote words, too
        state=${#COMPREPLY[@]} lead=''
        ((state)) || compopt -o filenames 2> /dev/null
        [[ $part != *[@=:]* ]] || lead=${part%"${part##*[@=:]}"}
        while IFS='' read -r word; do
          word=${word#"$lead"}
          ((!state)) || printf -v word %q "$word"
          COMPREPLY+=("$word")
        done < <(compgen "$i" -- "$part")
      }

      complete -F _ductile ductile ./ductile
      """;

  private final List<CompletedCommand> top;

  /** All commands by their keys; that of {@code learn imitate} is {@code learn-imitate}. */
  private final Map<String, CompletedCommand> commands = new LinkedHashMap<>();

  BashScript(List<CompletedCommand> commands) {
    this.top = commands;
    for (CompletedCommand command : commands) {
      this.commands.put(command.name(), command);
      for (CompletedCommand inner : command.commands()) {
        this.commands.put(command.name() + "-" + inner.name(), inner);
      }
    }
  }

  String text() {
    return SCRIPT
        .replace("%PLACES%", String.join("\n", places()))
        .replace("%OPTIONS%", String.join("\n", options()))
        .replace(
            "%GROUPS%",
            top.stream()
                .filter(CompletedCommand::isGroup)
                .map(CompletedCommand::name)
                .collect(Collectors.joining(" ")));
  }

  private List<String> places() {
    var places = new ArrayList<String>();
    String names = top.stream().map(CompletedCommand::name).collect(Collectors.joining(" "));
    places.add("    :1) words='%s' ;;".formatted(names));
    commands.forEach((key, command) -> places.addAll(places(key, command)));
    return places;
  }

  private static List<String> places(String key, CompletedCommand command) {
    var places = new ArrayList<String>();
    if (command.isGroup()) {
      places.add(
          "    %s:1) words='%s' ;;".formatted(key, String.join(" ", command.commandNames())));
    }
    command.options().stream()
        .filter(option -> option.value() != CompletedOption.Value.NONE)
        .map(option -> place(key, option))
        .forEach(places::add);
    for (int i = 0; i < command.operands().size(); i++) {
      CompletedCommand.Operand operand = command.operands().get(i);
      String number = operand.isRepeated() ? "[0-9]*" : Integer.toString(i + 1);
      if (!operand.values().areUnknown()) {
        places.add("    %s:%s)%s ;;".formatted(key, number, values(operand.values())));
      }
    }
    return places;
  }

  private static String place(String command, CompletedOption option) {
    String names =
        option.names().stream()
            .map(name -> command + ":" + name)
            .collect(Collectors.joining(" | "));
    String need = option.value() == CompletedOption.Value.NEEDED ? "needed" : "optional";
    return "    %s) need=%s%s ;;".formatted(names, need, values(option.values()));
  }

  private static String values(Values values) {
    var text = new StringBuilder();
    if (!values.words().isEmpty()) {
      text.append(" words='").append(String.join(" ", values.words())).append('\'');
    }
    switch (values.found()) {
      case NOTHING -> {}
      case FILES -> text.append(" found=files");
      case FOLDERS -> text.append(" found=folders");
      case RUNNING_JOBS -> text.append(" found=running");
      case SERVER_JOBS -> text.append(" found=server");
    }
    return text.append(values.isList() ? " list=yes" : "").toString();
  }

  private List<String> options() {
    var lines = new ArrayList<String>();
    lines.add("    '') options='-h --help -V --version' ;;");
    commands.forEach((key, command) ->
        lines.add(
            "    %s) options='%s' ;;".formatted(key, String.join(" ", command.optionNames()))));
    return lines;
  }
}
