package dev.ductile.runtime.data;

import dev.ductile.runtime.job.DataSpec.Source;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.job.ValidationSpec;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipException;

/**
 * The held-out examples of a job, in memory.
 *
 * @param pieces all examples, some in each
 * @param dialect the conventions of the training data
 */
public record HeldOutExamples(List<Examples> pieces, Dialect dialect) {
  /** Of all examples together: with their features they fill 512 MiB. */
  static final long MOST_NUMBERS = 1L << 26;

  private static final int AT_ONCE = 65_536;

  public HeldOutExamples {
    pieces = List.copyOf(pieces);
  }

  /**
   * Reads them.
   *
   * @throws MalformedDataException if they are malformed, too many, or none
   */
  public static HeldOutExamples read(TrainingJob job) throws IOException {
    return read(job, MOST_NUMBERS);
  }

  static HeldOutExamples read(TrainingJob job, long mostNumbers) throws IOException {
    ValidationSpec spec = job.validation().orElseThrow();
    Dialect dialect = Sources.dialect(job);
    var all = new Collected(spec, mostNumbers);
    switch (spec) {
      case ValidationSpec.Stored(Source.Stored source) -> all.add(job, source, dialect);
      case ValidationSpec.Share _ -> {
        switch (job.data().source()) {
          case Source.Stored stored -> all.add(job, stored, dialect);
          case Source.Generated generated -> all.add(job, generated);
        }
      }
    }
    return new HeldOutExamples(all.finish(), dialect);
  }

  public long count() {
    return pieces.stream().mapToLong(Examples::count).sum();
  }

  /** The examples read so far. */
  private static final class Collected {
    private final ValidationSpec spec;
    private final long mostNumbers;
    private final List<Examples> pieces = new ArrayList<>();
    private long read;
    private long numbers;

    Collected(ValidationSpec spec, long mostNumbers) {
      this.spec = spec;
      this.mostNumbers = mostNumbers;
    }

    void add(TrainingJob job, Source.Stored stored, Dialect dialect) throws IOException {
      Storage storage = Sources.find(stored);
      try (var reader =
          new ExampleReader(
              Head.text(storage),
              storage.name(),
              stored.format(),
              job.data().features(),
              dialect)) {
        if (spec instanceof ValidationSpec.Share share) {
          reader.only(HeldOut.of(share, job.seed()));
        }
        for (Examples some = reader.next(AT_ONCE); some.count() > 0; some = reader.next(AT_ONCE)) {
          if (!reader.hasLabels()) {
            throw new MalformedDataException(
                storage.name() + " has no labels; held-out examples need them");
          }
          add(some);
        }
      } catch (EOFException | ZipException e) {
        throw new MalformedDataException(
            "%s is damaged: %s".formatted(storage.name(), e.getMessage()));
      }
    }

    void add(TrainingJob job, Source.Generated made) throws IOException {
      ExampleGenerator generator =
          Generators.of(
              made.shape(), job.data().features(), Sources.labels(job.model()), job.seed());
      var list = new ExampleList(generator.width());
      HeldOut heldOut = HeldOut.of(job);
      for (long i = 0; i < made.examples(); i++) {
        generator.example(GeneratedSource.random(job.seed(), i), list);
        if (!heldOut.hasLast(list)) {
          list.dropLast();
        } else if (list.count() == AT_ONCE || list.numbers() > 1 << 20) {
          add(list.take());
        }
      }
      add(list.take());
    }

    private void add(Examples some) throws MalformedDataException {
      read += some.count();
      numbers += some.values().length;
      if (numbers > mostNumbers) {
        throw new MalformedDataException(
            "validation: %s has more than %,d values, and the master keeps them in memory: hold out less"
                .formatted(spec, mostNumbers));
      }
      pieces.add(some);
    }

    List<Examples> finish() throws MalformedDataException {
      if (read > 0) {
        return pieces;
      }
      throw new MalformedDataException(
          switch (spec) {
            case ValidationSpec.Share share ->
                "validation: %s of the data holds out no example: hold out more, or name a file"
                    .formatted(share);
            case ValidationSpec.Stored stored -> "validation: %s has no examples".formatted(stored);
          });
    }
  }
}
