package dev.ductile.engines.supervision;

import dev.ductile.api.NodeId;

/**
 * A task's rank in its job, its node and its address.
 *
 * @param index number of the task among those of its role
 * @param localIndex number of the task among those of its role on its node
 * @param address reserved for this task
 */
record TaskPlacement(Role role, int index, NodeId node, int localIndex, Address address) {
  TaskPlacement at(Address newAddress) {
    return new TaskPlacement(role, index, node, localIndex, newAddress);
  }

  /** The name in log files and in messages of the job's processes: {@code worker-2}. */
  String name() {
    return role.word() + "-" + index;
  }

  @Override
  public String toString() {
    return role.word() + " " + index;
  }
}
