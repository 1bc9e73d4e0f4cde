package dev.ductile.answers.why;

import static dev.ductile.answers.StateFixture.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.answers.forecast.ForecastLimits;
import dev.ductile.answers.forecast.Forecasts;
import dev.ductile.answers.forecast.LiveState;
import dev.ductile.api.Seed;
import dev.ductile.rest.Blocker;
import dev.ductile.rest.Why;
import java.time.ZoneOffset;
import java.util.List;

/** Asks why, and reads the answer. */
final class WhyFixture {
  private static final WhyAnswers ANSWERS =
      new WhyAnswers(new Forecasts(ForecastLimits.QUICK, new Seed(1), ZoneOffset.UTC, () -> 0));

  private WhyFixture() {}

  static Why why(LiveState state, String name) {
    return ANSWERS.of(state, job(name), List.of()).orElseThrow();
  }

  static List<String> kinds(Why why) {
    return why.blockers().stream().map(Blocker::kind).toList();
  }

  static Blocker only(Why why) {
    assertThat(why.blockers()).hasSize(1);
    return why.blockers().getFirst();
  }

  static Blocker blocker(Why why, String kind) {
    return why.blockers().stream()
        .filter(one -> one.kind().equals(kind))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + kind + " in " + why.blockers()));
  }
}
