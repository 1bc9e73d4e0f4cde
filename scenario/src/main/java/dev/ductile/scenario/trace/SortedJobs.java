package dev.ductile.scenario.trace;

import dev.ductile.scenario.Submission;
import dev.ductile.scenario.TraceFormat.Findings;
import dev.ductile.text.InputException;
import dev.ductile.text.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The jobs of a trace that is not in order of arrival; it is read in full and sorted. */
final class SortedJobs {
  /** The largest number of jobs in a trace that must be sorted. */
  static final int MOST = 20_000_000;

  private final Findings findings;
  private final List<Submission> jobs = new ArrayList<>();
  private final SeenNames names = new SeenNames();

  SortedJobs(Findings findings) {
    this.findings = findings;
  }

  /** Reads the job of one row; empty if the job is left out. */
  @FunctionalInterface
  interface RowReader {
    Optional<Submission> read(Row row);
  }

  /** All jobs of a table. */
  static Stream<Submission> of(Table table, RowReader reader, Findings findings) {
    var sorted = new SortedJobs(findings);
    for (Optional<Row> row = table.next(findings); row.isPresent(); row = table.next(findings)) {
      sorted.add(row.get(), reader);
    }
    return sorted.stream();
  }

  void add(Row row, RowReader reader) {
    add(Place.at(row.file(), row.line()), () -> reader.read(row));
  }

  /** Adds the job of a row, unless it is left out. */
  void add(Place place, Supplier<Optional<Submission>> reader) {
    try {
      reader.get().ifPresent(job -> add(job, place));
    } catch (InputException problem) {
      findings.wrong(problem);
    } catch (IllegalArgumentException broken) {
      findings.wrong(new InputException(place, String.valueOf(broken.getMessage())));
    }
  }

  Stream<Submission> stream() {
    jobs.sort(Comparator.comparing(Submission::at));
    return jobs.stream();
  }

  private void add(Submission job, Place place) {
    if (!names.add(job.spec().id().name())) {
      throw new InputException(place, "a second job is named " + job.spec().id());
    }
    if (jobs.size() >= MOST) {
      throw new InputException(place, "the trace has more than %d jobs".formatted(MOST));
    }
    jobs.add(job);
  }
}
