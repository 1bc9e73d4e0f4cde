package dev.ductile.scenario.trace;

import dev.ductile.api.Nodes;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Submission;
import dev.ductile.scenario.TraceFormat;
import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The findings of reading a trace to its end, or to its last tolerated problem.
 *
 * @param problems in the order of the file
 * @param skipped the number of jobs left out, by reason
 * @param first the arrival of the first job, if there is one
 * @param whole whether the whole trace was read
 */
public record TraceValidation(
    String format,
    long jobs,
    List<InputException> problems,
    SortedMap<String, Long> skipped,
    Optional<Instant> first,
    Optional<Instant> last,
    boolean whole) {

  /** Reads a trace until this many problems. */
  public static TraceValidation of(
      InputFile trace, TraceFormat format, Catalog catalog, int mostProblems) {
    var collected = new Collected(mostProblems);
    var reading = new TraceFormat.Reading(catalog, Nodes.NONE, collected);
    boolean whole = false;
    try (Stream<Submission> jobs = format.read(trace, reading)) {
      jobs.forEachOrdered(collected::add);
      whole = true;
    } catch (InputException problem) {
      collected.end(problem);
    }
    return collected.validation(format.name(), whole);
  }

  public boolean isValid() {
    return problems.isEmpty();
  }

  private static final class Collected implements TraceFormat.Findings {
    private final int most;
    private final List<InputException> problems = new ArrayList<>();
    private final SortedMap<String, Long> skipped = new TreeMap<>();
    private Optional<Instant> first = Optional.empty();
    private Optional<Instant> last = Optional.empty();
    private long jobs;

    Collected(int most) {
      this.most = most;
    }

    void add(Submission job) {
      jobs++;
      last = Optional.of(job.at());
      first = first.or(() -> last);
    }

    @Override
    public void wrong(InputException problem) {
      problems.addAll(problem.mistakes());
      if (problems.size() >= most) {
        throw problem;
      }
    }

    @Override
    public void skipped(String reason) {
      skipped.merge(reason, 1L, Long::sum);
    }

    /** Records the problem that ended the validation, unless it is recorded already. */
    void end(InputException problem) {
      problem.mistakes().stream().filter(one -> !problems.contains(one)).forEach(problems::add);
    }

    TraceValidation validation(String format, boolean whole) {
      return new TraceValidation(
          format,
          jobs,
          problems.stream().limit(most).toList(),
          Collections.unmodifiableSortedMap(skipped),
          first,
          last,
          whole);
    }
  }
}
