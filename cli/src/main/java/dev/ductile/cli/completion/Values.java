package dev.ductile.cli.completion;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.ArgSpec;

/**
 * The values of one option or operand.
 *
 * @param label the name of the value in the help text
 * @param isList whether several words may be joined by commas
 */
record Values(String label, List<String> words, Candidates.Found found, boolean isList) {
  private static final String FOLDER = "FOLDER";

  static Values of(ArgSpec argument) {
    var words = new ArrayList<String>();
    Candidates.Found found = paths(argument);
    if (argument.completionCandidates() != null) {
      argument.completionCandidates().forEach(words::add);
      if (argument.completionCandidates() instanceof Candidates named) {
        found = named.found();
      }
    }
    boolean isList = !argument.splitRegex().isEmpty();
    return new Values(argument.paramLabel(), List.copyOf(words), found, isList);
  }

  private static Candidates.Found paths(ArgSpec argument) {
    boolean isPath =
        List.of(argument.typeInfo().getType(), argument.auxiliaryTypes()[0]).contains(Path.class);
    if (!isPath) {
      return Candidates.Found.NOTHING;
    }
    return argument.paramLabel().equals(FOLDER) ? Candidates.Found.FOLDERS : Candidates.Found.FILES;
  }

  /** Whether a shell has nothing to propose. */
  boolean areUnknown() {
    return words.isEmpty() && found == Candidates.Found.NOTHING;
  }
}
