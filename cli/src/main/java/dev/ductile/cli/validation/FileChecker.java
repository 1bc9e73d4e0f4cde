package dev.ductile.cli.validation;

import dev.ductile.answers.MeasuredSpeeds;
import dev.ductile.answers.PhaseLog;
import dev.ductile.answers.PlacementAnswer;
import dev.ductile.answers.Sheet;
import dev.ductile.api.Cluster;
import dev.ductile.api.Reason;
import dev.ductile.cli.server.MachineNodes;
import dev.ductile.reproductions.Reproduction;
import dev.ductile.reproductions.ReproductionFile;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.job.file.JobFile;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.OversizedJobs;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.ServerSettings;
import dev.ductile.scenario.Submission;
import dev.ductile.scenario.TraceFormat;
import dev.ductile.scenario.file.QuestionFile;
import dev.ductile.scenario.file.ScenarioFile;
import dev.ductile.scenario.file.ServerFile;
import dev.ductile.scenario.file.StateFile;
import dev.ductile.scenario.trace.LossCsv;
import dev.ductile.scenario.trace.TraceValidation;
import dev.ductile.text.Document;
import dev.ductile.text.FileKind;
import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import dev.ductile.text.Written;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Checks files, each read to its end.
 *
 * @param format the format of a trace, by the options of the command or its first characters
 * @param most the number of problems after which a check ends
 */
public record FileChecker(Catalog catalog, Function<InputFile, TraceFormat> format, int most) {
  /** The beginning of a script, which may have options of sbatch. */
  private static final String SCRIPT = "#!";

  /** Checks a file as this kind, or else as the kind that it has. */
  public Finding check(InputFile file, Optional<CheckedKind> asked) {
    String kind = asked.map(CheckedKind::toString).orElse("");
    try {
      Optional<Written> read =
          asked.isEmpty() && isDocument(file)
              ? Optional.of(Document.read(file).root())
              : Optional.empty();
      CheckedKind known =
          asked.or(() -> read.map(FileChecker::kindOf)).orElseGet(() -> kindOfTable(file));
      kind = known.toString();
      return check(file, known, () -> read.orElseGet(() -> Document.read(file).root()));
    } catch (InputException mistakes) {
      return Finding.wrong(file.toString(), kind, mistakes.mistakes(), most);
    }
  }

  private Finding check(InputFile file, CheckedKind kind, Supplier<Written> root) {
    return switch (kind) {
      case SCENARIO -> scenario(file, root.get());
      case STATE -> state(file, root.get());
      case SERVER -> server(file);
      case TRAINING_JOB -> trainingJob(file, root.get());
      case JOB -> new SubmittableJob(catalog).check(file, root);
      case REPRODUCTION -> reproduction(file, root.get());
      case SPEED_MODEL -> speed(file, root.get());
      case TRACE -> trace(file);
      case SPEEDS -> speeds(file);
      case LOSSES -> losses(file);
      case PHASES -> phases(file);
    };
  }

  /** Whether the file is YAML, or one value of JSON; a table or JSON lines are not. */
  private static boolean isDocument(InputFile file) {
    if (file.isFolder()) {
      return false;
    }
    String name = file.toString().toLowerCase(Locale.ROOT);
    return name.endsWith(".yaml") || name.endsWith(".yml") || looksLikeKeys(file.start());
  }

  /** Whether the text begins with a key of YAML, or with a group of JSON over several lines. */
  private static boolean looksLikeKeys(String start) {
    String first =
        start
            .lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !line.startsWith("#") && !line.equals("---"))
            .findFirst()
            .orElse("");
    return first.matches("\"?[A-Za-z][\\w-]*\"?:(\\s.*)?")
        || first.equals("{")
        || (first.startsWith("{") && !first.endsWith("}"))
        || first.matches("\\{.*\\b(workload|cluster|model|experiment|command|train)\"?:.*");
  }

  private static CheckedKind kindOf(Written root) {
    return FileKind.of(root).map(CheckedKind::of).orElseThrow(() -> FileKind.unclear(root));
  }

  private CheckedKind kindOfTable(InputFile file) {
    if (file.isFolder()) {
      return CheckedKind.TRACE;
    }
    if (LossCsv.recognises(file)) {
      return CheckedKind.LOSSES;
    }
    String start = file.start();
    if (start.startsWith(SCRIPT)) {
      return CheckedKind.JOB;
    }
    if (catalog.formats().stream().anyMatch(format -> format.recognises(file, start))) {
      return CheckedKind.TRACE;
    }
    if (start.startsWith("{") && start.lines().findFirst().orElse("").contains("\"seconds\"")) {
      return CheckedKind.PHASES;
    }
    return MeasuredSpeeds.isHeader(start.lines().findFirst().orElse(""))
        ? CheckedKind.SPEEDS
        : CheckedKind.TRACE;
  }

  private Finding server(InputFile file) {
    ServerSettings settings = ServerFile.read(file.path(), catalog, MachineNodes.nodes());
    return Finding.valid(
        file.toString(),
        CheckedKind.SERVER,
        "%s with %s, policy %s"
            .formatted(
                Reason.count(settings.nodes().count(), "node"),
                settings.nodes().total(),
                settings.policy()),
        List.of());
  }

  /** The jobs of a trace are read, too, up to their first problem. */
  private Finding scenario(InputFile file, Written root) {
    FileKind.SCENARIO.require(root);
    Scenario scenario = ScenarioFile.of(root, file.path(), catalog);
    try (Stream<Submission> jobs =
        scenario.workload().submissions(scenario.seeds().getFirst(), 1)) {
      if (root.get("workload").flatMap(workload -> workload.get("trace")).isPresent()) {
        jobs.forEach(job -> {});
      }
    }
    int policies = scenario.policies().size();
    return Finding.valid(
        file.toString(),
        CheckedKind.SCENARIO,
        "%s with %s, %s"
            .formatted(
                Reason.count(scenario.nodes().count(), "node"),
                scenario.nodes().total(),
                policies == 1 ? "1 policy" : policies + " policies"),
        OversizedJobs.noted(scenario, catalog).workload().notes());
  }

  private Finding state(InputFile file, Written root) {
    FileKind.STATE.require(root);
    Cluster cluster = StateFile.of(root, catalog);
    List<InputException> problems = StateFile.problems(root, cluster);
    return problems.isEmpty()
        ? Finding.valid(
            file.toString(),
            CheckedKind.STATE,
            "%s with %s, %s"
                .formatted(
                    Reason.count(cluster.nodes().count(), "node"),
                    cluster.nodes().total(),
                    Reason.count(cluster.jobs().size(), "job")),
            StateFile.notes(cluster))
        : Finding.wrong(file.toString(), CheckedKind.STATE.toString(), problems, most);
  }

  private static Finding trainingJob(InputFile file, Written root) {
    TrainingJob job = JobFile.of(root.document(), file.path());
    return Finding.valid(
        file.toString(), CheckedKind.TRAINING_JOB, "training job " + job.name(), List.of());
  }

  private static Finding reproduction(InputFile file, Written root) {
    Reproduction figure = ReproductionFile.of(root, file.path(), false);
    return Finding.valid(
        file.toString(), CheckedKind.REPRODUCTION, "reproduction of " + figure.figure(), List.of());
  }

  private Finding speed(InputFile file, Written root) {
    FileKind.SPEED_MODEL.require(root);
    int sizes = QuestionFile.read(root, catalog).sizes().size();
    return Finding.valid(
        file.toString(), CheckedKind.SPEED_MODEL, Reason.count(sizes, "size"), List.of());
  }

  private Finding trace(InputFile file) {
    TraceValidation found = TraceValidation.of(file, format.apply(file), catalog, most);
    List<String> skipped =
        found.skipped().entrySet().stream()
            .map(one ->
                "left out %s: %s".formatted(Reason.count(one.getValue(), "job"), one.getKey()))
            .toList();
    boolean isComplete = found.whole() || found.problems().size() < most;
    return new Finding(
        file.toString(),
        CheckedKind.TRACE.toString(),
        String.format(
            Locale.ROOT,
            "%s, %s over %.1f days",
            found.format(),
            Reason.count(found.jobs(), "job"),
            days(found)),
        found.problems(),
        skipped,
        isComplete);
  }

  private static double days(TraceValidation found) {
    return found.first().isEmpty() || found.last().isEmpty()
        ? 0
        : Duration.between(found.first().get(), found.last().get()).toSeconds() / 86_400.0;
  }

  private static Finding speeds(InputFile file) {
    Sheet sheet = Sheet.read(file);
    int rows =
        PlacementAnswer.recognises(sheet)
            ? PlacementAnswer.check(sheet)
            : MeasuredSpeeds.of(sheet).size();
    return Finding.valid(
        file.toString(), CheckedKind.SPEEDS, Reason.count(rows, "measurement"), List.of());
  }

  private static Finding losses(InputFile file) {
    var read = new ReadLosses();
    LossCsv.read(file, read, read);
    read.mistakes().throwAny();
    return Finding.valid(
        file.toString(),
        CheckedKind.LOSSES,
        read.count() == 1 ? "1 loss" : read.count() + " losses",
        List.of());
  }

  private static Finding phases(InputFile file) {
    PhaseLog log = PhaseLog.read(file);
    return Finding.valid(
        file.toString(), CheckedKind.PHASES, Reason.count(log.steps().size(), "worker"), List.of());
  }
}
