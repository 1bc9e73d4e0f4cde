package dev.ductile.runtime.simulation;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.LongStream;

/** Plays stories: COUNT of them from seed FIRST on; of a single one it prints the trace. */
public final class Simulations {
  /** The answer of {@link #firstFailure} if no seed fails. */
  static final String NONE = "not found";

  private static final double MINUTE_NANOS = 60e9;
  private static final long AT_ONCE = 16;

  private Simulations() {}

  /** Prints the failures and the jobs per minute: Simulations COUNT FIRST. */
  public static void main(String[] arguments) throws IOException {
    var out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    long count = Long.parseLong(arguments[0]);
    long first = Long.parseLong(arguments[1]);
    if (count == 1) {
      out.println(told(first));
    } else {
      play(first, count, out);
    }
  }

  private static void play(long first, long count, PrintStream out) throws IOException {
    long start = System.nanoTime();
    var tally = new SimulationCounts();
    LongStream.range(first, first + count)
        .parallel()
        .mapToObj(SimulationResult::of)
        .peek(tally::add)
        .filter(SimulationResult::isWrong)
        .forEach(one -> out.println(one.complaint().lines().findFirst().orElseThrow()));
    double minutes = (System.nanoTime() - start) / MINUTE_NANOS;
    out.printf(Locale.ROOT, "%s, %.0f a minute%n", tally, count / minutes);
    FigureFile figures = FigureFile.ofThisRun();
    tally.addTo(figures, first, count / minutes);
    figures.write();
  }

  /** The first of so many seeds whose job fails a check, with that check. */
  public static String firstFailure(long seeds) {
    for (long from = 0; from < seeds; from += AT_ONCE) {
      Optional<String> found =
          LongStream.range(from, Math.min(seeds, from + AT_ONCE))
              .parallel()
              .mapToObj(Simulations::failure)
              .filter(failure -> !failure.isEmpty())
              .findFirst();
      if (found.isPresent()) {
        return found.get();
      }
    }
    return "%s in %d seeds".formatted(NONE, seeds);
  }

  private static String failure(long seed) {
    String failure;
    try {
      failure = complaint(seed);
    } catch (RuntimeException e) {
      failure = e.toString();
    }
    return failure.isEmpty()
        ? ""
        : "found after %d seeds: %s".formatted(seed + 1, failure.lines().findFirst().orElse(""));
  }

  /** The failed checks of the job of a seed, with the trace that led to it; empty if nothing is. */
  static String complaint(long seed) {
    return SimulationResult.of(seed).complaint();
  }

  private static String told(long seed) {
    SimulationResult one = SimulationResult.of(seed);
    Trace trace = one.ending().trace();
    return "%s%n%s%n%s%ntrace %x".formatted(one.scenario(), trace, one.wrong(), trace.hash());
  }
}
