package dev.ductile.scenario.cluster;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * A job in the output of {@code squeue --json} or {@code scontrol show jobs --json}.
 *
 * @param array the job array that it belongs to; 0 for none
 * @param task its number in the array, if it has one of its own
 * @param tasks the tasks of the array that wait
 * @param tasksAtOnce the most tasks of the array that run at the same time; 0 for all
 * @param priority empty if Slurm says none; zero if the job is held
 * @param group the heterogeneous job that it belongs to; 0 for none
 * @param requested the resources of the whole job that it asks for
 * @param held the resources of the whole job that it holds
 * @param shares what it holds on each node, as far as the output says it
 * @param conditions conditions on its nodes that a state cannot carry, in words
 */
record SlurmJob(
    long id,
    String name,
    String user,
    String partition,
    Set<String> states,
    String reason,
    OptionalDouble priority,
    Times times,
    long array,
    Optional<Long> task,
    WaitingTasks tasks,
    int tasksAtOnce,
    long group,
    SlurmLayout layout,
    SlurmRequest requested,
    List<SlurmAmount> held,
    Map<String, NodeShare> shares,
    String features,
    List<String> conditions) {

  /**
   * The times of a job; {@code beforeSuspension} is the time that it ran before it was suspended.
   */
  record Times(
      Instant submitted,
      Optional<Instant> start,
      Optional<Duration> limit,
      Duration beforeSuspension) {}

  /** A part of a job on one node; processors and memory are weights if the whole is known. */
  record NodeShare(double cpus, double memory, List<SlurmAmount> gres) {}

  /**
   * The tasks of an array that wait.
   *
   * @param isShortened whether Slurm left out the end of the list
   */
  record WaitingTasks(List<Long> numbers, boolean isShortened) {
    boolean isNone() {
      return numbers.isEmpty() && !isShortened;
    }
  }

  private static final String SHORTENED = "...";

  static SlurmJob of(Entry job) {
    Instant submitted =
        job.seconds("submit_time").orElseThrow(() -> job.at().missing("submit_time"));
    double minutes = job.number("time_limit").orElse(0);
    return new SlurmJob(
        (long) job.number("job_id").orElseThrow(() -> job.at().missing("job_id")),
        job.text("name").orElse("job"),
        job.text("user_name").orElse(""),
        job.text("partition").orElse(""),
        states(job),
        job.text("state_reason").orElse(""),
        job.number("priority"),
        new Times(
            submitted,
            job.seconds("start_time"),
            minutes > 0 ? Optional.of(Duration.ofSeconds((long) (minutes * 60))) : Optional.empty(),
            Duration.ofSeconds((long) job.amount("pre_sus_time"))),
        (long) job.amount("array_job_id"),
        job.number("array_task_id").stream().mapToObj(number -> (long) number).findFirst(),
        waitingTasks(job),
        (int) job.amount("array_max_tasks"),
        (long) job.amount("het_job_id"),
        SlurmLayout.of(job),
        SlurmRequest.of(job),
        SlurmAmount.list(job, "tres_alloc_str"),
        shares(job),
        job.text("features").orElse(""),
        conditions(job));
  }

  private static Set<String> states(Entry job) {
    var states = new HashSet<String>();
    job.words("job_state").forEach(state -> states.add(state.toUpperCase(Locale.ROOT)));
    if (states.isEmpty()) {
      throw job.at().missing("job_state");
    }
    return states;
  }

  /**
   * Reads a list such as {@code [3-6,9%2]}. Slurm may cut a long list inside a number, so the part
   * behind its last comma is left out.
   */
  private static WaitingTasks waitingTasks(Entry job) {
    Optional<Entry> written = job.find("array_task_string");
    String list =
        job.text("array_task_string").orElse("").replaceFirst("%.*", "").replaceAll("[\\[\\]]", "");
    boolean isShortened = list.endsWith(SHORTENED);
    String whole = isShortened ? list.substring(0, Math.max(0, list.lastIndexOf(','))) : list;
    List<Long> numbers =
        whole.isEmpty() ? List.of() : written.orElse(job).at().made(() -> HostList.numbers(whole));
    return new WaitingTasks(numbers, isShortened);
  }

  boolean hasPriorityZero() {
    return priority.isPresent() && priority.getAsDouble() == 0;
  }

  private static List<String> conditions(Entry job) {
    var conditions = new ArrayList<String>();
    Map.of(
            "required_nodes", "named nodes",
            "excluded_nodes", "excluded nodes",
            "licenses", "licences",
            "resv_name", "a reservation")
        .forEach((key, words) -> {
          if (job.words(key).stream().anyMatch(word -> !word.isEmpty())) {
            conditions.add(words);
          }
        });
    boolean isExclusive =
        job.words("exclusive").stream().anyMatch(word -> word.equals("true"))
            || job.words("shared").stream().anyMatch(word -> word.equals("none"));
    if (isExclusive) {
      conditions.add("whole nodes (--exclusive)");
    }
    conditions.sort(String::compareTo);
    return List.copyOf(conditions);
  }

  /** The shares of all nodes; equal weights if the output does not say more. */
  private static Map<String, NodeShare> shares(Entry job) {
    Map<String, NodeShare> known =
        job.find("job_resources").map(SlurmJob::detailed).orElse(Map.of());
    List<String> names = known.isEmpty() ? nodeNames(job) : List.copyOf(known.keySet());
    List<Entry> gres = job.list("gres_detail");
    var shares = new LinkedHashMap<String, NodeShare>();
    for (int i = 0; i < names.size(); i++) {
      NodeShare share = known.getOrDefault(names.get(i), new NodeShare(1, 1, List.of()));
      List<SlurmAmount> own =
          gres.size() == names.size() ? SlurmAmount.list(gres.get(i)) : List.of();
      shares.put(names.get(i), new NodeShare(share.cpus(), share.memory(), own));
    }
    return shares;
  }

  private static List<String> nodeNames(Entry job) {
    Optional<Entry> nodes = job.find("nodes");
    return nodes
        .map(list -> list.at().made(() -> HostList.names(list.at().node().asText())))
        .orElse(List.of());
  }

  /** The parts of {@code job_resources}, which has one of two forms by the release of Slurm. */
  private static Map<String, NodeShare> detailed(Entry resources) {
    var shares = new LinkedHashMap<String, NodeShare>();
    if (resources.find("allocated_nodes").filter(list -> list.at().node().isArray()).isPresent()) {
      resources
          .list("allocated_nodes")
          .forEach(node ->
              shares.put(
                  node.need("nodename"),
                  new NodeShare(
                      cores(node),
                      node.amount("memory_allocated") * SlurmAmount.MEBIBYTE,
                      List.of())));
    } else if (resources.find("nodes").filter(all -> all.at().node().isObject()).isPresent()) {
      resources
          .list("nodes", "allocation")
          .forEach(node ->
              shares.put(
                  node.need("name"),
                  new NodeShare(
                      node.amount("cpus", "count"),
                      node.amount("memory", "allocated") * SlurmAmount.MEBIBYTE,
                      List.of())));
    }
    return shares;
  }

  private static double cores(Entry node) {
    double cores = 0;
    if (node.find("sockets").filter(all -> all.at().node().isObject()).isEmpty()) {
      return cores;
    }
    for (Entry socket : node.members("sockets").values()) {
      cores += socket.members("cores").size();
    }
    return cores;
  }

  boolean isAny(String... wanted) {
    return Set.of(wanted).stream().anyMatch(states::contains);
  }
}
