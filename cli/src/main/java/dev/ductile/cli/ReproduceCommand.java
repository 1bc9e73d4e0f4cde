package dev.ductile.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.answers.Response;
import dev.ductile.reports.OutputDocument;
import dev.ductile.reproductions.Library;
import dev.ductile.reproductions.Reproduced;
import dev.ductile.reproductions.Reproduction;
import dev.ductile.reproductions.experiment.ExperimentRunner;
import dev.ductile.reproductions.report.ReproductionFolder;
import dev.ductile.reproductions.report.ResultsDocument;
import dev.ductile.reproductions.report.Spreadsheet;
import dev.ductile.reproductions.report.TerminalResults;
import dev.ductile.reproductions.training.TrainingContext;
import dev.ductile.text.InputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Reproduces figures of papers. */
@Command(
    name = "reproduce",
    mixinStandardHelpOptions = true,
    header = "Computes figures of papers again, and checks their claims.",
    description = {
      "",
      "Runs the experiment of a figure or table, prints its numbers beside those of the paper, and"
          + " gives a verdict on each claim. Without a name: lists the reproductions."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile reproduce",
      "  ductile reproduce lin-fig-7 --out figures",
      "  ductile reproduce --all --quick"
    })
final class ReproduceCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "NAME",
      arity = "0..*",
      completionCandidates = Known.Reproductions.class,
      description = "The reproductions to run.")
  private List<String> names = List.of();

  @Option(names = "--all", description = "All reproductions.")
  private boolean all;

  @Option(
      names = "--quick",
      description = "Small versions for a test of the command; their verdicts mean little.")
  private boolean quick;

  @Option(
      names = "--seeds",
      paramLabel = "LIST",
      converter = NumberOptions.Seeds.class,
      description = "Seeds instead of the file's: 1,2,3 or 1..10.")
  private Optional<NumberOptions.Seeds> seeds = Optional.empty();

  @Writes(Writes.Kind.FOLDER)
  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      description =
          "Writes index.html, verdicts.md, results.md, and for each figure a page, a chart (PNG, SVG, PDF) and a CSV.")
  private Optional<Path> out = Optional.empty();

  @Option(
      names = "--from",
      paramLabel = "FOLDER",
      description = "The folder of the reproductions (default: the reproductions of Ductile).")
  private Optional<Path> from = Optional.empty();

  @Writes(Writes.Kind.FOLDER)
  @Option(
      names = "--models",
      paramLabel = "FOLDER",
      description =
          "Keeps trained models in this folder, and does not train those again that are there.")
  private Optional<Path> models = Optional.empty();

  @Mixin private final ThreadOption threads = new ThreadOption();
  @Mixin private final PluginOptions plugins = new PluginOptions();
  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    if (all && !names.isEmpty()) {
      throw new InputException("--all runs all reproductions; leave out --all or the names");
    }
    int simultaneous = threads.count();
    Library library = Library.in(from.orElse(home()));
    List<String> wanted = all ? library.names() : names;
    if (wanted.isEmpty()) {
      Output.print(list(library).in(output.form, Output.columns()));
      return ExitStatus.OK;
    }
    List<Reproduction> read = wanted.stream().map(name -> library.read(name, quick)).toList();
    var reproduced = new ArrayList<Reproduced>();
    for (Reproduction one : read) {
      reproduced.add(
          reproduced(seeds.map(chosen -> withSeeds(one, chosen)).orElse(one), simultaneous));
    }
    Output.print(text(reproduced));
    if (out.isPresent()) {
      new ReproductionFolder(reproduced, options()).writeTo(out.get());
      output.console.note("figures: " + out.get().resolve("index.html"));
    }
    long surprises = reproduced.stream().mapToLong(one -> one.surprises().size()).sum();
    if (surprises == 0) {
      return ExitStatus.OK;
    }
    Output.say("ductile: verdicts that differ from the files: " + surprises);
    return ExitStatus.ERROR;
  }

  private static Path home() {
    return Path.of(System.getProperty("ductile.home", "."), "reproductions");
  }

  /** The names of the reproductions that come with Ductile; a build without its folder has none. */
  static List<String> installed() {
    return Files.isDirectory(home()) ? Library.in(home()).names() : List.of();
  }

  private static Reproduction withSeeds(Reproduction one, NumberOptions.Seeds chosen) {
    try {
      return one.withSeeds(chosen.list());
    } catch (IllegalArgumentException broken) {
      throw new InputException("--seeds: " + broken.getMessage(), broken);
    }
  }

  /** The options that give the same numbers. */
  private List<String> options() {
    var options = new ArrayList<String>();
    if (quick) {
      options.add("--quick");
    }
    seeds.ifPresent(chosen -> options.add("--seeds " + chosen));
    from.ifPresent(folder -> options.add("--from " + folder));
    return options;
  }

  private Reproduced reproduced(Reproduction one, int simultaneous) {
    boolean isWatched = output.console.isWatched();
    try (var meter = new ProgressMeter(isWatched);
        var episodes = new ProgressMeter(isWatched, "episodes of training")) {
      var training = new TrainingContext(models, Version.ofDuctile(), episodes);
      return Reproduced.of(
          one, new ExperimentRunner(plugins.catalog(), simultaneous, meter, training));
    }
  }

  private String text(List<Reproduced> all) {
    return switch (output.form) {
      case table ->
          all.stream()
              .map(one -> TerminalResults.of(one, Output.columns()))
              .collect(Collectors.joining("\n"));
      case json -> new OutputDocument(ResultsDocument.of(all)).json();
      case yaml -> new OutputDocument(ResultsDocument.of(all)).yaml();
      case csv -> Spreadsheet.of(all);
    };
  }

  private static Response list(Library library) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    ArrayNode list = tree.putArray("reproductions");
    var rows = new ArrayList<List<String>>();
    for (String name : library.names()) {
      Reproduction one = library.read(name, false);
      list.addObject()
          .put("name", name)
          .put("paper", one.paper().toString())
          .put("figure", one.figure())
          .put("title", one.title())
          .put("takes", one.takes());
      rows.add(List.of(name, one.paper().toString(), one.figure(), one.title(), one.takes()));
    }
    return new Response(
        tree,
        List.of("name", "paper", "figure", "title", "takes"),
        rows,
        List.of("figure", "paper"));
  }
}
