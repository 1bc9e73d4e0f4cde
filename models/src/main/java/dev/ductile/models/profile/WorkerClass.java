package dev.ductile.models.profile;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Workers of about the same speed, with the times of their phases.
 *
 * @param workers the names of the workers
 */
public record WorkerClass(List<String> workers, PhaseTimes times) {
  /** A worker that is slower than the fastest of a class by this factor starts another class. */
  private static final double ALIKE = 1.2;

  public WorkerClass {
    workers = List.copyOf(workers);
  }

  /** The classes of workers with these steps; the fastest class is first. */
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
