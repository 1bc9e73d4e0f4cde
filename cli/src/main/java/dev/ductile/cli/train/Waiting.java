package dev.ductile.cli.train;

import dev.ductile.api.Event;
import dev.ductile.api.Size;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** Those who asked for another size, until the job has it. */
final class Waiting {
  /**
   * A job comes to a size also without a change of it: when somebody who had died is back, or after
   * a crash. So long such a size must last, for a change is told of late, when all are gone who
   * left.
   */
  private static final long LASTING_NANOS = TimeUnit.SECONDS.toNanos(3);

  private final String job;
  private final List<Asked> all = new ArrayList<>();
  private OptionalLong thereSince = OptionalLong.empty();

  /** Somebody waits; {@code stoodStill} is what the job had stood still before, in milliseconds. */
  private record Asked(Size from, Size to, double stoodStill, Consumer<Reply> reply) {}

  Waiting(String job) {
    this.job = job;
  }

  void add(Story story, Size to, Consumer<Reply> reply) {
    thereSince = OptionalLong.empty();
    all.add(new Asked(story.size(), to, story.stoodStillMillis(), reply));
  }

  /** A change is over. */
  void rescaled(Event.Rescaled event) {
    answer(asked -> asked.to().equals(event.to()), _ -> event.pause().toNanos() / 1e6);
  }

  /** Answers those who have what they asked for, though no change was told. */
  void look(Story story, long nanos) {
    Predicate<Asked> served = asked -> asked.to().equals(story.size());
    if (!story.isRunning() || all.stream().noneMatch(served)) {
      thereSince = OptionalLong.empty();
      return;
    }
    long since = thereSince.orElse(nanos);
    thereSince = OptionalLong.of(since);
    if (nanos - since >= LASTING_NANOS) {
      answer(served, asked -> story.stoodStillMillis() - asked.stoodStill());
    }
  }

  void refuseAll(String why) {
    all.forEach(asked -> asked.reply().accept(new Reply.Refused(why)));
    all.clear();
  }

  private void answer(Predicate<Asked> served, ToDoubleFunction<Asked> pauseMillis) {
    for (Asked asked : List.copyOf(all)) {
      if (served.test(asked)) {
        all.remove(asked);
        String from = asked.from().toString();
        String to = asked.to().toString();
        asked.reply().accept(new Reply.Resized(job, from, to, pauseMillis.applyAsDouble(asked)));
      }
    }
  }
}
