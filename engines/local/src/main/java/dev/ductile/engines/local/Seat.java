package dev.ductile.engines.local;

import dev.ductile.api.NodeId;

/**
 * One task's place in its job.
 *
 * @param index its number among the tasks of its role
 * @param localIndex its number among the tasks of its role on its node
 * @param port a port that only this task has
 */
record Seat(Role role, int index, NodeId node, int localIndex, int port) {
  /** All nodes are parts of this machine, and nobody outside it may talk to a task. */
  static final String HOST = "127.0.0.1";

  String address() {
    return HOST + ":" + port;
  }

  /** What the job's own processes and its files call it: {@code worker-2}. */
  String name() {
    return role.word() + "-" + index;
  }

  @Override
  public String toString() {
    return role.word() + " " + index;
  }
}
