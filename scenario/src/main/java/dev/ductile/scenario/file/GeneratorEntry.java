package dev.ductile.scenario.file;

import dev.ductile.text.Entries;
import dev.ductile.text.ExactlyOne;
import dev.ductile.text.Inline;
import dev.ductile.text.NumberBounds;
import dev.ductile.text.ReadAs;
import dev.ductile.text.Written;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A generated workload, the same for the same seed.
 *
 * @param jobs the number of jobs
 * @param arrivals when jobs arrive
 * @param mix the kinds of jobs
 */
record GeneratorEntry(
    @NumberBounds(least = 1, most = MOST_JOBS) int jobs,
    ArrivalsEntry arrivals,
    @Entries(least = 1) List<@ReadAs(MixEntry.class) Written> mix) {
  private static final int MOST_JOBS = 10_000_000;

  GeneratorEntry {
    if (jobs < 1 || jobs > MOST_JOBS) {
      throw new IllegalArgumentException(
          "jobs must be between 1 and %d, not %d".formatted(MOST_JOBS, jobs));
    }
    if (mix.isEmpty()) {
      throw new IllegalArgumentException("mix must hold at least one kind of job");
    }
  }

  /**
   * When the jobs arrive: at one rate, or at a rate for each hour of the day or of the week.
   *
   * @param poisson the same rate at all times
   * @param table mean number of jobs per hour for each of the 24 hours of the day, or of the 168
   *     hours of the week
   */
  @ExactlyOne({"poisson", "table"})
  record ArrivalsEntry(
      Optional<Arrivals.Poisson> poisson,
      Optional<
              @Entries(least = Arrivals.Table.DAY, most = Arrivals.Table.WEEK) List<
                  @NumberBounds(least = 0) Double>>
          table) {
    ArrivalsEntry {
      if (poisson.isPresent() == table.isPresent()) {
        throw new IllegalArgumentException("arrivals are either poisson or a table");
      }
    }

    Arrivals arrivals() {
      return poisson
          .<Arrivals>map(rate -> rate)
          .or(() -> table.map(Arrivals.Table::new))
          .orElseThrow();
    }
  }

  /**
   * One kind of job in a generated workload.
   *
   * @param weight how often this kind arrives, relative to the others; 1 if it is absent
   * @param name the prefix of these jobs' names; job if it is absent
   * @param work steps from beginning to end
   * @param unit the name of one step; steps if it is absent
   */
  record MixEntry(
      @NumberBounds(above = 0) OptionalDouble weight,
      Optional<String> name,
      @Inline KindEntry kind,
      Distribution work,
      Optional<String> unit) {
    MixEntry {
      if (!(weight.orElse(1) > 0) || Double.isInfinite(weight.orElse(1))) {
        throw new IllegalArgumentException(
            "weight must be a finite number above 0, not %s".formatted(weight.getAsDouble()));
      }
      if (kind.gang().isPresent()) {
        throw new IllegalArgumentException(
            "gang cannot be given to a kind of generated jobs, because all of them would be in it");
      }
    }
  }

  GeneratedWorkload generator(JobReader reader) {
    List<GeneratedWorkload.Part> parts = mix.stream().map(part -> part(part, reader)).toList();
    return new GeneratedWorkload(jobs, arrivals.arrivals(), parts);
  }

  private static GeneratedWorkload.Part part(Written written, JobReader reader) {
    MixEntry entry = TypeReaders.BINDER.record(MixEntry.class, written);
    String name = entry.name().orElse("job");
    JobKind kind = JobReader.checked(written, () -> reader.kind(entry.kind(), Optional.empty()));
    reader.requireKnownResources(written, "a job named " + name, kind.demand());
    return JobReader.checked(
        written,
        () ->
            GeneratedWorkload.Part.of(
                entry.weight().orElse(1), name, kind, entry.work(), entry.unit().orElse("steps")));
  }
}
