package dev.ductile.api;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The free capacity of each node while a plan is made: the only object that a placement changes. It
 * finds the first node with enough capacity in logarithmic time, by a tree of the largest free
 * amounts. It is not thread-safe.
 */
public final class FreeCapacity {
  private final Nodes nodes;
  private final int leaves;

  private final FreeColumn[] columns;
  private final IdleNodes idle;

  /** The nodes that are eligible for the present query; null for all. */
  private @Nullable EligibleNodes eligible;

  private final SearchStarts searches = new SearchStarts();

  /** The nodes in each order of preference that a search has used. */
  private final List<SortedNodes> sortings = new ArrayList<>(0);

  FreeCapacity(Nodes nodes, double[][] amounts) {
    this.nodes = nodes;
    this.idle = new IdleNodes();
    this.leaves = Math.max(1, Integer.highestOneBit(Math.max(1, nodes.count() * 2 - 1)));
    this.columns = new FreeColumn[amounts.length];
    for (int column = 0; column < amounts.length; column++) {
      columns[column] = new FreeColumn(amounts[column], leaves);
    }
  }

  private FreeCapacity(FreeCapacity original) {
    this.nodes = original.nodes;
    this.leaves = original.leaves;
    this.columns = new FreeColumn[original.columns.length];
    this.idle = original.idle.copy();
    for (int column = 0; column < columns.length; column++) {
      columns[column] = original.columns[column].copy();
    }
  }

  /** The free capacity of nodes without any task. */
  public static FreeCapacity of(Nodes nodes) {
    return nodes.allFree();
  }

  /** The capacity that the protected jobs of the cluster do not hold. */
  public static FreeCapacity of(Cluster cluster) {
    FreeCapacity free = cluster.nodes().allFree();
    for (Job job : cluster.pinned()) {
      free.take(job.allocation(), job.spec().demand());
    }
    return free;
  }

  /** The capacity that no running job holds. */
  public static FreeCapacity beside(Cluster cluster) {
    return cluster.left();
  }

  public FreeCapacity copy() {
    return new FreeCapacity(this);
  }

  public Nodes nodes() {
    return nodes;
  }

  /** The demand of one worker on these nodes. */
  public TaskDemand worker(Demand demand) {
    return nodes.worker(demand);
  }

  /** The demand of one server on these nodes. */
  public TaskDemand server(Demand demand) {
    return nodes.server(demand);
  }

  /** Whether the node is eligible and has room for this many such tasks. */
  public boolean fits(int node, TaskDemand task, int times) {
    return setQuery(task, times) && fitsQuery(node);
  }

  /** Whether the node is eligible for a job and has room for tasks of it. */
  public boolean fits(int node, Demand demand, Size size) {
    return setQuery(demand, size) && fitsQuery(node);
  }

  /** The number of such tasks that fit on the node, {@code most} at most. */
  public int room(int node, TaskDemand task, int most) {
    if (!task.mayUse(node)) {
      return 0;
    }
    int room = most;
    for (int column = 0; column < columns.length; column++) {
      room = columns[column].times(node, task.amount(column), room);
    }
    if (room < most && fits(node, task, room + 1)) {
      return room + 1;
    }
    while (room > 0 && !fits(node, task, room)) {
      room--;
    }
    return room;
  }

  /** The first node from {@code from} on with room for this many such tasks; -1 for none. */
  public int first(TaskDemand task, int times, int from) {
    return setQuery(task, times) ? firstBelow(1, 0, leaves, from) : -1;
  }

  /** The first node from {@code from} on with room for tasks of a job; -1 for none. */
  public int first(Demand demand, Size size, int from) {
    if (!setQuery(demand, size)) {
      return -1;
    }
    return from > 0 || columns.length < 2 ? firstBelow(1, 0, leaves, from) : first(demand, size);
  }

  /**
   * The first of all nodes. With several resources the largest amounts below a place in the tree
   * may be on different nodes, so the tree alone cannot exclude it. A search therefore continues
   * where the last search for the same tasks ended.
   */
  private int first(Demand demand, Size size) {
    SearchStarts.Start start = searches.of(demand, size);
    int node = firstBelow(1, 0, leaves, start.node);
    start.node = node < 0 ? nodes.count() : node;
    return node;
  }

  /**
   * The most preferred node with room for tasks of a job, the first of equals; -1 for none. How
   * full a node is counts in the resource of which these tasks take the largest share of the
   * cluster.
   */
  public int best(Preference preference, Demand demand, Size size) {
    if (!setQuery(demand, size) || columns.length == 0) {
      return -1;
    }
    return sorted(preference, nodes.dominant(demand, size)).first();
  }

  /** The first node from {@code from} on without any task; -1 for none. */
  public int firstIdle(int from) {
    return idle.first(this, from);
  }

  public boolean isIdle(int node) {
    for (int column = 0; column < columns.length; column++) {
      if (!Resources.covers(columns[column].left(node), nodes.capacity(column, node))) {
        return false;
      }
    }
    return true;
  }

  /** Whether all eligible nodes together have enough capacity; some placement may still fail. */
  public boolean covers(TaskDemand task) {
    return setQuery(task, 1) && coversQuery();
  }

  /** The same for tasks of a job. */
  public boolean covers(Demand demand, Size size) {
    return setQuery(demand, size) && coversQuery();
  }

  /** The largest free amount of the resource on any node that may run the job. */
  public double largest(String resource, Demand job) {
    int column = nodes.columns().indexOf(resource);
    return column < 0 ? 0 : Math.max(0, columns[column].most(nodes.eligible(job)));
  }

  /** The free amount of the resource on the node; negative if the node is overdrawn. */
  public double left(int node, String resource) {
    int column = nodes.columns().indexOf(resource);
    return column < 0 ? 0 : columns[column].left(node);
  }

  /** The free amount of the resource on all nodes together. */
  public double left(String resource) {
    int column = nodes.columns().indexOf(resource);
    return column < 0 ? 0 : columns[column].total();
  }

  /** The free amount of the resource on all nodes, as if they were one machine. */
  public Stock stock(String resource) {
    return stock(resource, Demand.NONE);
  }

  /** The same on all nodes that may run the job. */
  public Stock stock(String resource, Demand job) {
    int column = nodes.columns().indexOf(resource);
    ExactSum sum = column < 0 ? new ExactSum() : columns[column].exactTotal(nodes.eligible(job));
    return Stock.of(nodes.total(job).amount(resource), sum);
  }

  /** The free amounts on all nodes together. */
  public Resources left() {
    return left(Demand.NONE);
  }

  /** The free amounts on all nodes that may run the job. */
  public Resources left(Demand job) {
    EligibleNodes all = nodes.eligible(job);
    var left = new TreeMap<String, Double>();
    for (int column = 0; column < columns.length; column++) {
      left.put(nodes.columns().get(column), Math.max(0, columns[column].total(all)));
    }
    return Resources.of(left);
  }

  /** Whether any node is overdrawn. */
  public boolean isOverdrawn() {
    for (int node = 0; node < nodes.count(); node++) {
      if (isOverdrawn(node)) {
        return true;
      }
    }
    return false;
  }

  /** Whether tasks have taken more of the node than its capacity. */
  public boolean isOverdrawn(int node) {
    for (int column = 0; column < columns.length; column++) {
      if (columns[column].isOverdrawn(node)) {
        return true;
      }
    }
    return false;
  }

  public void take(int node, TaskDemand task, int times) {
    add(node, task, -times);
  }

  public void give(int node, TaskDemand task, int times) {
    add(node, task, times);
  }

  public void take(int node, Demand demand, Size size) {
    add(node, demand, size, -1);
  }

  public void give(int node, Demand demand, Size size) {
    add(node, demand, size, 1);
  }

  public void take(Allocation allocation, Demand demand) {
    add(allocation, demand, -1);
  }

  public void give(Allocation allocation, Demand demand) {
    add(allocation, demand, 1);
  }

  /** Whether there is room for the whole allocation; false if one of its nodes does not exist. */
  public boolean fits(Allocation allocation, Demand demand) {
    for (Allocation.Share share : allocation.shares()) {
      int node = nodes.position(share.node());
      if (node < 0 || !fits(node, demand, share.size())) {
        return false;
      }
    }
    return true;
  }

  double amount(int column, int node) {
    return columns[column].left(node);
  }

  /** A lower bound on the free amount of every node with room for the present query. */
  double least(int column) {
    return columns[column].least();
  }

  int columns() {
    return columns.length;
  }

  private boolean setQuery(TaskDemand task, int times) {
    eligible = task.eligible();
    for (int column = 0; column < columns.length; column++) {
      var needed = new ExactSum();
      needed.add(task.amount(column), times);
      columns[column].setQuery(needed);
    }
    return !task.isUnknown();
  }

  private boolean setQuery(Demand demand, Size size) {
    if (size.servers() == 0) {
      return setQuery(nodes.worker(demand), size.workers());
    }
    TaskDemand worker = nodes.worker(demand);
    TaskDemand server = nodes.server(demand);
    eligible = server.eligible();
    for (int column = 0; column < columns.length; column++) {
      var needed = new ExactSum();
      needed.add(worker.amount(column), size.workers());
      needed.add(server.amount(column), size.servers());
      columns[column].setQuery(needed);
    }
    return !server.isUnknown() && !(size.workers() > 0 && worker.isUnknown());
  }

  private void add(Allocation allocation, Demand demand, int sign) {
    for (Allocation.Share share : allocation.shares()) {
      int node = nodes.position(share.node());
      if (node >= 0) {
        add(node, demand, share.size(), sign);
      }
    }
  }

  private void add(int node, Demand demand, Size size, int sign) {
    if (size.workers() > 0) {
      add(node, nodes.taskDemand(demand.worker()), sign * size.workers());
    }
    if (size.servers() > 0) {
      add(node, nodes.taskDemand(demand.server()), sign * size.servers());
    }
  }

  private void add(int node, TaskDemand task, int times) {
    for (int column = 0; column < columns.length; column++) {
      if (task.amount(column) > 0) {
        columns[column].add(node, task.amount(column), times);
      }
    }
    idle.update(this, node);
    if (times > 0) {
      searches.released(node);
    }
    for (int i = 0; i < sortings.size(); i++) {
      sortings.get(i).move(node);
    }
  }

  private SortedNodes sorted(Preference preference, int column) {
    for (SortedNodes known : sortings) {
      if (known.isOf(preference, column)) {
        return known;
      }
    }
    var made = new SortedNodes(this, preference, column);
    sortings.add(made);
    return made;
  }

  private boolean coversQuery() {
    for (int column = 0; column < columns.length; column++) {
      double total = columns[column].total(eligible);
      if (total + Resources.rounding(total) < columns[column].least()) {
        return false;
      }
    }
    return true;
  }

  /** Whether the node is eligible for the present query and has room for it, exactly. */
  boolean fitsQuery(int node) {
    if (eligible != null && !eligible.contains(node)) {
      return false;
    }
    for (int column = 0; column < columns.length; column++) {
      if (!columns[column].fitsQuery(node)) {
        return false;
      }
    }
    return true;
  }

  private boolean fitsAt(int at) {
    for (int column = 0; column < columns.length; column++) {
      if (columns[column].most(at) < columns[column].least()) {
        return false;
      }
    }
    return true;
  }

  private int firstBelow(int at, int low, int width, int from) {
    if (low + width <= from || !fitsAt(at) || (eligible != null && !eligible.hasAny(low, width))) {
      return -1;
    }
    if (at >= leaves) {
      return low < nodes.count() && fitsQuery(low) ? low : -1;
    }
    int half = width / 2;
    int left = firstBelow(2 * at, low, half, from);
    return left >= 0 ? left : firstBelow(2 * at + 1, low + half, half, from);
  }
}
