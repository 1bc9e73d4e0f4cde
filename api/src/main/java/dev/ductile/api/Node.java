package dev.ductile.api;

/**
 * A machine that runs tasks.
 *
 * @param capacity all resources of the machine
 * @param labels the labels that jobs may require
 * @param device the accelerators of the machine
 */
public record Node(NodeId id, Resources capacity, Labels labels, Device device) {
  /** A node without labels, whose accelerators are GPUs. */
  public Node(NodeId id, Resources capacity) {
    this(id, capacity, Labels.NONE, Device.GPU);
  }

  /** The properties of the node as text for people: {@code gpu type v100 and zone=b}. */
  public String properties() {
    return Demand.text(device, labels).orElse("no labels and no device type");
  }
}
