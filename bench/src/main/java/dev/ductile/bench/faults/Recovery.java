package dev.ductile.bench.faults;

import dev.ductile.bench.training.Crew;
import dev.ductile.bench.training.Told;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How a job has got over a death.
 *
 * @param millis from the death until then; 0 where nobody has waited
 * @param stillMillis for how long of it the master says that workers stood still
 */
record Recovery(Way way, double millis, double stillMillis) {
  /** The job was over before anybody could miss the dead one. */
  static final Recovery NONE = new Recovery(Way.ENDED, 0, 0);

  private static final String MASTER = "master-0";

  /** How it went. */
  enum Way {
    /** It trains again. */
    GOES_ON,
    /** It has trained all the time, for the dead one had no part in it. */
    UNDISTURBED,
    /** The dead one had not come yet: another death or a change is what is waited for. */
    UNKNOWN,
    /** There was nothing left to train. */
    ENDED
  }

  /** What the lines tell so far; empty if the job has not got over it. */
  static Optional<Recovery> of(Strike strike, List<Crew.Said> said) {
    boolean noticed = strike.victim().equals(MASTER);
    boolean decided = noticed;
    for (Crew.Said each : said.subList(strike.heard(), said.size())) {
      if (!each.name().equals(MASTER)) {
        continue;
      }
      String phase = Told.of(each).map(Told::phase).orElse("");
      if (isOver(phase)) {
        return Optional.of(after(strike, each, Way.ENDED));
      }
      if (noticed && phase.equals("running")) {
        return Optional.of(
            decided ? after(strike, each, Way.GOES_ON) : new Recovery(Way.UNDISTURBED, 0, 0));
      }
      if (hasLeft(strike.victim(), each.line())) {
        return Optional.of(new Recovery(Way.UNDISTURBED, 0, 0));
      }
      decided |= noticed && !phase.isEmpty();
      noticed |= isNoticed(strike.victim(), each.line());
      if (!noticed && isBack(strike.victim(), each.line())) {
        if (!strike.known()) {
          return Optional.of(new Recovery(Way.UNKNOWN, 0, 0));
        }
        noticed = true; // together with a master who knew him
        decided = true;
      }
    }
    return Optional.empty();
  }

  /** When the job was as large as before again. */
  static Optional<Recovery> whole(Strike strike, Subject subject, List<Crew.Said> said) {
    boolean back = strike.victim().equals(MASTER);
    for (Crew.Said each : said.subList(strike.heard(), said.size())) {
      back |= each.name().equals(MASTER) && isBack(strike.victim(), each.line());
      Optional<Told> told = Told.of(each).filter(line -> line.phase().equals("running"));
      if (back && told.filter(line -> isWhole(line, subject)).isPresent()) {
        return Optional.of(after(strike, each, Way.GOES_ON));
      }
    }
    return Optional.empty();
  }

  private static boolean isWhole(Told told, Subject subject) {
    return told.workers() >= subject.workers() && told.servers() >= subject.servers();
  }

  private static boolean isOver(String phase) {
    return phase.equals("stopping") || phase.equals("ended");
  }

  private static boolean isNoticed(String victim, String line) {
    return line.contains(victim + " (task")
        && (line.contains(") is cut: ") || line.contains(") is lost: "));
  }

  /** Whether the master has let it go. */
  static boolean hasLeft(String victim, String line) {
    return line.startsWith(victim + " (task") && line.endsWith(") has left");
  }

  /** Whether a process of that name comes, and was not there before. */
  static boolean isBack(String victim, String line) {
    return line.startsWith(victim + " (task") && line.contains(") comes from ");
  }

  private static Recovery after(Strike strike, Crew.Said said, Way way) {
    double still = Told.of(said).map(Told::pausedMillis).orElse(OptionalDouble.empty()).orElse(0);
    return new Recovery(way, Math.max(0, said.nanos() - strike.nanos()) / 1e6, still);
  }

  @Override
  public String toString() {
    return switch (way) {
      case GOES_ON -> "goes on after %.0f ms".formatted(millis);
      case UNDISTURBED -> "nobody waits";
      case UNKNOWN -> "it had not come yet";
      case ENDED -> "the job ends after %.0f ms".formatted(millis);
    };
  }
}
