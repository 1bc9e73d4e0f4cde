package dev.ductile.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The tasks of one job on each node. An empty allocation means that the job waits. */
public record Allocation(List<Share> shares) {
  /** The part of an allocation that lies on one node. */
  public record Share(NodeId node, Size size) {
    public Share {
      if (size.isNone()) {
        throw new IllegalArgumentException("node %s has an empty share".formatted(node));
      }
    }

    @Override
    public boolean equals(Object other) {
      return this == other
          || (other instanceof Share share && node.equals(share.node) && size.equals(share.size));
    }

    @Override
    public int hashCode() {
      return 31 * node.hashCode() + size.hashCode();
    }
  }

  /** Nothing: the job waits. */
  public static final Allocation NONE = new Allocation(List.of());

  private static final NodeId ANYWHERE = new NodeId("anywhere");
  private static final int KNOWN_SIZES = 257;

  /** {@link #toString} names all nodes up to this number; of more it names only the first. */
  private static final int MOST_TOLD = 8;

  private static final int FIRST_TOLD = 3;
  private static final Allocation[] TOGETHER = together();

  /** Shares lie in the order of their nodes' names, one for each node. */
  public Allocation {
    shares = shares.size() < 2 ? List.copyOf(shares) : ordered(shares);
  }

  public static Allocation on(NodeId node, Size size) {
    return size.isNone() ? NONE : new Allocation(List.of(new Share(node, size)));
  }

  public static Allocation of(Map<NodeId, Size> perNode) {
    var shares = new ArrayList<Share>(perNode.size());
    new TreeMap<>(perNode)
        .forEach((node, size) -> {
          if (!size.isNone()) {
            shares.add(new Share(node, size));
          }
        });
    return new Allocation(shares);
  }

  /**
   * All tasks on one node without a name: the allocation with which to ask a speed about a size.
   */
  public static Allocation together(Size size) {
    if (size.servers() == 0 && size.workers() < KNOWN_SIZES) {
      return TOGETHER[size.workers()];
    }
    return on(ANYWHERE, size);
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof Allocation allocation && shares.equals(allocation.shares));
  }

  @Override
  public int hashCode() {
    return shares.hashCode();
  }

  public boolean isNone() {
    return shares.isEmpty();
  }

  public boolean uses(NodeId node) {
    for (Share share : shares) {
      if (share.node().equals(node)) {
        return true;
      }
    }
    return false;
  }

  public int workers() {
    int workers = 0;
    for (Share share : shares) {
      workers += share.size().workers();
    }
    return workers;
  }

  public int servers() {
    int servers = 0;
    for (Share share : shares) {
      servers += share.size().servers();
    }
    return servers;
  }

  public Size size() {
    return shares.size() == 1 ? shares.getFirst().size() : new Size(workers(), servers());
  }

  /** Text for people: {@code 4+2 on node-1, node-7}; of many nodes only the first. */
  @Override
  public String toString() {
    if (isNone()) {
      return "nothing";
    }
    boolean isLong = shares.size() > MOST_TOLD;
    String nodes =
        shares.stream()
            .limit(isLong ? FIRST_TOLD : MOST_TOLD)
            .map(share -> share.node().name())
            .collect(Collectors.joining(", "));
    return isLong
        ? "%s on %d nodes: %s and %d more"
            .formatted(size(), shares.size(), nodes, shares.size() - FIRST_TOLD)
        : size() + " on " + nodes;
  }

  private static List<Share> ordered(List<Share> shares) {
    var sorted = new ArrayList<>(shares);
    sorted.sort((a, b) -> a.node().compareTo(b.node()));
    for (int i = 1; i < sorted.size(); i++) {
      if (sorted.get(i).node().equals(sorted.get(i - 1).node())) {
        throw new IllegalArgumentException("node %s twice".formatted(sorted.get(i).node()));
      }
    }
    return List.copyOf(sorted);
  }

  private static Allocation[] together() {
    var known = new Allocation[KNOWN_SIZES];
    known[0] = NONE;
    for (int workers = 1; workers < KNOWN_SIZES; workers++) {
      known[workers] = on(ANYWHERE, Size.workers(workers));
    }
    return known;
  }
}
