package dev.ductile.reproductions.report;

import dev.ductile.reports.OutputFolder;
import dev.ductile.reports.Plot;
import dev.ductile.reproductions.Reproduced;
import dev.ductile.text.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The output folder of reproductions: an index, and for each a page, a chart and its numbers.
 *
 * @param options the options of {@code ductile reproduce}, to repeat it
 */
public record ReproductionFolder(List<Reproduced> all, List<String> options) {
  public ReproductionFolder {
    all = List.copyOf(all);
    options = List.copyOf(options);
  }

  /** Writes all files or none, and returns the names of the written ones. */
  public List<Path> writeTo(Path folder) {
    try {
      return new OutputFolder(folder).fill(this::write);
    } catch (IOException | UncheckedIOException e) {
      throw new InputException("cannot write to %s: %s".formatted(folder, e.getMessage()), e);
    }
  }

  private String command(String name) {
    return String.join(
        " ", Stream.concat(Stream.of("ductile", "reproduce", name), options.stream()).toList());
  }

  private void write(Path aside) throws IOException {
    boolean canDraw = Plot.missing().isEmpty();
    for (Reproduced one : all) {
      String name = one.reproduction().name();
      OutputFolder.write(aside.resolve(name + ".csv"), Spreadsheet.of(List.of(one)));
      OutputFolder.write(aside.resolve(name + ".html"), Pages.one(one, command(name), canDraw));
      if (canDraw) {
        for (String ending : Plot.ENDINGS) {
          ChartImage.save(one, aside.resolve(name + ending));
        }
      }
    }
    OutputFolder.write(aside.resolve("verdicts.md"), Verdicts.of(all));
    OutputFolder.write(aside.resolve(ResultsPage.FILE), ResultsPage.of(all));
    OutputFolder.write(aside.resolve(Pages.INDEX), Pages.index(all));
  }
}
