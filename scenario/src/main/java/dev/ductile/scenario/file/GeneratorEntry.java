package dev.ductile.scenario.file;

import dev.ductile.text.Inline;
import dev.ductile.text.Written;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** A workload to be made at random, as people write it. */
record GeneratorEntry(int jobs, ArrivalsEntry arrivals, List<Written> mix) {
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

  /** When the jobs come: at one rate, or at a rate for each hour of the day. */
  record ArrivalsEntry(Optional<Arrivals.Poisson> poisson, Optional<List<Double>> table) {
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

  /** One kind of job and how often it comes. */
  record MixEntry(
      OptionalDouble weight,
      Optional<String> name,
      @Inline KindEntry kind,
      Distribution work,
      Optional<String> unit) {
    MixEntry {
      if (!(weight.orElse(1) > 0) || Double.isInfinite(weight.orElse(1))) {
        throw new IllegalArgumentException(
            "weight must be a finite number above 0, not %s".formatted(weight.getAsDouble()));
      }
    }
  }

  Generator generator(JobReader reader) {
    List<Generator.Part> parts = mix.stream().map(part -> part(part, reader)).toList();
    return new Generator(jobs, arrivals.arrivals(), parts);
  }

  private static Generator.Part part(Written written, JobReader reader) {
    MixEntry entry = Forms.BINDER.record(MixEntry.class, written);
    return JobReader.checked(
        written,
        () ->
            Generator.Part.of(
                entry.weight().orElse(1),
                entry.name().orElse("job"),
                reader.kind(entry.kind(), Optional.empty()),
                entry.work(),
                entry.unit().orElse("steps")));
  }
}
