package dev.ductile.engines.supervision;

import dev.ductile.api.Node;
import dev.ductile.api.NodeId;

/** A report about the platform of an engine, and not about a single task. */
public sealed interface PlatformEvent {
  /** A node has joined or come back, or has another capacity. */
  record NodeUp(Node node) implements PlatformEvent {}

  /**
   * A node is gone, and its tasks with it. Supervision asks the launcher to kill them all the same,
   * for a node that is cut off may still run them.
   */
  record NodeDown(NodeId node, String why) implements PlatformEvent {}

  /**
   * The platform has answered. Once a launcher reports this, it must do so more often than {@link
   * Settings.Answers#contact}; its jobs count as unknown when it does not.
   */
  record Contact() implements PlatformEvent {}
}
