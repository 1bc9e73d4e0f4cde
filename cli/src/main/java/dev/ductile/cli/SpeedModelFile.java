package dev.ductile.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.reports.Documents;
import dev.ductile.text.OutputFile;
import dev.ductile.text.TextFile;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;

/** A speed model in a file, for any job of a scenario. */
final class SpeedModelFile {
  private SpeedModelFile() {}

  /** Writes the model, and the command that made it as a comment; returns a note on that. */
  static String save(ObjectNode model, Path file, CommandSpec command) {
    String origin = "# %s%n".formatted(Invocation.of(command));
    try {
      OutputFile.write(file, origin + Documents.yaml(model));
    } catch (IOException problem) {
      throw TextFile.failed(file, problem);
    }
    return "model: " + Output.name(file);
  }
}
