package dev.ductile.api;

/** Whether tasks of a job fit on nodes, task by task. A placement of a policy may be stricter. */
public final class FirstFit {
  private FirstFit() {}

  /** Whether the whole size fits; the free capacity does not change. */
  public static boolean fits(FreeCapacity free, Demand demand, Size size) {
    return missing(free, demand, size, true) == 0 || missing(free, demand, size, false) == 0;
  }

  private static int missing(FreeCapacity free, Demand demand, Size size, boolean workersFirst) {
    FreeCapacity rest = free.copy();
    TaskDemand worker = rest.worker(demand);
    TaskDemand server = rest.server(demand);
    return workersFirst
        ? left(rest, worker, size.workers()) + left(rest, server, size.servers())
        : left(rest, server, size.servers()) + left(rest, worker, size.workers());
  }

  /** Takes room for the tasks, node by node; the tasks without room. */
  private static int left(FreeCapacity free, TaskDemand task, int count) {
    int missing = count;
    int node = missing == 0 ? -1 : free.first(task, 1, 0);
    while (node >= 0 && missing > 0) {
      int taken = free.room(node, task, missing);
      free.take(node, task, taken);
      missing -= taken;
      node = free.first(task, 1, node + 1);
    }
    return missing;
  }
}
