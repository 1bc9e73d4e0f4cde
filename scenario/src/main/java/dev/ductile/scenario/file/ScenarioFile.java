package dev.ductile.scenario.file;

import dev.ductile.api.Gang;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Nodes;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Decisions;
import dev.ductile.scenario.Failures;
import dev.ductile.scenario.Feedback;
import dev.ductile.scenario.Noise;
import dev.ductile.scenario.Rescale;
import dev.ductile.scenario.RunLimits;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.Shadow;
import dev.ductile.scenario.Submission;
import dev.ductile.scenario.TraceFormat;
import dev.ductile.scenario.Workload;
import dev.ductile.text.Document;
import dev.ductile.text.FileKind;
import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import dev.ductile.text.Mistakes;
import dev.ductile.text.Scalars;
import dev.ductile.text.Written;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads scenarios. The whole file is checked, including the settings of its policies. */
public final class ScenarioFile {
  private final Path file;
  private final Catalog catalog;

  private ScenarioFile(Path file, Catalog catalog) {
    this.file = file;
    this.catalog = catalog;
  }

  /**
   * The scenario in a file.
   *
   * @throws InputException with all mistakes in it
   */
  public static Scenario read(Path file, Catalog catalog) {
    Written root = Document.read(file).root();
    FileKind.SCENARIO.require(root);
    return of(root, file, catalog);
  }

  /**
   * The scenario that is part of another document.
   *
   * @param file that document: the scenario's paths start beside it
   */
  public static Scenario of(Written written, Path file, Catalog catalog) {
    return new ScenarioFile(file, catalog).scenario(written);
  }

  /** Every part is read, also if another one has mistakes. */
  private Scenario scenario(Written root) {
    var mistakes = new Mistakes();
    Optional<ScenarioEntry> bound =
        mistakes.tried(() -> TypeReaders.BINDER.record(ScenarioEntry.class, root));
    Optional<Nodes> machines =
        root.get("cluster")
            .flatMap(written -> mistakes.tried(() -> ClusterEntry.machines(written)));
    Optional<Workload> jobs =
        root.get("workload").flatMap(written -> mistakes.tried(() -> workload(written, machines)));
    checkRules(root, mistakes);
    List<Choice> policies = policies(root, mistakes);
    Optional<Choice> placement =
        root.get("placement").flatMap(written -> mistakes.tried(() -> placement(written)));
    Optional<String> estimator =
        root.get("estimator").flatMap(name -> mistakes.tried(() -> catalog.estimator(name)));
    Optional<Choice> shadow =
        root.get("shadow")
            .flatMap(written -> written.get("policy"))
            .flatMap(written -> mistakes.tried(() -> shadow(written, policies)));
    mistakes.throwAny();
    ScenarioEntry entry = bound.orElseThrow();
    return scenario(
        root,
        entry,
        machines.orElseThrow(),
        jobs.orElseThrow(),
        policies,
        placement.orElse(Scenario.DEFAULT_PLACEMENT),
        estimator,
        entry.shadow().map(written -> written.shadow(shadow.orElseThrow())));
  }

  /** The rules of single values, which a scenario also checks when all of it is there. */
  private static void checkRules(Written root, Mistakes mistakes) {
    check(root, "policies", mistakes, list -> Scenario.requireDistinct("policies", choices(list)));
    check(root, "seeds", mistakes, list -> Scenario.requireDistinct("seeds", seeds(list)));
    check(root, "loads", mistakes, list -> Scenario.requireLoads(loads(list)));
    check(root, "colocation", mistakes, one -> Scenario.requireColocation(Scalars.number(one)));
  }

  private static void check(Written root, String key, Mistakes mistakes, Consumer<Written> rule) {
    root.get(key)
        .ifPresent(written ->
            mistakes.check(() -> {
              try {
                rule.accept(written);
              } catch (IllegalArgumentException broken) {
                throw root.breaks(String.valueOf(broken.getMessage()));
              }
            }));
  }

  private static List<Choice> choices(Written list) {
    return list.elements().stream().map(Choice::of).toList();
  }

  private static List<Long> seeds(Written list) {
    return list.elements().stream().map(Scalars::longNumber).toList();
  }

  private static List<Double> loads(Written list) {
    return list.elements().stream().map(Scalars::number).toList();
  }

  private Scenario scenario(
      Written root,
      ScenarioEntry entry,
      Nodes nodes,
      Workload jobs,
      List<Choice> policies,
      Choice placement,
      Optional<String> estimator,
      Optional<Shadow> shadow) {
    Feedback feedback = entry.feedback().orElse(Feedback.NONE);
    Workload workload = feedback.fraction() > 0 ? new WithFeedback(jobs, feedback) : jobs;
    return JobReader.checked(
        root,
        () ->
            new Scenario(
                entry.name().orElseGet(this::fileName),
                nodes,
                workload,
                policies,
                placement,
                entry.rescale().map(ScenarioEntry.RescaleEntry::rescale).orElse(Rescale.FREE),
                decisions(root, entry),
                entry.noise().orElse(Noise.NONE),
                entry.colocation().orElse(0),
                entry.failures().orElse(Failures.NEVER),
                feedback,
                estimator,
                entry.limits().orElse(RunLimits.GENEROUS),
                entry.seeds().orElse(List.of(1L)),
                entry.loads().orElse(List.of(1.0)),
                shadow,
                QueueEntry.queues(root, entry.queues()),
                StabilityEntry.of(root, entry.stability())));
  }

  private static Decisions decisions(Written root, ScenarioEntry entry) {
    return entry
        .decisions()
        .map(written ->
            JobReader.checked(root.need("decisions"), () -> written.decisions(Duration.ZERO)))
        .orElse(Decisions.ON_EVENTS);
  }

  private List<Choice> policies(Written root, Mistakes mistakes) {
    var policies = new ArrayList<Choice>();
    Optional<Written> list = root.get("policies").filter(written -> written.node().isArray());
    for (Written one : list.map(Written::elements).orElse(List.of())) {
      mistakes.tried(() -> policy(one)).ifPresent(policies::add);
    }
    return policies;
  }

  private Choice policy(Written written) {
    Written located = catalog.beside(file, written);
    catalog.checkPolicy(located);
    return Choice.of(located);
  }

  private Choice shadow(Written written, List<Choice> policies) {
    Choice shadow = policy(written);
    if (policies.contains(shadow)) {
      throw written.breaks(
          "policy %s is one of policies already; a policy in shadow is another one, or has other settings"
              .formatted(shadow));
    }
    return shadow;
  }

  private Choice placement(Written written) {
    catalog.checkPlacement(written);
    return Choice.of(written);
  }

  /** Without nodes, because the cluster has mistakes, the jobs are not compared with them. */
  private Workload workload(Written written, Optional<Nodes> machines) {
    var entry = TypeReaders.BINDER.record(ScenarioEntry.WorkloadEntry.class, written);
    Nodes nodes = machines.orElse(Nodes.NONE);
    var reader = new JobReader(catalog, nodes);
    if (entry.generate().isPresent()) {
      GeneratorEntry generate = entry.generate().get();
      return JobReader.checked(written.need("generate"), () -> generate.generator(reader));
    }
    if (entry.trace().isPresent()) {
      return trace(written, entry, nodes);
    }
    return jobs(entry.jobs().orElse(List.of()), reader);
  }

  private static Workload jobs(List<Written> written, JobReader reader) {
    var mistakes = new Mistakes();
    var jobs = new ArrayList<Submission>();
    Map<JobId, Written> seen = new HashMap<>();
    for (int i = 0; i < written.size(); i++) {
      Written one = written.get(i);
      String fallbackId = "job-" + i;
      mistakes
          .tried(() -> reader.submission(one, fallbackId))
          .ifPresent(job -> {
            mistakes.check(() -> JobReader.requireNew(job.spec().id(), one, seen));
            mistakes.check(() -> reader.requireKnownResources(one, job.spec()));
            jobs.add(job);
          });
    }
    mistakes.throwAny();
    jobs.forEach(job -> mistakes.check(() -> requireWholeGang(job.spec(), jobs, seen)));
    mistakes.throwAny();
    return new WrittenJobs(jobs);
  }

  private static void requireWholeGang(
      JobSpec spec, List<Submission> jobs, Map<JobId, Written> written) {
    Gang gang = spec.gang();
    long named = jobs.stream().filter(job -> job.spec().gang().name().equals(gang.name())).count();
    if (!gang.isNone() && named != gang.members()) {
      throw Optional.ofNullable(written.get(spec.id()))
          .orElseThrow()
          .need("gang")
          .breaks(
              "gang %s has %d members here, but %d jobs name it"
                  .formatted(gang.name(), gang.members(), named));
    }
  }

  private Workload trace(Written workload, ScenarioEntry.WorkloadEntry entry, Nodes nodes) {
    Written written = workload.need("trace");
    InputFile trace = InputFile.of(resolved(written));
    if (!trace.isStream() && !Files.exists(trace.path())) {
      throw written.breaks("there is no trace " + trace);
    }
    return new TraceWorkload(
        trace,
        JobReader.checked(workload, () -> format(entry, trace)),
        catalog,
        nodes,
        entry
            .elastic()
            .map(rule ->
                JobReader.checked(workload.need("elastic"), () -> rule.elasticity(catalog))));
  }

  private TraceFormat format(ScenarioEntry.WorkloadEntry entry, InputFile trace) {
    Optional<TraceFormat> named = entry.format().map(catalog::format);
    return entry
        .columns()
        .map(columns ->
            named.map(format -> format.with(columns)).orElseGet(() -> catalog.tableWith(columns)))
        .or(() -> named)
        .orElseGet(() -> catalog.formatOf(trace));
  }

  private Path resolved(Written written) {
    try {
      String name = Scalars.text(written);
      return name.equals("-") ? Path.of(name) : file.resolveSibling(name);
    } catch (InvalidPathException problem) {
      throw written.wrong("cannot name a file: " + problem.getReason());
    }
  }

  private String fileName() {
    String name = InputFile.of(file).isStream() ? "scenario" : String.valueOf(file.getFileName());
    int dot = name.lastIndexOf('.');
    return dot > 0 ? name.substring(0, dot) : name;
  }
}
