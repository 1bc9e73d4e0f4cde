package dev.ductile.api;

/**
 * A machine that runs tasks.
 *
 * @param capacity all that it has to give
 * @param labels what a job may require of it
 * @param device its accelerators
 */
public record Node(NodeId id, Resources capacity, Labels labels, Device device) {
  /** A node without labels, whose accelerators are GPUs. */
  public Node(NodeId id, Resources capacity) {
    this(id, capacity, Labels.NONE, Device.GPU);
  }

  /** What the node is, for people: {@code gpu type v100 and zone=b}. */
  public String properties() {
    return Demand.text(device, labels).orElse("no labels and no device type");
  }
}
