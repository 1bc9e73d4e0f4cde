package dev.ductile.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.reports.Documents;
import dev.ductile.text.OutputFile;
import dev.ductile.text.TextFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What was learned of a job's speed.
 *
 * @param answer for the person who asked
 * @param model the group of keys that says it to a scenario
 * @param notes lines that are not part of the answer
 */
record Finding(Answer answer, ObjectNode model, List<String> notes) {
  Finding {
    notes = List.copyOf(notes);
  }

  /** Writes a model, ready for any job's speed, and which command made it. */
  static void save(ObjectNode model, Path file, CommandSpec command) {
    String origin = "# %s%n".formatted(Invocation.of(command));
    try {
      OutputFile.write(file, origin + Documents.yaml(model));
    } catch (IOException problem) {
      throw TextFile.failed(file, problem);
    }
    Output.say("model: " + Output.name(file));
  }
}
