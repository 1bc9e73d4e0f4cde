package dev.ductile.cli;

import dev.ductile.answers.ModelAnswer;
import dev.ductile.answers.PhaseAnswer;
import dev.ductile.answers.PhaseLog;
import dev.ductile.models.capture.Capture;
import dev.ductile.models.capture.ServerAddress;
import dev.ductile.runtime.process.TemporaryFolder;
import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import dev.ductile.text.Quantity;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Makes a speed model from a quick measurement. */
@Command(
    name = "profile",
    mixinStandardHelpOptions = true,
    header = "Makes a speed model from a quick measurement.",
    description = {
      "",
      "Runs a command for some seconds, or reads a recording of a worker and its parameter server,"
          + " and prints a model that scenarios accept as a job's speed."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile profile --list",
      "  ductile profile --workers 1,2 --for 10s -- @sample-trainer",
      "  ductile profile --prior resnet50@h200 --link 25Gbps -- python train.py",
      "  ductile profile --capture worker.pcap --save model.yaml",
      "  ductile profile --phases phases.jsonl -o json"
    })
final class ProfileCommand implements Callable<Integer> {
  private static final int MOST_WORKERS = 512;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--list", description = "Lists the profiles that come with Ductile.")
  private boolean list;

  @Option(
      names = "--phases",
      paramLabel = "FILE",
      description = "JSON lines with the phases of the workers' steps.")
  private Optional<Path> phases = Optional.empty();

  @Option(
      names = "--capture",
      paramLabel = "FILE",
      description = "A packet capture (pcap, pcapng) of one worker and its parameter server.")
  private Optional<Path> capture = Optional.empty();

  @Option(
      names = "--server",
      paramLabel = "HOST[:PORT]",
      description = "The parameter server of the capture (default: the side that listens).")
  private Optional<String> server = Optional.empty();

  @Option(
      names = "--workers",
      paramLabel = "SIZES",
      defaultValue = "1",
      description =
          "Sizes to run the command at, one after the other: 1,2 or 1..4 (default:"
              + " ${DEFAULT-VALUE}).")
  private String workers = "1";

  @Option(
      names = "--for",
      paramLabel = "TIME",
      defaultValue = "10s",
      converter = Time.class,
      description = "How long to measure each size (default: ${DEFAULT-VALUE}).")
  private Duration time = Duration.ofSeconds(10);

  @Option(
      names = "--wait",
      paramLabel = "TIME",
      defaultValue = "2m",
      converter = Time.class,
      description = "How long the first step may take (default: ${DEFAULT-VALUE}).")
  private Duration wait = Duration.ofMinutes(2);

  @Option(
      names = "--pattern",
      paramLabel = "REGEX",
      description =
          "Finds the step in the output of the command: step (?P<step>\\d+). Without it, common"
              + " forms are found: JSON lines, the bars of Keras, Lightning and Hugging Face, step"
              + " 120, iteration 5/100, [ 20/100].")
  private Optional<String> pattern = Optional.empty();

  @Writes(Writes.Kind.FILE)
  @Option(
      names = "--save",
      paramLabel = "FILE",
      description = "Writes the model to a file; a scenario accepts it as a job's speed.")
  private Optional<Path> save = Optional.empty();

  @Mixin private final PriorOptions belief = new PriorOptions();

  @Mixin private final Output output = new Output();

  @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "The command to run, after --.")
  private List<String> command = new ArrayList<>();

  @Override
  public Integer call() throws IOException {
    int sources = (list ? 1 : 0) + (command.isEmpty() ? 0 : 1);
    sources += (phases.isPresent() ? 1 : 0) + (capture.isPresent() ? 1 : 0);
    if (sources != 1) {
      throw new ParameterException(
          spec.commandLine(),
          "give one of --list, --phases FILE, --capture FILE, or -- COMMAND to run");
    }
    if (belief.isGiven() && command.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "--prior and --link are for a command that is run and measured");
    }
    if (list) {
      Output.print(ProfileList.answer().in(output.form, Output.columns()));
      return ExitStatus.OK;
    }
    ModelAnswer answer = answer();
    Output.print(answer.response().in(output.form, Output.columns()), save);
    answer.notes().forEach(output.console::note);
    save.ifPresent(file -> output.console.note(SpeedModelFile.save(answer.model(), file, spec)));
    return ExitStatus.OK;
  }

  private ModelAnswer answer() throws IOException {
    if (phases.isPresent()) {
      return PhaseAnswer.of(PhaseLog.read(InputFile.of(phases.get())));
    }
    if (capture.isPresent()) {
      Optional<ServerAddress> named = Optional.empty();
      if (server.isPresent()) {
        named = Optional.of(ServerAddress.parse(server.get()));
      }
      return captured(InputFile.of(capture.get()), named);
    }
    return measured();
  }

  /** A capture is read twice, so a stream is first copied to a file. */
  private static ModelAnswer captured(InputFile file, Optional<ServerAddress> named)
      throws IOException {
    if (!file.isStream()) {
      return PhaseAnswer.of(Capture.read(file.path(), named));
    }
    Path folder = TemporaryFolder.make("capture");
    Path copy = folder.resolve("standard-input");
    try (InputStream in = file.bytes()) {
      Files.copy(in, copy);
      return PhaseAnswer.of(Capture.read(copy, named));
    } finally {
      Files.deleteIfExists(copy);
      Files.delete(folder);
    }
  }

  /** The output of the command is kept only if the measurement fails. */
  private ModelAnswer measured() throws IOException {
    List<Integer> sizes = sizes();
    Path logs = TemporaryFolder.make("profile");
    String patterns = pattern.orElse(QuickMeasurement.USUAL_PATTERNS);
    var run = new QuickMeasurement(command, patterns, wait, time, logs);
    ModelAnswer answer = new QuickMeasurements(run, sizes, belief.written()).measure();
    TemporaryFolder.remove(logs);
    return answer;
  }

  private List<Integer> sizes() {
    return NumberOptions.several(workers)
        .filter(sizes -> sizes.stream().allMatch(size -> size >= 1 && size <= MOST_WORKERS))
        .map(sizes -> sizes.stream().map(Long::intValue).distinct().sorted().toList())
        .orElseThrow(() ->
            new InputException(
                "--workers wants sizes from 1 to %d, such as 1,2 or 1..4, not \"%s\""
                    .formatted(MOST_WORKERS, workers)));
  }

  /** A time such as {@code 10s} or {@code 2m}. */
  static final class Time implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      return Quantity.duration(text)
          .filter(duration -> duration.isPositive())
          .orElseThrow(() ->
              new TypeConversionException(
                  "a time is such as 10s, 2m or 1h30m, not \"%s\"".formatted(text)));
    }
  }
}
