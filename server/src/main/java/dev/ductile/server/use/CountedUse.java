package dev.ductile.server.use;

import dev.ductile.engines.supervision.TaskUse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The use of a job so far, with the counters of its tasks that it contains. So the same measurement
 * counts once, also when a server reads it that starts from a stored use.
 */
public record CountedUse(DeviceUse devices, Map<String, TaskCounters> tasks) {
  static final CountedUse NONE = new CountedUse(DeviceUse.NONE, Map.of());

  public CountedUse {
    tasks = Map.copyOf(tasks);
  }

  /**
   * The use after a measurement of all tasks of the job.
   *
   * @param devicesPerCpu the devices that the job holds for each processor that it holds
   */
  CountedUse with(List<TaskUse> uses, double devicesPerCpu) {
    Map<String, TaskCounters> counted = new HashMap<>();
    DeviceUse sum = devices;
    for (TaskUse use : uses) {
      String task = use.task().toString();
      TaskCounters before = tasks.getOrDefault(task, TaskCounters.ZERO);
      double cpuSeconds = Math.max(0, use.cpuSeconds() - before.cpuSeconds());
      double seconds = Math.max(0, use.seconds() - before.seconds());
      sum = sum.plus(cpuSeconds * devicesPerCpu, seconds * use.cpus() * devicesPerCpu);
      counted.put(task, TaskCounters.of(use));
    }
    return new CountedUse(sum, counted);
  }
}
