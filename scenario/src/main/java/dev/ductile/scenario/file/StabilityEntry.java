package dev.ductile.scenario.file;

import dev.ductile.api.Stability;
import dev.ductile.text.NumberBounds;
import dev.ductile.text.Written;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The limits of the changes of each job. A job beyond them keeps its size for a rest, which doubles
 * with each further change.
 *
 * @param cooldown the time after a change during which no policy changes the job again; none if it
 *     is absent
 * @param minimumRun the time after a start during which no policy changes the job; none if it is
 *     absent
 * @param period the time in which changes are counted; an hour if it is absent
 * @param paused the part of the period that the pauses of a job's changes may take; above it, the
 *     job rests; 0.05 if it is absent
 * @param returns the returns within the period above which a job rests, each to an allocation of
 *     before although nothing but the policy has changed; 1 if it is absent
 * @param firstRest the first rest; 2 minutes if it is absent
 * @param longestRest the longest rest; an hour, or the first rest if that is longer, if it is
 *     absent
 */
record StabilityEntry(
    Optional<Duration> cooldown,
    Optional<Duration> minimumRun,
    Optional<Duration> period,
    @NumberBounds(above = 0, most = 1) OptionalDouble paused,
    @NumberBounds(least = 1, most = Stability.MOST) OptionalInt returns,
    Optional<Duration> firstRest,
    Optional<Duration> longestRest) {
  /** The limits in a file. */
  static Optional<Stability> of(Written root, Optional<StabilityEntry> entry) {
    return entry.map(limits -> JobReader.checked(root.need("stability"), limits::stability));
  }

  private Stability stability() {
    Stability usual = Stability.USUAL;
    Duration first = firstRest.orElse(usual.firstRest());
    Duration longest = usual.longestRest();
    return new Stability(
        cooldown.orElse(usual.cooldown()),
        minimumRun.orElse(usual.minimumRun()),
        period.orElse(usual.period()),
        paused.orElse(usual.mostPaused()),
        returns.orElse(usual.mostReturns()),
        first,
        longestRest.orElse(longest.compareTo(first) > 0 ? longest : first));
  }
}
