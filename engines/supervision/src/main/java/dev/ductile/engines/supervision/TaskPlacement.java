package dev.ductile.engines.supervision;

import dev.ductile.api.NodeId;

/**
 * One task's place in its job.
 *
 * @param index its number among the tasks of its role
 * @param localIndex its number among the tasks of its role on its node
 * @param address where it may listen, and no other task
 */
record TaskPlacement(Role role, int index, NodeId node, int localIndex, Address address) {
  /** What the job's own processes and its files call it: {@code worker-2}. */
  String name() {
    return role.word() + "-" + index;
  }

  @Override
  public String toString() {
    return role.word() + " " + index;
  }
}
