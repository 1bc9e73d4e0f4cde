package dev.ductile.models.profile;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Workers that are equally fast, and the times of their phases.
 *
 * @param workers their names
 */
public record WorkerClass(List<String> workers, PhaseTimes times) {
  /** Workers this much slower than the fastest of a class are no longer of it. */
  private static final double ALIKE = 1.2;

  public WorkerClass {
    workers = List.copyOf(workers);
  }

  /** Workers and their steps, put into classes; the fastest come first. */
  public static List<WorkerClass> of(Map<String, List<PhaseTimes.Step>> steps) {
    List<String> byTime =
        steps.keySet().stream()
            .sorted(Comparator.comparingDouble(worker -> seconds(steps, List.of(worker))))
            .toList();
    var classes = new ArrayList<WorkerClass>();
    var members = new ArrayList<String>();
    for (String worker : byTime) {
      boolean slower =
          !members.isEmpty()
              && seconds(steps, List.of(worker)) > ALIKE * seconds(steps, members.subList(0, 1));
      if (slower) {
        classes.add(new WorkerClass(members, times(steps, members)));
        members.clear();
      }
      members.add(worker);
    }
    if (!members.isEmpty()) {
      classes.add(new WorkerClass(members, times(steps, members)));
    }
    return classes;
  }

  private static double seconds(
      Map<String, List<PhaseTimes.Step>> steps, Collection<String> members) {
    return times(steps, members).seconds();
  }

  private static PhaseTimes times(
      Map<String, List<PhaseTimes.Step>> steps, Collection<String> members) {
    return PhaseTimes.of(
        members.stream()
            .flatMap(member -> steps.getOrDefault(member, List.of()).stream())
            .toList());
  }
}
