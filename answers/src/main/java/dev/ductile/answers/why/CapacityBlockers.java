package dev.ductile.answers.why;

import dev.ductile.answers.Views;
import dev.ductile.answers.forecast.Feasibility;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.FirstFit;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Job;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Reason;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.rest.Blocker;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The nodes as blockers: too few of them, too little free on them, or in too small parts. */
record CapacityBlockers(WaitingJob waiting, Size size) {
  private static final int MOST_NODES = 10;

  static List<Blocker> of(WaitingJob waiting) {
    return new CapacityBlockers(waiting, waiting.needed()).list();
  }

  List<Blocker> list() {
    var blockers = new ArrayList<Blocker>();
    boolean isFeasible = FirstFit.fits(nodes().allFree(), demand(), size);
    if (!isFeasible) {
      blockers.add(infeasible());
    }
    if (!FirstFit.fits(waiting.free(), demand(), size)) {
      Map<String, Double> lacking = isFeasible ? shortOf() : Map.of();
      if (isFeasible) {
        blockers.add(lacking.isEmpty() ? fragmentation() : capacity(lacking));
        protection(lacking).ifPresent(blockers::add);
      }
      absentNodes().ifPresent(blockers::add);
    }
    return blockers;
  }

  private Demand demand() {
    return waiting.demand();
  }

  private Nodes nodes() {
    return waiting.cluster().nodes();
  }

  private Resources need() {
    return demand().of(size);
  }

  /** The resources of which too little is free on all nodes together, with the free amounts. */
  private Map<String, Double> shortOf() {
    Resources free = waiting.free().left(demand());
    var lacking = new TreeMap<String, Double>();
    need()
        .amounts()
        .forEach((name, amount) -> {
          if (!Resources.covers(free.amount(name), amount)) {
            lacking.put(name, free.amount(name));
          }
        });
    return lacking;
  }

  private Blocker capacity(Map<String, Double> lacking) {
    List<String> holders = Holders.names(holders(lacking));
    return new Blocker(
        "capacity",
        "%s needs %s, and %s free%s%s"
            .formatted(
                sized(),
                among(need(), lacking),
                free(lacking),
                waiting.runs() ? ", what it holds included" : "",
                heldBy(holders, lacking)),
        holders,
        List.of(),
        amounts(need(), lacking),
        lacking);
  }

  private List<Job> holders(Map<String, Double> lacking) {
    return Holders.of(waiting.cluster(), lacking.keySet(), demand());
  }

  /** The size in words; the policy may wait for more than the least size. */
  private String sized() {
    return size.equals(waiting.job().spec().bounds().least())
        ? "it"
        : "its requested size of %s".formatted(size);
  }

  private static String heldBy(List<String> holders, Map<String, Double> lacking) {
    if (holders.isEmpty()) {
      return "";
    }
    boolean isNoneFree = lacking.values().stream().noneMatch(amount -> amount > 0);
    return "; %s %s %s"
        .formatted(
            Holders.text(holders),
            holders.size() == 1 ? "holds" : "hold",
            isNoneFree ? "them" : "the rest");
  }

  private static Resources among(Resources all, Map<String, Double> some) {
    return Resources.of(amounts(all, some));
  }

  private static Map<String, Double> amounts(Resources all, Map<String, Double> some) {
    var kept = new TreeMap<String, Double>();
    some.keySet().forEach(name -> kept.put(name, all.amount(name)));
    return kept;
  }

  private static String free(Map<String, Double> lacking) {
    List<String> parts =
        lacking.entrySet().stream()
            .map(one ->
                one.getValue() > 0
                    ? Resources.of(one.getKey(), one.getValue()).toString()
                    : "no " + one.getKey())
            .toList();
    boolean isOne = parts.size() == 1 && lacking.values().stream().allMatch(amount -> amount <= 1);
    return String.join(" and ", parts) + (isOne ? " is" : " are");
  }

  private Blocker fragmentation() {
    FreeCapacity free = waiting.free();
    Resources task = task(free);
    List<String> resources = List.copyOf(task.amounts().keySet());
    var largest = new TreeMap<String, Double>();
    resources.forEach(name -> largest.put(name, free.largest(name, demand())));
    List<String> holders = Holders.names(Holders.of(waiting.cluster(), resources, demand()));
    return new Blocker(
        "fragmentation",
        "%s needs %s; in all %s are free, but not in parts that hold its tasks of %s: the most that one node has free is %s"
            .formatted(sized(), need(), waiting.free().left(demand()), task, Resources.of(largest)),
        holders,
        fullest(free, resources),
        Views.amounts(need()),
        Views.amounts(free.left(demand())));
  }

  /** The task that finds no further place. */
  private Resources task(FreeCapacity free) {
    boolean serversFit = FirstFit.fits(free, demand(), new Size(0, size.servers()));
    return size.servers() > 0 && !serversFit ? demand().server() : demand().worker();
  }

  /** The nodes with the most free of the first resource. */
  private List<String> fullest(FreeCapacity free, List<String> resources) {
    return Stream.iterate(0, node -> node + 1)
        .limit(nodes().count())
        .filter(node -> demand().accepts(nodes().get(node)))
        .filter(node -> resources.stream().anyMatch(name -> free.left(node, name) > 0))
        .sorted(
            Comparator.comparingDouble((Integer node) ->
                -resources.stream().mapToDouble(name -> free.left(node, name)).max().orElse(0)))
        .limit(MOST_NODES)
        .map(node -> nodes().get(node).id().name())
        .toList();
  }

  /** Jobs that no policy may change yet hold what the job needs. */
  private Optional<Blocker> protection(Map<String, Double> lacking) {
    List<String> wanted =
        List.copyOf(lacking.isEmpty() ? need().amounts().keySet() : lacking.keySet());
    Cluster cluster = waiting.cluster();
    List<Job> pinned = Holders.of(cluster, wanted, demand(), job -> job.isProtected(cluster.now()));
    if (pinned.isEmpty()) {
      return Optional.empty();
    }
    List<String> ends = pinned.stream().limit(3).map(this::end).toList();
    return Optional.of(
        new Blocker(
            "protection",
            "no policy may change %s now: %s"
                .formatted(Reason.count(pinned.size(), "job"), String.join(", ", ends)),
            Holders.names(pinned),
            List.of(),
            Map.of(),
            Map.of()));
  }

  private String end(Job job) {
    return waiting.cluster().now().isBefore(job.protectedUntil())
        ? "%s until %s".formatted(job.id().name(), waiting.words().moment(job.protectedUntil()))
        : "%s, whose state is unknown".formatted(job.id().name());
  }

  private Blocker infeasible() {
    List<Node> absent = useful();
    String more =
        absent.isEmpty()
            ? ""
            : "; " + Holders.text(names(absent)) + " could, but " + absence(absent);
    return new Blocker(
        "nodes",
        Feasibility.obstacle(nodes(), demand(), size).orElse("the nodes that are up cannot hold it")
            + more,
        List.of(),
        names(absent),
        Views.amounts(need()),
        Views.amounts(nodes().total(demand())));
  }

  /** The nodes that are drained or down, if the job would fit now with them. */
  private Optional<Blocker> absentNodes() {
    List<Node> absent = useful();
    boolean isTold = !FirstFit.fits(nodes().allFree(), demand(), size);
    if (absent.isEmpty() || isTold || !fitsWith(absent)) {
      return Optional.empty();
    }
    return Optional.of(
        new Blocker(
            "nodes",
            "it would fit with %s, which %s"
                .formatted(Holders.text(names(absent)), absence(absent)),
            List.of(),
            names(absent),
            Map.of(),
            Map.of()));
  }

  private static List<String> names(List<Node> nodes) {
    return nodes.stream().limit(MOST_NODES).map(node -> node.id().name()).toList();
  }

  private String absence(List<Node> absent) {
    boolean areDrained = absent.stream().allMatch(node -> drained().containsKey(node.id()));
    boolean areDown = absent.stream().noneMatch(node -> drained().containsKey(node.id()));
    String verb = absent.size() == 1 ? "is " : "are ";
    return verb + (areDrained ? "drained" : areDown ? "down" : "drained or down");
  }

  private Map<NodeId, Optional<Node>> drained() {
    return waiting.cluster().settings().drained();
  }

  /** The absent nodes that meet the requirements of the job. */
  private List<Node> useful() {
    var absent = new HashMap<NodeId, Node>();
    drained().values().stream().flatMap(Optional::stream).forEach(n -> absent.put(n.id(), n));
    waiting.state().down().forEach(node -> absent.putIfAbsent(node.id(), node));
    return absent.values().stream()
        .filter(demand()::accepts)
        .filter(node -> FirstFit.fits(Nodes.of(List.of(node)).allFree(), demand(), Size.workers(1)))
        .sorted(Comparator.comparing(Node::id))
        .toList();
  }

  private boolean fitsWith(List<Node> absent) {
    var all = new ArrayList<>(nodes().list());
    all.addAll(absent);
    Cluster with = Cluster.of(waiting.cluster().now(), Nodes.of(all), waiting.cluster().jobs());
    return FirstFit.fits(with.left(), demand(), size);
  }
}
