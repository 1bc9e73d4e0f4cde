package dev.ductile.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.answers.FitAnswer;
import dev.ductile.answers.LossAnswer;
import dev.ductile.answers.MeasuredSpeeds;
import dev.ductile.answers.ModelAnswer;
import dev.ductile.answers.PlacementAnswer;
import dev.ductile.answers.Response;
import dev.ductile.answers.Sheet;
import dev.ductile.api.Estimate;
import dev.ductile.models.fit.Fit;
import dev.ductile.models.fit.FitErrors;
import dev.ductile.models.fit.Fitter;
import dev.ductile.models.fit.LeastSquares;
import dev.ductile.models.fit.Measurement;
import dev.ductile.models.fit.Setup;
import dev.ductile.models.fit.StepTimeForm;
import dev.ductile.scenario.trace.LossCsv;
import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import dev.ductile.text.Place;
import dev.ductile.text.Suggestion;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Fits a model to measurements. */
@Command(
    name = "fit",
    mixinStandardHelpOptions = true,
    header = "Fits a model to measurements, and prints its error.",
    description = {
      "",
      "Of speeds: FILE is a CSV file with a header: workers (or gpus), servers and batch if the"
          + " job has them, and one of stepsPerSecond, samplesPerSecond and secondsPerStep.",
      "Of placements: the same with nodes, batch and secondsPerStep.",
      "Of losses: FILE has step and loss. Several such files are runs of one search, and the answer"
          + " is which runs should stop."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile fit examples/speeds.csv --points 8",
      "  ductile fit speeds.csv --save model.yaml",
      "  ductile fit speeds.csv --prior resnet50@h200 --link 25Gbps",
      "  ductile fit speeds.csv --form optimus-sync --least-squares relative",
      "  ductile fit examples/curve.csv --target 0.5 --last-step 600",
      "  ductile fit run-1.csv run-2.csv run-3.csv --last-step 600"
    })
final class FitCommand implements Callable<Integer> {
  /** Nine in ten normal errors are at most this many times the mean error. */
  private static final double NINE_OF_TEN = 2.06;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "The measurements; - is standard input.")
  private List<Path> files = List.of();

  @Option(
      names = "--test",
      paramLabel = "FILE",
      description = "Measurements for the test of the fit; they are not fitted.")
  private Optional<Path> test = Optional.empty();

  @Option(
      names = "--points",
      paramLabel = "N",
      description =
          "Fits only N sizes, chosen one after the other as an explorer does, and tests the fit on"
              + " all others.")
  private Optional<Integer> points = Optional.empty();

  @Option(
      names = "--form",
      paramLabel = "NAME",
      completionCandidates = Known.Forms.class,
      description = "The form to fit (default: the best of all forms).")
  private Optional<String> form = Optional.empty();

  @Option(
      names = "--least-squares",
      paramLabel = "ERRORS",
      description =
          "Fits the form as its paper does, by non-negative least squares of errors in seconds, or"
              + " relative: ${COMPLETION-CANDIDATES}.")
  private Optional<LeastSquares> leastSquares = Optional.empty();

  @Mixin private final PriorOptions priorOptions = new PriorOptions();

  @Writes(Writes.Kind.FILE)
  @Option(
      names = "--save",
      paramLabel = "FILE",
      description = "Writes the model; a scenario accepts it as a job's speed.")
  private Optional<Path> save = Optional.empty();

  @Option(
      names = "--target",
      paramLabel = "LOSS",
      description = "Of losses: predicts the steps until the loss is this low.")
  private Optional<Double> target = Optional.empty();

  @Option(
      names = "--last-step",
      paramLabel = "STEP",
      description = "Of losses: the step at which the run ends.")
  private Optional<Long> lastStep = Optional.empty();

  @Option(
      names = "--keep",
      paramLabel = "SHARE",
      defaultValue = "25%",
      description =
          "Of several runs: the share of the best runs that should continue (default:"
              + " ${DEFAULT-VALUE}).")
  private String keep = "25%";

  @Mixin private final Output output = new Output();

  /** The columns of the file decide which kind of model is fitted. */
  @Override
  public Integer call() {
    List<InputFile> inputs = files.stream().map(InputFile::of).toList();
    if (inputs.stream().allMatch(LossCsv::recognises)) {
      refuse(
          "speeds",
          Map.of(
              "--test", test.isPresent(),
              "--points", points.isPresent(),
              "--form", form.isPresent(),
              "--least-squares", leastSquares.isPresent(),
              "--save", save.isPresent(),
              "--prior", priorOptions.isGiven()));
      Output.print(losses(inputs).in(output.form, Output.columns()));
      return ExitStatus.OK;
    }
    if (files.size() > 1) {
      throw new InputException(
          "several files are losses of several runs; speeds are in one file, and --test names another");
    }
    refuse("losses", Map.of("--target", target.isPresent(), "--last-step", lastStep.isPresent()));
    Sheet sheet = Sheet.read(inputs.getFirst());
    return PlacementAnswer.recognises(sheet) ? placements(sheet) : speeds(sheet);
  }

  private int placements(Sheet sheet) {
    refuse(
        "speeds by size",
        Map.of(
            "--points", points.isPresent(),
            "--form", form.isPresent(),
            "--least-squares", leastSquares.isPresent(),
            "--prior", priorOptions.isGiven()));
    try {
      ModelAnswer answer = PlacementAnswer.fit(sheet, test.map(InputFile::of).map(Sheet::read));
      Output.print(answer.response().in(output.form, Output.columns()), save);
      save(answer.model());
      return ExitStatus.OK;
    } catch (IllegalArgumentException broken) {
      throw new InputException(
          Place.in(sheet.file().toString()), String.valueOf(broken.getMessage()), broken);
    }
  }

  private void refuse(String subject, Map<String, Boolean> options) {
    options.keySet().stream()
        .filter(options::get)
        .sorted()
        .findFirst()
        .ifPresent(option -> {
          throw new InputException(
              "%s is for %s, and %s has none".formatted(option, subject, files.getFirst()));
        });
  }

  private Response losses(List<InputFile> inputs) {
    if (files.size() == 1) {
      return LossAnswer.of(
          inputs.getFirst(),
          target.map(OptionalDouble::of).orElse(OptionalDouble.empty()),
          lastStep.map(OptionalLong::of).orElse(OptionalLong.empty()));
    }
    long end =
        lastStep.orElseThrow(() ->
            new InputException("which runs should stop depends on where they end: --last-step"));
    return LossAnswer.among(inputs, NumberOptions.share("--keep", keep), end);
  }

  private int speeds(Sheet sheet) {
    try {
      List<Measurement> all = MeasuredSpeeds.of(sheet);
      Fitter open = form().map(Fitter.OPEN::only).orElse(Fitter.OPEN);
      Fitter fitter = priorOptions.prior().map(open::withPrior).orElse(open);
      List<Measurement> chosen = points.isPresent() ? chosen(fitter, all, points.get()) : all;
      Set<Setup> fitted = chosen.stream().map(Measurement::setup).collect(Collectors.toSet());
      var others =
          new ArrayList<>(all.stream().filter(one -> !fitted.contains(one.setup())).toList());
      test.ifPresent(path -> others.addAll(MeasuredSpeeds.of(Sheet.read(InputFile.of(path)))));
      report(fitter, chosen, others);
      return ExitStatus.OK;
    } catch (IllegalArgumentException broken) {
      throw new InputException(
          Place.in(sheet.file().toString()), String.valueOf(broken.getMessage()), broken);
    }
  }

  private void report(Fitter fitter, List<Measurement> chosen, List<Measurement> others) {
    if (leastSquares.isPresent()) {
      StepTimeForm published = published();
      double[] theta = leastSquares.get().parameters(published, chosen);
      Function<Setup, Estimate> predict =
          setup -> Estimate.exactly(1 / published.secondsPerStep(theta, setup));
      print(
          new FitAnswer(
              published.label(),
              published.terms(),
              DoubleStream.of(theta).boxed().toList(),
              predict,
              false,
              OptionalDouble.empty(),
              List.of(),
              chosen,
              others));
      ObjectNode model = Saved.form(published, theta, fitter.fit(chosen).usualBatch());
      save(model.put("error", NINE_OF_TEN * FitErrors.of(predict, chosen).mean()));
    } else {
      Fit fit = fitter.fit(chosen);
      print(
          new FitAnswer(
              fit.form(),
              fit.terms(),
              fit.theta(),
              fit::estimate,
              true,
              fit.heldOutError(),
              fit.scores(),
              chosen,
              others));
      ObjectNode model = Saved.fitted(fit, chosen);
      priorOptions.written().ifPresent(prior -> model.set("prior", prior));
      save(model);
    }
  }

  private static List<Measurement> chosen(Fitter fitter, List<Measurement> all, int sizes) {
    if (sizes < 1) {
      throw new InputException("--points must be at least 1, not " + sizes);
    }
    return fitter.explore(all, sizes);
  }

  private Optional<StepTimeForm> form() {
    return form.map(name ->
        StepTimeForm.named(name)
            .orElseThrow(() ->
                new InputException(
                    "unknown form \"%s\"%s"
                        .formatted(name, Suggestion.phrase(name, StepTimeForm.labels())))));
  }

  /** The form for least squares, which must be a speed model of its own. */
  private StepTimeForm published() {
    return form()
        .filter(StepTimeForm::published)
        .orElseThrow(() ->
            new InputException(
                "--least-squares needs --form allreduce-fit, ernest, optimus-sync or"
                    + " optimus-async"));
  }

  private void print(FitAnswer report) {
    Output.print(report.answer().in(output.form, Output.columns()), save);
  }

  private void save(ObjectNode model) {
    save.ifPresent(path -> output.console.note(SpeedModelFile.save(model, path, spec)));
  }

  /** Models as a scenario has them. */
  private static final class Saved {
    private Saved() {}

    static ObjectNode form(StepTimeForm form, double[] theta, double batch) {
      ObjectNode model = JsonNodeFactory.instance.objectNode().put("model", form.label());
      ArrayNode list = model.putArray("theta");
      DoubleStream.of(theta).forEach(list::add);
      model.put("batch", batch);
      if (form == StepTimeForm.ALL_REDUCE) {
        model.put("bytes", 1);
      }
      return model;
    }

    static ObjectNode fitted(Fit fit, List<Measurement> measurements) {
      ObjectNode model =
          JsonNodeFactory.instance
              .objectNode()
              .put("model", "fitted")
              .put("batch", fit.usualBatch());
      StepTimeForm.named(fit.form()).ifPresent(form -> model.put("form", form.label()));
      ArrayNode list = model.putArray("points");
      for (Measurement measurement : measurements) {
        Setup setup = measurement.setup();
        ObjectNode point = list.addObject().put("workers", setup.workers());
        if (setup.servers() > 0) {
          point.put("servers", setup.servers());
        }
        if (setup.batch() != fit.usualBatch()) {
          point.put("batch", setup.batch());
        }
        point.put("stepsPerSecond", measurement.stepsPerSecond());
        if (measurement.weight() != 1) {
          point.put("weight", measurement.weight());
        }
      }
      return model;
    }
  }
}
