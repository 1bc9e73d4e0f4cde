package dev.ductile.policies.sizing;

import dev.ductile.api.JobId;
import dev.ductile.api.Phrase;
import dev.ductile.api.Size;
import dev.ductile.api.Worded;
import java.util.function.Function;
import java.util.function.Supplier;

/** Phrases about the gain of a step. */
final class GainText {
  private GainText() {}

  /**
   * Another job that took a step.
   *
   * @param per unit that its gain is counted for; other jobs may have another one
   */
  record Rival(JobId job, double gain, String per) {}

  /** The next size is no faster. */
  static Supplier<Phrase> none(Size size, Size next) {
    return () -> Phrase.of("{step} would save no time", step(size, next));
  }

  /** Another job gains more by its last step. The function takes the size at the end. */
  static Function<Size, Phrase> less(Size size, GrowthPath.Step step, String per, Rival rival) {
    return end -> {
      SharedUnit unit = SharedUnit.of(rival.gain());
      Worded gain = unit.worded(rival.gain());
      return Phrase.of(
          "{}, and {rival} saves {}",
          saving(size, end, step, per, unit),
          rival.job(),
          rival.per().equals(per)
              ? Phrase.of("{rivalGain}", gain)
              : Phrase.of("{rivalGain} per {rivalPer}", gain, rival.per()));
    };
  }

  /** Too little is left for the step. The function takes the size at the end. */
  static Function<Size, Phrase> noRoom(Size size, GrowthPath.Step step, String per) {
    return end ->
        Phrase.of(
            "{}, but too little is left for it",
            saving(size, end, step, per, SharedUnit.of(step.gain())));
  }

  /** The gain of a step; it names the size before the step, if the job has grown since. */
  private static Phrase saving(
      Size size, Size end, GrowthPath.Step step, String per, SharedUnit unit) {
    return Phrase.of(
        "{}{step} would save {gain} per {per}",
        size.equals(end) ? Phrase.NONE : Phrase.of("at {gainAt} ", size),
        step(size, step.size()),
        unit.worded(step.gain()),
        per);
  }

  private static Worded step(Size from, Size to) {
    var step = new Size(to.workers() - from.workers(), to.servers() - from.servers());
    return new Worded(step, words(step));
  }

  private static String words(Size step) {
    if (step.workers() == 0) {
      return step.servers() == 1
          ? "one more server"
          : "the next %d servers".formatted(step.servers());
    }
    if (step.servers() == 0) {
      return step.workers() == 1
          ? "one more worker"
          : "the next %d workers".formatted(step.workers());
    }
    return "the next %d+%d tasks".formatted(step.workers(), step.servers());
  }
}
