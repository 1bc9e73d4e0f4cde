package dev.ductile.bench.faults;

import dev.ductile.bench.ResultRecorder;
import dev.ductile.bench.training.LaunchedJob;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** All kills of a measurement and the times of recovery. */
final class FaultStatistics {
  private static final double AIM_MILLIS = 2_000;
  private static final int SLOWEST = 5;

  private final List<InjectedKill> kills = new ArrayList<>();
  private final Map<String, List<Double>> byRole = new TreeMap<>();
  private final Map<JobMoment, List<Double>> byMoment = new EnumMap<>(JobMoment.class);
  private final Map<Recovery.Way, Integer> ways = new EnumMap<>(Recovery.Way.class);
  private final List<Double> all = new ArrayList<>();
  private final List<Double> whole = new ArrayList<>();
  private final List<Double> starts = new ArrayList<>();
  private final Map<String, List<Double>> still = new TreeMap<>();
  private final List<Double> leftOut = new ArrayList<>();
  private final List<Slow> slow = new ArrayList<>();

  private record Slow(double millis, String what) {}

  int kills() {
    return kills.size();
  }

  /** Adds the start time of the program while no job of the measurement runs. */
  void started(double millis) {
    starts.add(millis);
  }

  /** Adds the kills of one run. */
  void add(
      String title, FaultJob spec, List<InjectedKill> of, List<LaunchedJob.OutputLine> output) {
    for (InjectedKill kill : of) {
      kills.add(kill);
      Recovery recovery = Recovery.of(kill, output).orElse(Recovery.NONE);
      ways.merge(recovery.way(), 1, Integer::sum);
      boolean waited = recovery.way() == Recovery.Way.GOES_ON;
      double millis = waited ? recovery.millis() : Double.NaN;
      for (JobMoment moment : kill.moments()) {
        byMoment.computeIfAbsent(moment, _ -> new ArrayList<>()).add(millis);
      }
      if (waited) {
        all.add(millis);
        addPause(spec, kill, recovery);
        slow.add(new Slow(millis, title + ": " + kill));
        byRole.computeIfAbsent(kill.role(), _ -> new ArrayList<>()).add(millis);
        Recovery.whole(kill, spec, output).ifPresent(then -> whole.add(then.millis()));
      }
    }
  }

  /**
   * With {@code bsp} no worker progresses while a task is missing. So the reported pause may lack
   * only the steps that ended after the kill.
   */
  private void addPause(FaultJob spec, InjectedKill kill, Recovery recovery) {
    still.computeIfAbsent(kill.role(), _ -> new ArrayList<>()).add(recovery.stillMillis());
    boolean alone = kill.moments().equals(Set.of(JobMoment.TRAINING));
    if (alone && !spec.paced() && !kill.victim().equals(JobUnderTest.MASTER)) {
      leftOut.add(Math.max(0, recovery.millis() - recovery.stillMillis()));
    }
  }

  boolean isSoonEnough() {
    return mean(all) < AIM_MILLIS;
  }

  void print() {
    System.out.printf("%d kills:", kills.size());
    ways.forEach((way, many) -> System.out.printf(" %s %d;", way, many));
    System.out.println();
    System.out.println("milliseconds until the job trains again");
    byRole.forEach(FaultStatistics::print);
    byMoment.forEach((moment, millis) -> print("while " + moment.words(), millis));
    print("all", all);
    still.forEach((role, millis) -> print("pause reported by the master, " + role, millis));
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
    String figure = "%d kills".formatted(kills.size());
    ResultRecorder.keep(figure + ", kill to training, mean", mean(all), "ms");
    ResultRecorder.keep(figure + ", pause, median", median(pauses), "ms");
    ResultRecorder.keep(figure + ", start of the program, median", median(starts), "ms");
  }

  private static void print(String what, List<Double> millis) {
    List<Double> known = millis.stream().filter(each -> !each.isNaN()).sorted().toList();
    System.out.printf("%-44s %4d", what, millis.size());
    if (known.isEmpty()) {
      System.out.println(", no worker waited for them");
      return;
    }
    System.out.printf(
        ", workers waited for %4d: mean %5.0f, median %5.0f, worst %5.0f%n",
        known.size(), mean(known), median(known), known.getLast());
  }

  private static double mean(List<Double> millis) {
    return millis.stream().mapToDouble(each -> each).average().orElse(Double.NaN);
  }

  private static double median(List<Double> millis) {
    return millis.isEmpty() ? Double.NaN : millis.stream().sorted().toList().get(millis.size() / 2);
  }
}
