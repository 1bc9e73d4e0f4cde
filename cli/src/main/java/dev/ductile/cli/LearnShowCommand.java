package dev.ductile.cli;

import dev.ductile.answers.Response;
import dev.ductile.learned.model.LearnedModel;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Describes a model. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    header = "Describes a model: its settings, training and actions.",
    description = {
      "",
      "Prints the settings and the origin of a model, its training curve as a chart, and the shares"
          + " of its actions. With -o json or -o csv: the whole curve."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  ductile learn show drf.model", "  ductile learn show drf.model -o json"})
final class LearnShowCommand implements Callable<Integer> {
  @Parameters(paramLabel = "MODEL", description = "The model.")
  private Path file = Path.of("");

  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    LearnedModel model = ModelArgument.read(file);
    var description = new ModelDescription(model);
    Output.print(
        output.form == Response.Form.table
            ? description.text(Output.columns())
            : description.response().in(output.form, Output.columns()));
    return ExitStatus.OK;
  }
}
