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
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a cluster in their order, with one column of capacities for each resource, for quick
 * search. The object is made once and used until a node changes.
 */
public final class Nodes {
  public static final Nodes NONE = new Nodes(List.of());

  private static final int RECENT_BITS = 6;

  private final List<Node> list;
  private final Map<NodeId, Integer> index;
  private final List<String> columns;
  private final double[][] capacity;
  private final double[] sums;

  /** One node of each distinct capacity. */
  private final int[] kinds;

  private final Resources total;
  private final FreeCapacity empty;
  private final Optional<String> device;

  /** Whether any node has labels or a device type, so that some jobs cannot use all nodes. */
  private final boolean hasProperties;

  private final NodeSelections selections = new NodeSelections(this);
  private final TaskDemand[] recent = new TaskDemand[1 << RECENT_BITS];

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
    this.device = device(list);
    this.hasProperties = list.stream().anyMatch(Nodes::hasProperties);
    this.empty = new FreeCapacity(this, capacity);
  }

  private static boolean hasProperties(Node node) {
    return !node.labels().isNone() || !node.device().type().isEmpty();
  }

  private static Optional<String> device(List<Node> list) {
    return list.stream()
        .filter(node -> node.capacity().amount(node.device().resource()) > 0)
        .findFirst()
        .map(node -> node.device().resource());
  }

  public static Nodes of(List<Node> nodes) {
    return nodes.isEmpty() ? NONE : new Nodes(nodes);
  }

  /** This many equal nodes, named {@code node-0}, {@code node-1} and so on. */
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

  /** The position of a node; -1 if no node has that name. */
  int position(NodeId id) {
    Integer at = index.get(id);
    return at == null ? -1 : at;
  }

  /** Whether all nodes have the same capacity and every job may use each of them. */
  public boolean isUniform() {
    return kinds.length == 1 && !hasProperties;
  }

  /** Whether one node, if it were empty, could hold all these tasks of a job. */
  public boolean canHold(Demand demand, Size size) {
    EligibleNodes eligible = eligible(demand);
    TaskDemand worker = taskDemand(demand.worker());
    TaskDemand server = taskDemand(demand.server());
    for (int node : eligible == null ? kinds : eligible.kinds()) {
      if (canHold(node, worker, size.workers(), server, size.servers())) {
        return true;
      }
    }
    return false;
  }

  private boolean canHold(
      int node, TaskDemand worker, int workers, TaskDemand server, int servers) {
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

  /** The total capacity of the cluster. */
  public Resources total() {
    return total;
  }

  /** The names of all resources of the nodes, sorted. */
  public List<String> columns() {
    return columns;
  }

  /** The column of the resource of which these tasks take the largest share of the cluster. */
  int dominant(Demand demand, Size size) {
    TaskDemand worker = taskDemand(demand.worker());
    TaskDemand server = taskDemand(demand.server());
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

  /** All nodes with all their capacity free. */
  public FreeCapacity allFree() {
    return empty.copy();
  }

  /** The number of nodes with the labels and the device type that the job requires. */
  public int eligibleCount(Demand demand) {
    EligibleNodes eligible = eligible(demand);
    return eligible == null ? list.size() : eligible.count();
  }

  /** The total capacity of the nodes that the job may use. */
  public Resources total(Demand demand) {
    EligibleNodes eligible = eligible(demand);
    return eligible == null
        ? total
        : eligible.nodes().stream()
            .mapToObj(node -> list.get(node).capacity())
            .reduce(Resources.NONE, Resources::plus);
  }

  /** Whether the other job may use every node that the job may use. */
  public boolean isWithin(Demand job, Demand other) {
    EligibleNodes outer = eligible(other);
    if (outer == null || outer.count() == list.size()) {
      return true;
    }
    EligibleNodes inner = eligible(job);
    return inner != null && inner.nodes().stream().allMatch(outer::contains);
  }

  /** The nodes that meet the requirements of the job; null for all nodes. */
  @Nullable EligibleNodes eligible(Demand demand) {
    return demand.isAnywhere() ? null : selections.of(demand);
  }

  /** The resource that counts the accelerators of the first node with accelerators. */
  public Optional<String> device() {
    return device;
  }

  TaskDemand worker(Demand demand) {
    return taskDemand(demand.worker(), demand);
  }

  TaskDemand server(Demand demand) {
    return taskDemand(demand.server(), demand);
  }

  private TaskDemand taskDemand(Resources resources, Demand demand) {
    EligibleNodes eligible = eligible(demand);
    TaskDemand task = taskDemand(resources);
    return eligible == null ? task : task.on(eligible);
  }

  /** The demand of a task that needs these resources and may use every node. */
  TaskDemand taskDemand(Resources resources) {
    // amounts such as 1 and 4 differ only in the high bits of their hash codes
    int slot = (resources.hashCode() * 0x9E3779B9) >>> (Integer.SIZE - RECENT_BITS);
    TaskDemand known = recent[slot];
    if (known != null && known.isOf(resources)) {
      return known;
    }
    TaskDemand task = TaskDemand.of(resources, columns);
    recent[slot] = task;
    return task;
  }
}
