package dev.ductile.server.cluster;

import dev.ductile.api.JobSpec;
import dev.ductile.api.Program;
import dev.ductile.engines.supervision.LaunchCheck;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Hints about programs and files that the machine of the server does not have. They do not refuse a
 * job, because the files may come before it starts.
 *
 * @param check looks for a program where the engine would start it
 * @param environment variables of every task
 */
public record LaunchNotes(LaunchCheck check, Map<String, String> environment) {
  /** No hints, for tasks that start on other machines or as other users. */
  public static final LaunchNotes NONE = new LaunchNotes((_, _, _) -> Optional.empty(), Map.of());

  private static final Path ROOT = Path.of("/");

  /** An argument that names a script, or a training job. */
  private static final Pattern FILE = Pattern.compile("[^-].*\\.(py|sh|pl|rb|jl|R|ya?ml)");

  public LaunchNotes {
    environment = Map.copyOf(environment);
  }

  /** The hints about the jobs of a file; equal ones are told once. */
  public List<String> of(Submissions.Prepared prepared) {
    Stream<String> unstartable =
        prepared.commands().stream()
            .map(command -> command.spec().program())
            .flatMap(program -> check.problem(program, ROOT, environment).stream());
    Stream<String> missing =
        prepared.request().jobs().stream()
            .map(JobSpec::program)
            .flatMap(program -> missingFile(program).stream());
    return Stream.concat(unstartable, equals(NONE) ? Stream.empty() : missing)
        .distinct()
        .map(
            "as it is now, the job fails at its start: %s (on the machine of the server)"
                ::formatted)
        .toList();
  }

  /** The first argument, if it names a file that does not exist. */
  private static Optional<String> missingFile(Program program) {
    return program.command().stream()
        .skip(1)
        .limit(1)
        .filter(word -> FILE.matcher(word).matches())
        .filter(word -> isMissing(program.directory(), word))
        .map(word ->
            word.startsWith("/")
                ? "%s does not exist".formatted(word)
                : "%s does not exist in %s".formatted(word, program.directory()))
        .findFirst();
  }

  /** Whether there is certainly no such file; a folder that the server may not read hides it. */
  private static boolean isMissing(String directory, String file) {
    try {
      Path folder = ROOT.resolve(directory);
      return Files.isDirectory(folder) && Files.notExists(folder.resolve(file));
    } catch (InvalidPathException unusual) {
      return false;
    }
  }
}
