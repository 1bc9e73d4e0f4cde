package dev.ductile.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.answers.Response;
import dev.ductile.answers.RoundedNumber;
import dev.ductile.api.RescaleMode;
import dev.ductile.cli.train.Interruption;
import dev.ductile.cli.train.JobFolder;
import dev.ductile.cli.train.SpeedMeasurements;
import dev.ductile.cli.train.Training;
import dev.ductile.cli.train.TrainingStatus;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.text.OutputFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Trains a model on processes of this machine. */
@Command(
    name = "train",
    mixinStandardHelpOptions = true,
    header = "Trains a model on processes of this machine.",
    description = {
      "",
      "Starts a master, workers and parameter servers. The keys + - add and remove workers, ] ["
          + " add and remove servers, while the model trains; so does 'ductile scale' in another"
          + " terminal. q or Ctrl-C saves and stops; the same command continues from there."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile train examples/digits.yaml",
      "  ductile train examples/ads.yaml --workers 4 --set optimizer=adam",
      "  ductile train examples/digits.yaml --keep speeds.csv",
      "  ductile fit speeds.csv"
    })
final class TrainCommand implements Callable<Integer> {
  @Parameters(paramLabel = "JOB", description = "The job: a YAML file, or - for standard input.")
  private Path file = Path.of("");

  @Option(
      names = {"-w", "--workers"},
      paramLabel = "N",
      description = "The number of workers at the start.")
  private Optional<Integer> workers = Optional.empty();

  @Option(
      names = {"-s", "--servers"},
      paramLabel = "N",
      description = "The number of parameter servers at the start; 0 means all-reduce.")
  private Optional<Integer> servers = Optional.empty();

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Replaces a value of the file: --set optimizer.learningRate=0.1.")
  private List<String> settings = new ArrayList<>();

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "The name of the job instead of the file's, to run the job twice.")
  private Optional<String> name = Optional.empty();

  @Option(
      names = "--mechanism",
      paramLabel = "HOW",
      defaultValue = "hot",
      description =
          "How the job changes its size: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private How rescaleMode = How.hot;

  @Option(
      names = "--fresh",
      description = "Starts from step 0 and deletes the checkpoints of earlier runs.")
  private boolean fresh;

  @Writes(Writes.Kind.FOLDER)
  @Option(
      names = "--folder",
      paramLabel = "FOLDER",
      defaultValue = "ductile-train",
      description = "The folder for checkpoints and logs (default: ${DEFAULT-VALUE}).")
  private Path folder = Path.of("ductile-train");

  @Writes(Writes.Kind.FILE)
  @Option(
      names = "--keep",
      paramLabel = "FILE",
      description = "Writes the speed at each size, for 'ductile fit'.")
  private Optional<Path> keep = Optional.empty();

  @Mixin private final Output output = new Output();

  /** The values of {@code --mechanism}. */
  enum How {
    hot,
    checkpoint
  }

  @Override
  public Integer call() throws IOException {
    List<String> all = settings();
    try (JobInput input = JobInput.of(file)) {
      return train(input, input.read(all), all);
    }
  }

  private int train(JobInput input, TrainingJob job, List<String> all) throws IOException {
    var jobFolder = new JobFolder(folder.resolve(job.name()));
    Training.Options options = options(input, input.arguments(job, all));
    try (var training = new Training(job, options, output.console.drawing())) {
      Training.Outcome outcome = training.run();
      if (outcome.end() == Training.End.DONE && outcome.status().firstStep().isEmpty()) {
        output.console.note(
            "job %s was done already; --fresh starts it from step 0".formatted(job.name()));
      }
      Output.print(answer(outcome, jobFolder).in(output.form, Output.columns()), keep);
      boolean kept = keep.isEmpty() || isWritten(keep.get(), outcome.status().speeds());
      return switch (outcome.end()) {
        case DONE, STOPPED -> kept ? ExitStatus.OK : ExitStatus.ERROR;
        case KILLED -> Interruption.BY_CTRL_C;
        case UNSAVED -> failure("job %s was stopped, but %s", job.name(), outcome.why());
        case FAILED -> failure("job %s failed: %s", job.name(), outcome.why());
      };
    }
  }

  private static int failure(String template, String job, String why) {
    Output.say("ductile: " + template.formatted(job, why));
    return ExitStatus.JOB_FAILED;
  }

  /** A file of speeds that cannot be written does not change the answer. */
  private static boolean isWritten(Path sheet, SpeedMeasurements speeds) {
    var tree = JsonNodeFactory.instance.objectNode();
    var answer = new Response(tree, speeds.columns(), speeds.cells());
    try {
      OutputFile.write(sheet, answer.in(Response.Form.csv));
      return true;
    } catch (IOException e) {
      Output.say("ductile: the speeds are not written to %s: %s".formatted(sheet, e.getMessage()));
      return false;
    }
  }

  private List<String> settings() {
    var all = new ArrayList<>(settings);
    workers.ifPresent(count -> all.add("workers=" + count));
    servers.ifPresent(count -> all.add("servers=" + count));
    name.ifPresent(word -> all.add("job=" + word));
    return List.copyOf(all);
  }

  private Training.Options options(JobInput input, List<String> arguments) {
    boolean keys = !input.isStream() && Boolean.getBoolean("ductile.keys");
    return new Training.Options(
        arguments,
        rescaleMode == How.hot ? RescaleMode.HOT : RescaleMode.CHECKPOINT,
        folder,
        fresh,
        System.getenv(),
        output.console.terminal(),
        output.console.isWatched() && keys);
  }

  private Response answer(Training.Outcome outcome, JobFolder jobFolder) {
    TrainingStatus status = outcome.status();
    Optional<Path> model = jobFolder.newest();
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.put("job", status.job());
    tree.put("end", word(outcome.end()));
    tree.put("step", status.step());
    status.loss().ifPresent(loss -> tree.put("loss", loss));
    status.heldOut().ifPresent(figures -> figures.write(tree.putObject("heldOut")));
    tree.put("seconds", outcome.time().toMillis() / 1e3);
    tree.put("crashes", status.crashes());
    if (!status.warnings().isEmpty()) {
      ArrayNode warnings = tree.putArray("warnings");
      status.warnings().forEach(warnings::add);
    }
    addRescale(outcome, tree);
    addSpeed(status.speeds().means(), tree);
    model.ifPresent(path -> tree.put("model", path.toString()));
    var columns = new ArrayList<String>(List.of("job", "end", "step", "loss"));
    var row = new ArrayList<String>();
    row.add(status.job());
    row.add(word(outcome.end()));
    row.add(Long.toString(status.step()));
    row.add(status.loss().isPresent() ? RoundedNumber.figure(status.loss().getAsDouble()) : "-");
    status
        .heldOut()
        .ifPresent(figures -> {
          columns.addAll(figures.columns());
          row.addAll(figures.cells());
        });
    columns.addAll(List.of("time", "rescales", "pause", "model"));
    row.add(RoundedNumber.seconds(outcome.time().toMillis() / 1e3));
    row.add(Integer.toString(status.pauses().size()));
    row.add(mean(status.pauses()));
    row.add(model.map(Path::toString).orElse("-"));
    return new Response(tree, columns, List.of(row));
  }

  /** The times of the start and of each change of size, as a scenario has them. */
  private void addRescale(Training.Outcome outcome, ObjectNode tree) {
    ObjectNode rescale = JsonNodeFactory.instance.objectNode();
    outcome.start().ifPresent(start -> rescale.put("start", millis(start)));
    if (!outcome.status().pauses().isEmpty()) {
      ArrayNode pauses = rescale.putArray(rescaleMode.name());
      outcome.status().pauses().forEach(pause -> pauses.add(millis(pause)));
    }
    if (!rescale.isEmpty()) {
      tree.set("rescale", rescale);
    }
  }

  /** The speed at each size, as a job of a scenario has it. */
  private static void addSpeed(List<SpeedMeasurements.Row> measured, ObjectNode tree) {
    if (!measured.isEmpty()) {
      ArrayNode points = tree.putObject("speed").put("model", "table").putArray("points");
      for (SpeedMeasurements.Row row : measured) {
        points
            .addObject()
            .put("workers", row.size().workers())
            .put("servers", row.size().servers())
            .put("stepsPerSecond", Math.round(1e3 * row.stepsPerSecond()) / 1e3);
      }
    }
  }

  private static String millis(Duration pause) {
    return String.format(Locale.ROOT, "%.3fms", pause.toNanos() / 1e6);
  }

  private static String mean(List<Duration> pauses) {
    return pauses.isEmpty()
        ? "-"
        : RoundedNumber.seconds(
            pauses.stream().collect(Collectors.averagingLong(Duration::toNanos)) / 1e9);
  }

  private static String word(Training.End end) {
    return end.name().toLowerCase(Locale.ROOT);
  }
}
