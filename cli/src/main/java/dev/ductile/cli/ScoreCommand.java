package dev.ductile.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.answers.Response;
import dev.ductile.runtime.checkpoint.ModelScore;
import dev.ductile.runtime.checkpoint.SavedModel;
import dev.ductile.runtime.checkpoint.Scorer;
import dev.ductile.runtime.data.HeldOut;
import dev.ductile.runtime.job.DataSpec.Format;
import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import dev.ductile.text.OutputFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Predicts examples with an exported model. */
@Command(
    name = "score",
    mixinStandardHelpOptions = true,
    header = "Predicts examples with an exported model.",
    description = {
      "",
      "If DATA has labels, prints the mean loss. For classes it also prints the accuracy, for two"
          + " classes the area under the ROC curve (auc), for a regression the root mean squared error"
          + " (rmse). Features that the model does not have are ignored."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile score digits.safetensors test.csv",
      "  ductile score ads.safetensors test.libsvm --predictions predicted.txt",
      "  ductile score ads.safetensors train.libsvm --held-out",
      "  zcat test.gz | ductile score ads.safetensors - --predictions - --values"
    })
final class ScoreCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "MODEL", description = "A file of 'ductile export'.")
  private Path file = Path.of("");

  @Parameters(
      index = "1",
      paramLabel = "DATA",
      description = "Examples, LIBSVM or CSV, with or without labels; - is standard input.")
  private Path data = Path.of("");

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "libsvm or csv (default: csv if DATA ends with .csv, else the model's).")
  private Optional<Format> format = Optional.empty();

  @Writes(Writes.Kind.FILE)
  @Option(
      names = "--predictions",
      paramLabel = "FILE",
      description =
          "Writes a line for each example: the predicted label, or the value of a regression; - is"
              + " standard output.")
  private Optional<Path> predictions = Optional.empty();

  @Option(
      names = "--values",
      description =
          "Adds to each predicted label the probabilities of the classes in their order, or the"
              + " decision value of an svm.")
  private boolean values;

  @Option(
      names = "--held-out",
      description =
          "DATA is the training data: only the examples count that the job held out"
              + " (validation: 10%%).")
  private boolean heldOut;

  @Mixin private final Output output = new Output();

  @Override
  public Integer call() throws IOException {
    SavedModel model = SavedModel.read(file);
    var scorer = new Scorer(model);
    ModelScore score =
        predictions.isPresent()
            ? written(scorer, model, predictions.get())
            : scored(scorer, model, (_, _) -> {});
    Output.print(answer(score).in(output.form, Output.columns()), predictions);
    return ExitStatus.OK;
  }

  private ModelScore written(Scorer scorer, SavedModel model, Path to) throws IOException {
    try (OutputFile out = OutputFile.open(to)) {
      OutputStream stream = out.stream();
      ModelScore score =
          scored(
              scorer,
              model,
              (label, numbers) ->
                  stream.write(line(label, numbers).getBytes(StandardCharsets.US_ASCII)));
      out.finish();
      return score;
    }
  }

  private ModelScore scored(Scorer scorer, SavedModel model, Scorer.Predictions taking)
      throws IOException {
    InputFile input = InputFile.of(data);
    Format written = format.orElseGet(() -> byName(model));
    try (InputStream in = input.open()) {
      return heldOut
          ? scorer.scoreHeldOut(in, input.toString(), written, heldOut(model), taking)
          : scorer.score(in, input.toString(), written, taking);
    }
  }

  private HeldOut heldOut(SavedModel model) {
    return model
        .heldOut()
        .orElseThrow(() ->
            new InputException(
                model.provenance().containsKey("held_out")
                    ? "--held-out: %s was evaluated by %s; give that as DATA, without --held-out"
                        .formatted(file, model.provenance().get("held_out"))
                    : "--held-out: the job of %s held out no examples".formatted(file)));
  }

  private Format byName(SavedModel model) {
    String name = data.toString().toLowerCase(Locale.ROOT);
    return name.matches(".*\\.csv(\\.gz)?") ? Format.CSV : model.format();
  }

  private String line(String label, double... numbers) {
    var line = new StringBuilder(label);
    if (values) {
      for (double number : numbers) {
        line.append(' ').append((float) number);
      }
    }
    return line.append('\n').toString();
  }

  private static Response answer(ModelScore score) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode().put("examples", score.examples());
    var columns = new ArrayList<String>(List.of("examples"));
    var row = new ArrayList<String>(List.of(Long.toString(score.examples())));
    add("loss", score.loss(), tree, columns, row);
    add("accuracy", score.accuracy(), tree, columns, row);
    add("auc", score.areaUnderCurve(), tree, columns, row);
    add("rmse", score.error(), tree, columns, row);
    return new Response(tree, columns, List.of(row));
  }

  private static void add(
      String name, OptionalDouble value, ObjectNode tree, List<String> columns, List<String> row) {
    if (value.isPresent()) {
      tree.put(name, value.getAsDouble());
      columns.add(name);
      row.add(String.format(Locale.ROOT, "%.6f", value.getAsDouble()));
    }
  }
}
