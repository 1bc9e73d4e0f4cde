package dev.ductile.scenario.file;

import dev.ductile.api.JobId;
import dev.ductile.api.Seed;
import dev.ductile.api.Work;
import dev.ductile.scenario.Submission;
import dev.ductile.scenario.Workload;
import dev.ductile.text.InputException;
import dev.ductile.text.Quantity;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A generated workload. The arrival, kind and work of each job have separate random streams, so a
 * change of one does not change the others.
 */
record GeneratedWorkload(int jobs, Arrivals arrivals, List<Part> mix) implements Workload {
  /** One kind of job and its weight in the mix. */
  record Part(double weight, String name, JobKind kind, Distribution work, String unit) {
    /** Checks that jobs of this kind are valid. */
    static Part of(double weight, String name, JobKind kind, Distribution work, String unit) {
      kind.spec(new JobId(name + "-0"), Work.steps(1), List.of());
      return new Part(weight, name, kind, work, unit);
    }

    Submission submission(int number, Instant at, RandomGenerator sizes) {
      Work amount = new Work(work.draw(sizes), 0, unit);
      return kind.submission(at, new JobId(name + "-" + number), amount);
    }
  }

  GeneratedWorkload {
    mix = List.copyOf(mix);
  }

  @Override
  public Stream<Submission> submissions(long seed, double load) {
    return StreamSupport.stream(
        Spliterators.spliterator(
            new Jobs(new Seed(seed), load), jobs, Spliterator.ORDERED | Spliterator.NONNULL),
        false);
  }

  private final class Jobs implements Iterator<Submission> {
    private final RandomGenerator gaps;
    private final RandomGenerator kinds;
    private final RandomGenerator sizes;
    private final double load;
    private final double weights;
    private double now;
    private int made;

    Jobs(Seed seed, double load) {
      this.gaps = seed.stream("workload.arrivals");
      this.kinds = seed.stream("workload.kinds");
      this.sizes = seed.stream("workload.work");
      this.load = load;
      this.weights = mix.stream().mapToDouble(Part::weight).sum();
    }

    @Override
    public boolean hasNext() {
      return made < jobs;
    }

    @Override
    public Submission next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      now = arrivals.after(now, load, gaps);
      Part part = drawn(kinds.nextDouble() * weights);
      return part.submission(made++, instant(now), sizes);
    }

    private Part drawn(double point) {
      double reached = 0;
      for (Part part : mix) {
        reached += part.weight();
        if (point < reached) {
          return part;
        }
      }
      return mix.getLast();
    }

    private Instant instant(double seconds) {
      return Quantity.after(Instant.EPOCH, seconds)
          .orElseThrow(() ->
              new InputException(
                  "job %d of the generated workload would arrive after %s seconds; maybe its arrivals are too rare"
                      .formatted(made, seconds)));
    }
  }
}
