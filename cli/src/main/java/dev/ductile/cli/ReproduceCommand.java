package dev.ductile.cli;

import dev.ductile.reproductions.Library;
import dev.ductile.reproductions.Reproduced;
import dev.ductile.reproductions.Reproduction;
import dev.ductile.reproductions.experiment.Laboratory;
import dev.ductile.reproductions.report.Exhibition;
import dev.ductile.reproductions.report.ResultsDocument;
import dev.ductile.reproductions.report.Spreadsheet;
import dev.ductile.reproductions.report.Telling;
import dev.ductile.scenario.Catalog;
import dev.ductile.simulator.report.Documents;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes the figures of papers again. */
@Command(
    name = "reproduce",
    mixinStandardHelpOptions = true,
    description = {
      "Makes figures and tables of papers again, and holds ours against theirs.",
      "Without a name: lists what there is."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ductile reproduce",
      "  ductile reproduce lin-fig-7 --out figures",
      "  ductile reproduce --all --quick"
    })
final class ReproduceCommand implements Callable<Integer> {
  @Parameters(paramLabel = "NAME", arity = "0..*", description = "What to reproduce.")
  private List<String> names = List.of();

  @Option(names = "--all", description = "Everything there is.")
  private boolean all;

  @Option(
      names = "--quick",
      description = "In a small form, to see that it works: its verdicts mean little.")
  private boolean quick;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "So many seeds instead of those that are written.")
  private int seeds;

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      description = "Writes index.html, and for each figure a page, a PNG and a CSV.")
  private Optional<Path> out = Optional.empty();

  @Option(
      names = "--from",
      paramLabel = "FOLDER",
      description = "Where the reproductions are (default: those that come with Ductile).")
  private Optional<Path> from = Optional.empty();

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Runs so many at once (default: the number of processors).")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Mixin private final Output output = new Output();

  @Override
  public Integer call() {
    Library library =
        Library.in(from.orElse(Path.of(System.getProperty("ductile.home", "."), "reproductions")));
    List<String> wanted = all ? library.names() : names;
    if (wanted.isEmpty()) {
      Output.print(list(library).in(output.form));
      return Exit.OK;
    }
    List<Reproduction> read = wanted.stream().map(name -> library.read(name, quick)).toList();
    var reproduced = new ArrayList<Reproduced>();
    for (Reproduction one : read) {
      reproduced.add(reproduced(seeds > 0 ? one.withSeeds(counted(seeds)) : one));
    }
    Output.print(text(reproduced));
    if (out.isPresent()) {
      new Exhibition(reproduced).writeTo(out.get());
      Output.say("figures: " + out.get().resolve("index.html"));
    }
    return Exit.OK;
  }

  private Reproduced reproduced(Reproduction one) {
    try (var meter = new Meter(Output.isWatched())) {
      return Reproduced.of(one, new Laboratory(Catalog.installed(), Math.max(1, threads), meter));
    }
  }

  private static List<Long> counted(int seeds) {
    return LongStream.rangeClosed(1, seeds).boxed().toList();
  }

  private String text(List<Reproduced> all) {
    return switch (output.form) {
      case table -> all.stream().map(Telling::of).collect(Collectors.joining("\n"));
      case json -> Documents.json(ResultsDocument.of(all));
      case yaml -> Documents.yaml(ResultsDocument.of(all));
      case csv -> Spreadsheet.of(all);
    };
  }

  private static Answer list(Library library) {
    var tree = com.fasterxml.jackson.databind.node.JsonNodeFactory.instance.arrayNode();
    var rows = new ArrayList<List<String>>();
    for (String name : library.names()) {
      Reproduction one = library.read(name, false);
      tree.addObject()
          .put("name", name)
          .put("paper", one.paper().toString())
          .put("figure", one.figure())
          .put("title", one.title())
          .put("takes", one.takes());
      rows.add(List.of(name, one.paper().toString(), one.figure(), one.title(), one.takes()));
    }
    return new Answer(tree, List.of("name", "paper", "figure", "title", "takes"), rows);
  }
}
