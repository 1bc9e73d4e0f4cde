package dev.ductile.cli;

import dev.ductile.api.Nodes;
import dev.ductile.api.Reason;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.ElasticJobs;
import dev.ductile.scenario.Submission;
import dev.ductile.scenario.TraceFormat;
import dev.ductile.scenario.trace.TraceWriter;
import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Converts a trace of another system, or the state of its cluster. */
@Command(
    name = "import",
    mixinStandardHelpOptions = true,
    header = "Converts a trace, a table of yours, or the state of a cluster.",
    description = {
      "",
      "Reads the whole trace of another system, or a table with columns of your own, and writes it as a"
          + " trace for scenarios. A mistake in the trace ends the command, and nothing is written.",
      "",
      "With --state it reads the state of a cluster of Slurm, Kubernetes or Kueue, and writes a state"
          + " file for ductile decide."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile import cluster_log.csv --format helios --to helios.jsonl.gz",
      "  ductile import jobs.csv --to jobs.jsonl \\",
      "      --columns arrived=submit:ms,gpus=num_gpu,duration=hours:h",
      "  ductile import sacct.txt --to jobs.jsonl \\",
      "      --elastic 1-4x --speed resnet50@h200 --link 25Gbps",
      "  ductile simulate --help      how to replay it",
      "  sinfo -N --json > nodes.json; squeue --json > jobs.json",
      "  ductile import --state nodes.json jobs.json --elastic 1-4x --to state.yaml",
      "  kubectl get nodes,pods -A -o json | ductile import --state - --to state.yaml"
    })
final class ImportCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description =
          "The trace of the other system, or with --state one or more files; - is standard input.")
  private List<Path> files = List.of();

  @Mixin private final TraceOptions options = new TraceOptions();
  @Mixin private final PluginOptions plugins = new PluginOptions();
  @Mixin private final ElasticOptions resizing = new ElasticOptions();
  @Mixin private final ClusterOptions cluster = new ClusterOptions();

  @Writes(Writes.Kind.FILE)
  @Option(
      names = "--to",
      paramLabel = "FILE",
      description =
          "The file to write; - is standard output. A trace is compressed if the name ends with .gz."
              + " Needed for a trace; with --state the default is standard output.")
  private Optional<Path> target = Optional.empty();

  @Mixin private final Console console = new Console();

  @Override
  public Integer call() {
    Catalog catalog = plugins.catalog();
    if (cluster.isState()) {
      options.requireNone("--state");
      cluster.write(
          files.stream().map(InputFile::of).toList(),
          target.orElse(Path.of("-")),
          catalog,
          resizing.elasticity(catalog),
          console);
      return ExitStatus.OK;
    }
    importTrace(catalog);
    return ExitStatus.OK;
  }

  private void importTrace(Catalog catalog) {
    InputFile input = InputFile.of(trace());
    Path file = target.orElseThrow(() -> new InputException("name the file to write: --to FILE"));
    TraceFormat format = options.format(input, catalog);
    Optional<ElasticJobs> elastic =
        resizing.elasticity(catalog).map(rule -> new ElasticJobs(rule, catalog, Nodes.NONE));
    var findings = new Findings();
    try (Stream<Submission> jobs =
        format.read(input, new TraceFormat.Reading(catalog, Nodes.NONE, findings))) {
      findings.assumptions.forEach(sentence -> console.note("the trace states: " + sentence));
      String origin = "%s (%s)".formatted(name(input), format.name());
      Stream<Submission> resizable = elastic.map(all -> all.of(jobs)).orElse(jobs);
      elastic.flatMap(ElasticJobs::assumption).ifPresent(findings::assumed);
      long count = TraceWriter.write(file, origin, findings.assumptions, resizable);
      console.note("%s: %s".formatted(Output.name(file), Reason.count(count, "job")));
    }
    elastic.ifPresent(jobs -> jobs.notes().forEach(console::note));
    findings.skipped.forEach((reason, jobs) ->
        console.note("left out %s: %s".formatted(Reason.count(jobs, "job"), reason)));
  }

  private Path trace() {
    if (files.size() > 1) {
      throw new InputException(
          "import takes one trace, not %d; the state of a cluster may have several files (--state)"
              .formatted(files.size()));
    }
    return files.getFirst();
  }

  private static String name(InputFile input) {
    return input.isStream() ? input.toString() : String.valueOf(input.path().getFileName());
  }

  /** Stops at the first mistake and counts the jobs that are left out. */
  private static final class Findings implements TraceFormat.Findings {
    private final Map<String, Long> skipped = new TreeMap<>();
    private final List<String> assumptions = new ArrayList<>();

    @Override
    public void wrong(InputException problem) {
      throw problem;
    }

    @Override
    public void skipped(String reason) {
      skipped.merge(reason, 1L, Long::sum);
    }

    @Override
    public void assumed(String sentence) {
      assumptions.add(sentence);
    }
  }
}
