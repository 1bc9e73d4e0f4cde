package dev.ductile.engines.local;

import dev.ductile.engines.supervision.TaskSpec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The shell that becomes a task. It waits for a line from the launcher, so that the guard knows its
 * process group first. Words of the command are its arguments and never read as shell text.
 *
 * <p>If the task runs as another user, the shell first becomes that user, without any variable of
 * the job: the dynamic linker would load the libraries that such variables name. The variables
 * follow on the input, where no other user can read them.
 */
record TaskShell(TaskSpec spec) {
  private static final List<String> LEADER = List.of("setsid", "/bin/sh", "-c");
  private static final String SAME_USER = "read -r go && exec \"$@\" </dev/null";
  private static final String FIRST_USER = "read -r go && exec \"$@\"";
  private static final String OTHER_USER =
      "eval \"$(cat)\"; cd -- \"$1\" && shift && exec \"$@\" </dev/null";

  /** Other names cannot be variables of a shell. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private boolean isOther() {
    return !spec.userChange().isEmpty();
  }

  ProcessBuilder builder() {
    var command = new ArrayList<>(LEADER);
    command.add(isOther() ? FIRST_USER : SAME_USER);
    command.add("task");
    if (isOther()) {
      command.addAll(spec.userChange());
      command.addAll(List.of("/bin/sh", "-c", OTHER_USER, "task", spec.directory().toString()));
    }
    command.addAll(spec.command());
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    if (isOther()) {
      builder.directory(Path.of("/").toFile());
      builder.environment().keySet().removeIf(name -> !name.equals("PATH"));
    } else {
      builder.directory(spec.directory().toFile());
      builder.environment().clear();
      builder.environment().putAll(variables());
    }
    return builder;
  }

  /** The text that lets the task begin. */
  byte[] release() {
    var text = new StringBuilder("go\n");
    if (isOther()) {
      variables()
          .forEach((name, value) -> {
            if (NAME.matcher(name).matches()) {
              text.append("command export %s='%s'\n".formatted(name, value.replace("'", "'\\''")));
            }
          });
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private Map<String, String> variables() {
    var all = new TreeMap<>(spec.environment());
    all.putAll(spec.secrets());
    return all;
  }
}
