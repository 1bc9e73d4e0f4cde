package dev.ductile.reports;

import dev.ductile.simulator.Results;
import dev.ductile.text.WriteFailure;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The report of an experiment: a page for people, tables for programs, plots for papers. The same
 * results give the same bytes.
 *
 * @param fidelity the error of the simulation, if the scenario also ran live
 */
public record Report(Results results, ReportContext about, Optional<Fidelity> fidelity) {
  public Report(Results results, ReportContext about) {
    this(results, about, Optional.empty());
  }

  /**
   * Writes all files or none, and returns them.
   *
   * @throws UncheckedIOException with one line about the cause, such as a full disk
   */
  public List<Path> writeTo(Path folder) {
    try {
      return new OutputFolder(folder).fill(this::write);
    } catch (IOException | UncheckedIOException e) {
      throw WriteFailure.writing("the report", folder, e);
    }
  }

  private void write(Path aside) throws IOException {
    OutputFolder.write(aside.resolve("report.html"), page());
    OutputFolder.write(aside.resolve("results.json"), Format.JSON.write(results));
    OutputFolder.write(aside.resolve("runs.csv"), Spreadsheets.runs(results));
    OutputFolder.write(aside.resolve("summary.csv"), Spreadsheets.summary(results));
    try (BufferedWriter jobs = Files.newBufferedWriter(aside.resolve("jobs.csv"))) {
      Spreadsheets.jobs(results, jobs);
    }
    if (fidelity.isPresent()) {
      OutputFolder.write(aside.resolve("fidelity.json"), fidelity.get().json());
    }
    Path plots = Files.createDirectory(aside.resolve("plots"));
    Optional<String> missing = Plot.missing();
    if (missing.isPresent()) {
      OutputFolder.write(plots.resolve("none.txt"), missing.get());
    } else {
      Plots.write(results, plots);
    }
  }

  /** The page alone: one self-contained file. */
  public String page() {
    return Page.of(results, about, fidelity);
  }
}
