package dev.ductile.scenario.cluster;

import dev.ductile.api.Resources;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A node as its system describes it.
 *
 * @param capacity the resources that jobs can be given
 * @param labels all labels; a state keeps those that its jobs require
 * @param deviceType the type of its accelerators; empty if it is not known
 */
record SourceNode(
    String name,
    Resources capacity,
    Map<String, String> labels,
    String deviceType,
    Availability availability) {
  /** Whether tasks can run on a node. */
  enum Availability {
    UP,
    /** Up, but closed to new tasks. */
    DRAINED,
    DOWN
  }

  SourceNode {
    name = ShortName.of(name);
    labels =
        labels.entrySet().stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    label -> ShortName.of(label.getKey()), Map.Entry::getValue));
  }

  boolean isDown() {
    return availability == Availability.DOWN;
  }

  SourceNode withCapacity(Resources other) {
    return new SourceNode(name, other, labels, deviceType, availability);
  }
}
