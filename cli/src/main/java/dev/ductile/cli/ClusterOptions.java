package dev.ductile.cli;

import dev.ductile.reports.Documents;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Elasticity;
import dev.ductile.scenario.cluster.ClusterImport;
import dev.ductile.scenario.cluster.ClusterSource;
import dev.ductile.scenario.cluster.ImportSettings;
import dev.ductile.scenario.file.StateFile;
import dev.ductile.text.Document;
import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import dev.ductile.text.OutputFile;
import dev.ductile.text.Quantity;
import dev.ductile.text.TextFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** The options that import the state of a cluster instead of a trace. */
final class ClusterOptions {
  @Option(
      names = "--state",
      description =
          "The input is the state of a cluster: the JSON of squeue and sinfo, of kubectl get"
              + " nodes,pods, or of Kueue's objects. The answer is a state file for ductile decide.")
  private boolean state;

  @Option(
      names = "--from",
      paramLabel = "SYSTEM",
      description = "With --state: slurm, kubernetes or kueue (default: detected).")
  private Optional<String> from = Optional.empty();

  @Option(
      names = "--time-left",
      paramLabel = "TIME",
      description =
          "With --state: the time that a job without a time limit is assumed to need from now on"
              + " (default: 1h).")
  private Optional<String> timeLeft = Optional.empty();

  boolean isState() {
    if (!state && (from.isPresent() || timeLeft.isPresent())) {
      throw new InputException("--from and --time-left need --state");
    }
    return state;
  }

  /** Writes the state of a cluster, with its assumptions as comments if the file is YAML. */
  void write(
      List<InputFile> inputs,
      Path target,
      Catalog catalog,
      Optional<Elasticity> elastic,
      Console console) {
    var settings = new ImportSettings(catalog, source(), timeLeft(), elastic);
    ClusterImport read = ClusterImport.read(inputs, settings);
    StateFile.of(Document.tree("the imported state", read.state()).root(), catalog);
    try {
      OutputFile.write(target, text(read, target));
    } catch (IOException problem) {
      throw TextFile.failed(target, problem);
    }
    console.note("%s: %s".formatted(Output.name(target), read.summary()));
    read.remarks().forEach(remark -> console.note("note: " + remark));
  }

  private static String text(ClusterImport read, Path target) {
    if (target.toString().endsWith(".json")) {
      return Documents.json(read.state());
    }
    String remarks =
        read.remarks().stream().map(remark -> "# - " + remark + "\n").collect(Collectors.joining());
    return "# %s\n%s%s".formatted(read.summary(), remarks, Documents.yaml(read.state()));
  }

  private Optional<ClusterSource> source() {
    return from.map(name -> {
      for (ClusterSource source : ClusterSource.values()) {
        if (source.name().toLowerCase(Locale.ROOT).equals(name)) {
          return source;
        }
      }
      throw new InputException(
          "--from must be slurm, kubernetes or kueue, not \"%s\"".formatted(name));
    });
  }

  private Duration timeLeft() {
    return timeLeft
        .map(text ->
            Quantity.duration(text)
                .filter(Duration::isPositive)
                .orElseThrow(() ->
                    new InputException(
                        "--time-left must be a time above zero such as 30m or 4h, not \"%s\""
                            .formatted(text))))
        .orElse(ImportSettings.DEFAULT_TIME_LEFT);
  }
}
