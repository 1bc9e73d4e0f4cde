package dev.ductile.policies.sizing;

import dev.ductile.api.JobId;
import dev.ductile.api.Reason;
import dev.ductile.api.Size;
import java.util.function.Function;
import java.util.function.Supplier;

/** Sentences about what a step would gain, put together when somebody reads them. */
final class GainText {
  private GainText() {}

  /**
   * A job that took a step.
   *
   * @param per what its gain is counted for, which may be another unit than that of the others
   */
  record Rival(JobId job, double gain, String per) {}

  /** A unit of time, and up to which number of seconds people read numbers in it. */
  private enum Unit {
    SECONDS("s", 1, 100),
    MINUTES("min", 60, 100 * 60),
    HOURS("h", 3600, 48 * 3600),
    DAYS("d", 86_400, Double.POSITIVE_INFINITY);

    private final String name;
    private final double seconds;
    private final double most;

    Unit(String name, double seconds, double most) {
      this.name = name;
      this.seconds = seconds;
      this.most = most;
    }

    private static Unit of(double seconds) {
      for (Unit unit : values()) {
        if (seconds < unit.most) {
          return unit;
        }
      }
      return DAYS;
    }

    private String number(double amount) {
      return Reason.text(amount / seconds);
    }
  }

  /** The next size is no faster. */
  static Supplier<String> none(Size size, Size next) {
    return () -> more(size, next) + " would save no time";
  }

  /** Another job gains more by what it took last; told of a job that has come to this end. */
  static Function<Size, String> less(Size size, GrowthPath.Step step, String per, Rival rival) {
    return end -> {
      Unit unit = Unit.of(rival.gain());
      String saved = unit.number(rival.gain());
      return "%s would save %s %s per %s, and %s saves %s"
          .formatted(
              at(size, end) + more(size, step.size()),
              unit.number(step.gain()),
              unit.name,
              per,
              rival.job(),
              rival.per().equals(per) ? saved : saved + " per " + rival.per());
    };
  }

  /** There is not enough left for the step; told of a job that has come to this end. */
  static Function<Size, String> noRoom(Size size, GrowthPath.Step step, String per) {
    return end -> {
      Unit unit = Unit.of(step.gain());
      return "%s would save %s %s per %s, but so much is not left"
          .formatted(
              at(size, end) + more(size, step.size()), unit.number(step.gain()), unit.name, per);
    };
  }

  /** A gain is told of the size it was worked out for, where the job has grown since. */
  private static String at(Size size, Size end) {
    return size.equals(end) ? "" : "at %s ".formatted(size);
  }

  private static String more(Size from, Size to) {
    int workers = to.workers() - from.workers();
    int servers = to.servers() - from.servers();
    if (workers == 0) {
      return servers == 1 ? "one more server" : "the next %d servers".formatted(servers);
    }
    if (servers == 0) {
      return workers == 1 ? "one more worker" : "the next %d".formatted(workers);
    }
    return "the next %d+%d".formatted(workers, servers);
  }
}
