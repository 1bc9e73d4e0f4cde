package dev.ductile.runtime.simulation;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;

/** Plays stories: COUNT of them from seed FIRST on; of a single one it shows all that happens. */
public final class Simulations {
  private static final double MINUTE_NANOS = 60e9;

  private Simulations() {}

  /** Says what went wrong, and how many jobs were played a minute. */
  public static void main(String[] arguments) {
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

  private static void play(long first, long count, PrintStream out) {
    long start = System.nanoTime();
    var wrong = new AtomicLong();
    LongStream.range(first, first + count)
        .parallel()
        .mapToObj(Simulations::complaint)
        .filter(complaint -> !complaint.isEmpty())
        .forEach(complaint -> {
          wrong.incrementAndGet();
          out.println(complaint.lines().findFirst().orElseThrow());
        });
    double minutes = (System.nanoTime() - start) / MINUTE_NANOS;
    out.printf(
        Locale.ROOT, "%d jobs, %d wrong, %.0f a minute%n", count, wrong.get(), count / minutes);
  }

  /** What is wrong with the job of a seed, with all that has led to it; empty if nothing is. */
  static String complaint(long seed) {
    var story = Story.of(seed);
    var ending = new SimulatedJob(story).play();
    List<String> wrong = judge(story, ending);
    return wrong.isEmpty()
        ? ""
        : "seed %d, %s, %s: %s%n%s%n%s"
            .formatted(
                seed, story.law(), story.job().synchrony().kind(), wrong, story, ending.trace());
  }

  private static String told(long seed) {
    var story = Story.of(seed);
    var ending = new SimulatedJob(story).play();
    return "%s%n%s%n%s%ntrace %x"
        .formatted(story, ending.trace(), judge(story, ending), ending.trace().hash());
  }

  private static List<String> judge(Story story, Ending ending) {
    try {
      return new Judge(story).judge(ending);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
