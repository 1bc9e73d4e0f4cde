package dev.ductile.api;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The machines of a cluster in their order, with their capacities laid out for quick search: one
 * column for each named resource. Built once for as long as the machines stay the same.
 */
public final class Nodes {
  public static final Nodes NONE = new Nodes(List.of());

  private static final int RECENT = 16;

  private final List<Node> list;
  private final Map<NodeId, Integer> index;
  private final List<String> columns;
  private final double[][] capacity;
  private final double[] sums;

  /** One node of each capacity that there is. */
  private final int[] kinds;

  private final Resources total;
  private final Free empty;
  private final Need[] recent = new Need[RECENT];

  private Nodes(List<Node> list) {
    this.list = List.copyOf(list);
    this.index = HashMap.newHashMap(list.size());
    var names = new TreeSet<String>();
    for (Node node : list) {
      if (index.put(node.id(), index.size()) != null) {
        throw new IllegalArgumentException("two nodes are named %s".formatted(node.id()));
      }
      names.addAll(node.capacity().amounts().keySet());
    }
    this.columns = List.copyOf(names);
    this.capacity = new double[columns.size()][list.size()];
    this.sums = new double[columns.size()];
    var totals = new HashMap<String, Double>();
    for (int column = 0; column < columns.size(); column++) {
      String name = columns.get(column);
      for (int node = 0; node < list.size(); node++) {
        capacity[column][node] = list.get(node).capacity().amount(name);
        sums[column] += capacity[column][node];
      }
      totals.put(name, sums[column]);
    }
    var seen = new HashSet<Resources>();
    this.kinds =
        IntStream.range(0, list.size()).filter(i -> seen.add(list.get(i).capacity())).toArray();
    this.total = Resources.of(totals);
    this.empty = new Free(this, capacity);
  }

  public static Nodes of(List<Node> nodes) {
    return nodes.isEmpty() ? NONE : new Nodes(nodes);
  }

  /** So many nodes of one kind, named {@code node-0}, {@code node-1} and so on. */
  public static Nodes uniform(int count, Resources capacity) {
    var nodes = new ArrayList<Node>(count);
    for (int i = 0; i < count; i++) {
      nodes.add(new Node(new NodeId("node-" + i), capacity));
    }
    return of(nodes);
  }

  public List<Node> list() {
    return list;
  }

  public int count() {
    return list.size();
  }

  public Node get(int node) {
    return list.get(node);
  }

  public Optional<Node> find(NodeId id) {
    return Optional.ofNullable(index.get(id)).map(list::get);
  }

  public OptionalInt indexOf(NodeId id) {
    Integer at = index.get(id);
    return at == null ? OptionalInt.empty() : OptionalInt.of(at);
  }

  /** The position of a node, or -1 where there is none of that name. */
  int position(NodeId id) {
    Integer at = index.get(id);
    return at == null ? -1 : at;
  }

  /** Whether all nodes have the same capacity. */
  public boolean isUniform() {
    return kinds.length == 1;
  }

  /** Whether any node, were it free, had room for all these tasks of a job. */
  public boolean canHold(Demand demand, Size size) {
    Need worker = need(demand.worker());
    Need server = need(demand.server());
    for (int node : kinds) {
      if (canHold(node, worker, size.workers(), server, size.servers())) {
        return true;
      }
    }
    return false;
  }

  private boolean canHold(int node, Need worker, int workers, Need server, int servers) {
    if ((workers > 0 && worker.isUnknown()) || (servers > 0 && server.isUnknown())) {
      return false;
    }
    for (int column = 0; column < capacity.length; column++) {
      Stock whole = Stock.of(capacity[column][node]);
      if (!whole.covers(worker.amount(column), workers, server.amount(column), servers)) {
        return false;
      }
    }
    return true;
  }

  /** All that the cluster has. */
  public Resources total() {
    return total;
  }

  /** The names that any node has an amount of, sorted. */
  public List<String> columns() {
    return columns;
  }

  /** The column of which these tasks take the largest share of all nodes. */
  int dominant(Demand demand, Size size) {
    Need worker = need(demand.worker());
    Need server = need(demand.server());
    int dominant = 0;
    double largest = -1;
    for (int column = 0; column < sums.length; column++) {
      double used = worker.amount(column) * size.workers() + server.amount(column) * size.servers();
      if (used / sums[column] > largest) {
        largest = used / sums[column];
        dominant = column;
      }
    }
    return dominant;
  }

  double capacity(int column, int node) {
    return capacity[column][node];
  }

  /** All of every node, free. */
  public Free allFree() {
    return empty.copy();
  }

  /** The resources as a row of this table's columns. */
  public Need need(Resources resources) {
    int slot = resources.hashCode() & (RECENT - 1);
    Need known = recent[slot];
    if (known != null && known.isOf(resources)) {
      return known;
    }
    Need need = Need.of(resources, columns);
    recent[slot] = need;
    return need;
  }
}
