package dev.ductile.bench.faults;

import dev.ductile.bench.ResultRecorder;
import dev.ductile.bench.training.Crew;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** All deaths of a measurement, and how soon they were got over. */
final class Tally {
  private static final double AIM_MILLIS = 2_000;
  private static final int SLOWEST = 5;

  private final List<Strike> strikes = new ArrayList<>();
  private final Map<String, List<Double>> byRole = new TreeMap<>();
  private final Map<Moment, List<Double>> byMoment = new EnumMap<>(Moment.class);
  private final Map<Recovery.Way, Integer> ways = new EnumMap<>(Recovery.Way.class);
  private final List<Double> all = new ArrayList<>();
  private final List<Double> whole = new ArrayList<>();
  private final List<Double> starts = new ArrayList<>();
  private final Map<String, List<Double>> still = new TreeMap<>();
  private final List<Double> leftOut = new ArrayList<>();
  private final List<Slow> slow = new ArrayList<>();

  private record Slow(double millis, String what) {}

  int kills() {
    return strikes.size();
  }

  /** So long the program takes to start while nothing else of this measurement runs. */
  void started(double millis) {
    starts.add(millis);
  }

  /** All deaths of one run. */
  void add(String title, Subject subject, List<Strike> of, List<Crew.Said> said) {
    for (Strike strike : of) {
      strikes.add(strike);
      Recovery recovery = Recovery.of(strike, said).orElse(Recovery.NONE);
      ways.merge(recovery.way(), 1, Integer::sum);
      boolean waited = recovery.way() == Recovery.Way.GOES_ON;
      double millis = waited ? recovery.millis() : Double.NaN;
      for (Moment moment : strike.moments()) {
        byMoment.computeIfAbsent(moment, _ -> new ArrayList<>()).add(millis);
      }
      if (waited) {
        all.add(millis);
        addPause(subject, strike, recovery);
        slow.add(new Slow(millis, title + ": " + strike));
        byRole.computeIfAbsent(strike.role(), _ -> new ArrayList<>()).add(millis);
        Recovery.whole(strike, subject, said).ifPresent(then -> whole.add(then.millis()));
      }
    }
  }

  /**
   * Where all make each step together, no worker gets on while a task is missing: the pause that
   * the master states may leave out only the steps that still ended after the kill.
   */
  private void addPause(Subject subject, Strike strike, Recovery recovery) {
    still.computeIfAbsent(strike.role(), _ -> new ArrayList<>()).add(recovery.stillMillis());
    boolean alone = strike.moments().equals(Set.of(Moment.TRAINING));
    if (alone && !subject.paced() && !strike.victim().equals(JobUnderTest.MASTER)) {
      leftOut.add(Math.max(0, recovery.millis() - recovery.stillMillis()));
    }
  }

  boolean isSoonEnough() {
    return mean(all) < AIM_MILLIS;
  }

  void print() {
    System.out.printf("%d kills:", strikes.size());
    ways.forEach((way, many) -> System.out.printf(" %s %d;", way, many));
    System.out.println();
    System.out.println("milliseconds until the job trains again");
    byRole.forEach(Tally::print);
    byMoment.forEach((moment, millis) -> print("while " + moment.words(), millis));
    print("all", all);
    still.forEach((role, millis) -> print("pause by the master's word, " + role, millis));
    print("pause, all", still.values().stream().flatMap(List::stream).toList());
    print("recovery less pause, lockstep, plain training", leftOut);
    print("until it is as large as before", whole);
    print("the limit: the program's first line", starts);
    System.out.printf("mean over the limit's median: %.1f%n", mean(all) / median(starts));
    record();
    slow.stream()
        .sorted(Comparator.comparingDouble(Slow::millis).reversed())
        .limit(SLOWEST)
        .forEach(each -> System.out.printf("slowest: %.0f ms, %s%n", each.millis(), each.what()));
  }

  private void record() {
    List<Double> pauses = still.values().stream().flatMap(List::stream).toList();
    String kills = "%d kills".formatted(strikes.size());
    ResultRecorder.keep(kills + ", kill to training, mean", mean(all), "ms");
    ResultRecorder.keep(kills + ", pause, median", median(pauses), "ms");
    ResultRecorder.keep(kills + ", start of the program, median", median(starts), "ms");
  }

  private static void print(String what, List<Double> millis) {
    List<Double> known = millis.stream().filter(each -> !each.isNaN()).sorted().toList();
    System.out.printf("%-44s %4d", what, millis.size());
    if (known.isEmpty()) {
      System.out.println(", none of them waited for");
      return;
    }
    System.out.printf(
        ", %4d of them waited for: mean %5.0f, median %5.0f, worst %5.0f%n",
        known.size(), mean(known), median(known), known.getLast());
  }

  private static double mean(List<Double> millis) {
    return millis.stream().mapToDouble(each -> each).average().orElse(Double.NaN);
  }

  private static double median(List<Double> millis) {
    return millis.isEmpty() ? Double.NaN : millis.stream().sorted().toList().get(millis.size() / 2);
  }
}
