package dev.ductile.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.answers.Response;
import dev.ductile.runtime.checkpoint.SavedModel;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.text.InputException;
import dev.ductile.text.OutputFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes the model of a job into one file. */
@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    header = "Writes the model that a job trains into one file.",
    description = {
      "",
      "Merges the newest undamaged checkpoint of a job that is training or has ended. The file is in"
          + " the format safetensors. Its metadata has the kind of model, the labels as in the data,"
          + " the number of the first feature, and the job that the model is from."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile export examples/digits.yaml",
      "  ductile export examples/ads.yaml --to ads.safetensors",
      "  ductile score digits.safetensors digits.csv"
    })
final class ExportCommand implements Callable<Integer> {
  @Parameters(paramLabel = "JOB", description = "The job: the YAML file that it was trained with.")
  private Path file = Path.of("");

  @Writes(Writes.Kind.FILE)
  @Option(
      names = "--to",
      paramLabel = "FILE",
      description =
          "The file to write (default: the job's name and .safetensors); - is standard"
              + " output.")
  private Optional<Path> target = Optional.empty();

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Replaces a value of the file, as in 'ductile train'.")
  private List<String> settings = new ArrayList<>();

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "The name of the job, if it is not the file's.")
  private Optional<String> name = Optional.empty();

  @Option(
      names = "--folder",
      paramLabel = "FOLDER",
      defaultValue = "ductile-train",
      description = "The folder of the job's checkpoints (default: ${DEFAULT-VALUE}).")
  private Path folder = Path.of("ductile-train");

  @Mixin private final Output output = new Output();

  @Override
  public Integer call() throws IOException {
    var all = new ArrayList<>(settings);
    name.ifPresent(word -> all.add("job=" + word));
    TrainingJob job = job(all);
    Path checkpoints = folder.resolve(job.name()).resolve("checkpoints");
    SavedModel model =
        SavedModel.newest(job, checkpoints, warning -> Output.say("ductile: " + warning))
            .orElseThrow(() ->
                new InputException(
                    "%s: has no undamaged checkpoint; 'ductile train' makes one"
                        .formatted(checkpoints)));
    Path to = target.orElse(Path.of(job.name() + ".safetensors"));
    OutputFile.write(to, model::write);
    Output.print(answer(model, to).in(output.form, Output.columns()), Optional.of(to));
    return ExitStatus.OK;
  }

  private TrainingJob job(List<String> all) throws IOException {
    try (JobInput input = JobInput.of(file)) {
      return input.read(all);
    }
  }

  private static Response answer(SavedModel model, Path to) {
    String kind = model.spec().kind().name().toLowerCase(Locale.ROOT);
    String step = model.provenance().getOrDefault("step", "");
    ObjectNode tree =
        JsonNodeFactory.instance
            .objectNode()
            .put("model", Output.name(to))
            .put("kind", kind)
            .put("features", model.features())
            .put("firstFeature", model.dialect().firstFeature())
            .put("step", Long.parseLong(step));
    model.classNames().forEach(tree.putArray("labels")::add);
    return new Response(
        tree,
        List.of("model", "kind", "features", "labels", "step"),
        List.of(
            List.of(
                Output.name(to),
                kind,
                Integer.toString(model.features()),
                model.classNames().isEmpty() ? "any number" : String.join(" ", model.classNames()),
                step)));
  }
}
