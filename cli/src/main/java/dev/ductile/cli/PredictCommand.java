package dev.ductile.cli;

import dev.ductile.answers.PredictionAnswer;
import dev.ductile.answers.PredictionTable;
import dev.ductile.answers.Response;
import dev.ductile.reports.SpeedChart;
import dev.ductile.scenario.Question;
import dev.ductile.scenario.file.QuestionFile;
import dev.ductile.text.InputException;
import dev.ductile.text.Written;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Predicts the speed of a job at every size. */
@Command(
    name = "predict",
    mixinStandardHelpOptions = true,
    header = "Predicts how fast a job trains at every size.",
    description = {
      "",
      "Computes the speeds from a model in a file, or from a named profile. The range contains the speed in nine cases of ten."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile predict resnet50@h200 --link 25Gbps",
      "  ductile predict resnet50@h200 --link 25Gbps --workers 1..32 --plot",
      "  ductile predict vgg16@h200 --link 10Gbps --set as=layered-ps --servers 1,2,4",
      "  ductile predict examples/async-ps.yaml -o json",
      "Profiles: ductile profile --list."
    })
final class PredictCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "SPEC",
      completionCandidates = Known.ProfilesAndFiles.class,
      description = "A YAML or JSON file with a model, or a profile such as resnet50@h200.")
  private String spec = "";

  @Option(
      names = "--workers",
      paramLabel = "SIZES",
      description = "How many workers: such as 4, 1,2,4 or 1..64 (default: the file's).")
  private @Nullable String workers;

  @Option(
      names = "--servers",
      paramLabel = "SIZES",
      description = "How many parameter servers (default: the file's).")
  private @Nullable String servers;

  @Option(
      names = "--per-node",
      paramLabel = "N",
      description = "How many workers share a node (default: all of them).")
  private @Nullable String perNode;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "A key of the model, its value as in a file; may be repeated.")
  private Map<String, String> settings = new LinkedHashMap<>();

  @Option(
      names = "--link",
      paramLabel = "RATE",
      description = "For a profile: the bandwidth between workers, such as 25Gbps or 3GB/s.")
  private @Nullable String link;

  @Option(
      names = "--knee",
      paramLabel = "SHARE",
      defaultValue = "1%",
      description =
          "The knee is the last worker that makes a step this much faster (default: ${DEFAULT-VALUE}).")
  private String threshold = "1%";

  @Writes(Writes.Kind.FILE)
  @Option(
      names = "--plot",
      paramLabel = "FILE",
      arity = "0..1",
      fallbackValue = "",
      description =
          "Draw the curve here and into a file that ends with .png, .svg or .pdf (default: SPEC's name"
              + " and .png); after SPEC.")
  private @Nullable String plot;

  @Mixin private final PluginOptions plugins = new PluginOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() throws IOException {
    Question question = QuestionFile.read(asked(), plugins.catalog());
    PredictionAnswer prediction = predicted(question, NumberOptions.share("--knee", threshold));
    boolean forPeople = output.form == Response.Form.table;
    String answer = prediction.answer(forPeople).in(output.form, Output.columns());
    Optional<Path> picture =
        Optional.ofNullable(plot)
            .map(name -> Path.of(name.isEmpty() ? QuestionSource.stem(spec) + ".png" : name));
    Output.print(forPeople ? explained(answer, prediction) : answer, picture);
    if (picture.isPresent()) {
      SpeedChart.save(prediction.curves(), prediction.marks(), prediction.unit(), picture.get());
      output.console.note("Wrote " + Output.name(picture.get()));
    }
    return ExitStatus.OK;
  }

  /** Some parameters are wrong only together with a size. */
  private PredictionAnswer predicted(Question question, double share) {
    try {
      return PredictionAnswer.of(question, share);
    } catch (IllegalArgumentException broken) {
      throw new InputException("%s: %s".formatted(spec, broken.getMessage()), broken);
    }
  }

  private String explained(String table, PredictionAnswer prediction) {
    String details = new PredictionTable(prediction, true).details();
    String explained = table + details + prediction.summary();
    return plot == null ? explained : explained + "\n" + new TerminalChart(prediction).text();
  }

  /** The question, with the options in the place of keys in a file. */
  private Written asked() {
    QuestionSource asked = QuestionSource.of(spec);
    if (asked.isProfile() && link == null && !settings.containsKey("link")) {
      throw new InputException(
          "%s needs the link between its workers, such as --link 25Gbps".formatted(spec));
    }
    for (var option : options().entrySet()) {
      asked = asked.with(option.getKey(), option.getValue());
    }
    return asked.written();
  }

  private Map<String, String> options() {
    var options = new LinkedHashMap<>(settings);
    Optional.ofNullable(workers).ifPresent(sizes -> options.put("workers", listed(sizes)));
    Optional.ofNullable(servers).ifPresent(sizes -> options.put("servers", listed(sizes)));
    Optional.ofNullable(perNode).ifPresent(number -> options.put("perNode", number));
    Optional.ofNullable(link).ifPresent(rate -> options.put("link", rate));
    return options;
  }

  /** A list as a file has it. The reader of the file reports mistakes in any other text. */
  private static String listed(String sizes) {
    return NumberOptions.several(sizes)
        .filter(list -> list.size() > 1)
        .map(List::toString)
        .orElse(sizes);
  }
}
