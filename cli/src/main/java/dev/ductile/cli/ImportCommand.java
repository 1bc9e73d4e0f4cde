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

/** Converts a trace of another system. */
@Command(
    name = "import",
    mixinStandardHelpOptions = true,
    header = "Converts a trace, or a table of yours, to Ductile's format.",
    description = {
      "",
      "Reads the whole trace of another system, or a table with columns of your own, and writes it as a"
          + " trace for scenarios. A mistake in the trace ends the command, and nothing is written."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile import cluster_log.csv --format helios --to helios.jsonl.gz",
      "  ductile import jobs.csv --columns arrived=submit:ms,gpus=num_gpu,duration=hours:h --to jobs.jsonl",
      "  ductile import sacct.txt --elastic 1-4x --speed resnet50@h200 --link 25Gbps --to jobs.jsonl",
      "  ductile simulate --help      how to replay it"
    })
final class ImportCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "TRACE",
      description = "The trace of the other system; - is standard input.")
  private Path trace = Path.of("");

  @Mixin private final TraceOptions options = new TraceOptions();
  @Mixin private final PluginOptions plugins = new PluginOptions();
  @Mixin private final ElasticOptions resizing = new ElasticOptions();

  @Writes(Writes.Kind.FILE)
  @Option(
      names = "--to",
      paramLabel = "FILE",
      required = true,
      description =
          "The file to write, compressed if its name ends with .gz; - is standard output.")
  private Path target = Path.of("");

  @Mixin private final Console console = new Console();

  @Override
  public Integer call() {
    Catalog catalog = plugins.catalog();
    InputFile input = InputFile.of(trace);
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
      long count = TraceWriter.write(target, origin, findings.assumptions, resizable);
      console.note("%s: %s".formatted(Output.name(target), Reason.count(count, "job")));
    }
    elastic.ifPresent(jobs -> jobs.notes().forEach(console::note));
    findings.skipped.forEach((reason, jobs) ->
        console.note("left out %s: %s".formatted(Reason.count(jobs, "job"), reason)));
    return ExitStatus.OK;
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
