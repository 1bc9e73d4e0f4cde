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
  public boolean equals(Object other) {
    return this == other || (other instanceof NodeId id && name.equals(id.name));
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  @Override
  public String toString() {
    return name;
  }
}
