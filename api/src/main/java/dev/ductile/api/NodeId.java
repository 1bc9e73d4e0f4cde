package dev.ductile.api;

/** The name of a node, unique in its cluster. */
public record NodeId(String name) implements Comparable<NodeId> {
  public NodeId {
    Names.require("node", name);
  }

  @Override
  public int compareTo(NodeId other) {
    return name.compareTo(other.name);
  }

  @Override
  public String toString() {
    return name;
  }
}
