package dev.ductile.runtime.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * A job that was simulated and judged.
 *
 * @param wrong what is wrong with it
 * @param lossOnly whether it could only be held to its loss
 */
record Played(Story story, Ending ending, List<String> wrong, boolean lossOnly) {
  static Played of(long seed) {
    var story = Story.of(seed);
    var ending = new SimulatedJob(story).play();
    var judge = new Judge(story);
    try {
      List<String> wrong = judge.judge(ending);
      return new Played(story, ending, wrong, judge.isLossOnly());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean isWrong() {
    return !wrong.isEmpty();
  }

  /** What is wrong with it, with all that has led to it; empty if nothing is. */
  String complaint() {
    return wrong.isEmpty()
        ? ""
        : "seed %d, %s, %s: %s%n%s%n%s"
            .formatted(
                story.seed(),
                story.law(),
                story.job().synchrony().kind(),
                wrong,
                story,
                ending.trace());
  }
}
