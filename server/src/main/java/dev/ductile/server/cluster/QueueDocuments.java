package dev.ductile.server.cluster;

import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Queue;
import dev.ductile.api.Resources;
import dev.ductile.api.Sharing;
import dev.ductile.rest.QueueView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Documents about the queues of a picture: those with settings, and others that have jobs. */
final class QueueDocuments {
  private final Cluster cluster;
  private final Map<String, Queue> settings = new TreeMap<>();
  private final Map<String, Resources> used = new HashMap<>();
  private final Map<String, Integer> pending = new HashMap<>();
  private final Map<String, Integer> running = new HashMap<>();
  private final Map<String, Double> devices = new HashMap<>();

  private QueueDocuments(Cluster cluster) {
    this.cluster = cluster;
    settings.put(JobSpec.DEFAULT_QUEUE, new Queue(JobSpec.DEFAULT_QUEUE, Resources.NONE));
    cluster.jobs().forEach(this::count);
    cluster.settings().queues().forEach(queue -> settings.put(queue.name(), queue));
  }

  static List<QueueView> of(Cluster cluster) {
    return new QueueDocuments(cluster).views();
  }

  private void count(Job job) {
    String queue = job.spec().queue();
    settings.computeIfAbsent(queue, name -> new Queue(name, Resources.NONE));
    (job.holdsResources() ? running : pending).merge(queue, 1, Integer::sum);
    if (job.holdsResources()) {
      used.merge(queue, job.spec().demand().of(job.allocation().size()), Resources::plus);
      devices.merge(queue, job.spec().demand().devices(job.allocation().size()), Double::sum);
    }
  }

  private List<QueueView> views() {
    double held = devices.values().stream().mapToDouble(Double::doubleValue).sum();
    double all = settings.values().stream().mapToDouble(QueueDocuments::weight).sum();
    double busy =
        settings.values().stream().filter(this::hasJobs).mapToDouble(QueueDocuments::weight).sum();
    var views = new ArrayList<QueueView>();
    settings.forEach((name, queue) ->
        views.add(
            view(queue, held, hasJobs(queue) ? weight(queue) / busy : 0, weight(queue) / all)));
    return List.copyOf(views);
  }

  private boolean hasJobs(Queue queue) {
    return pending.containsKey(queue.name()) || running.containsKey(queue.name());
  }

  private QueueView view(Queue queue, double held, double fairShare, double steadyShare) {
    String name = queue.name();
    Resources holds = used.getOrDefault(name, Resources.NONE);
    Resources guaranteed = queue.sharing().map(Sharing::guaranteed).orElse(Resources.NONE);
    double own = devices.getOrDefault(name, 0.0);
    return new QueueView(
        name,
        Words.amounts(guaranteed),
        Words.amounts(queue.quota()),
        Words.amounts(queue.userQuota()),
        PriorityLimits.most(queue),
        weight(queue),
        queue.sharing().map(Sharing::borrows).orElse(true),
        queue.sharing().flatMap(Sharing::halfLife).map(QueueDocuments::seconds),
        Words.amounts(holds),
        borrowed(holds, guaranteed),
        held > 0 ? own / held : 0,
        fairShare,
        steadyShare,
        usage(name),
        pending.getOrDefault(name, 0),
        running.getOrDefault(name, 0));
  }

  /** What a queue with guaranteed resources holds beyond them. */
  private static Map<String, Double> borrowed(Resources holds, Resources guaranteed) {
    if (guaranteed.isNone()) {
      return Map.of();
    }
    Map<String, Double> more = new TreeMap<>();
    holds
        .amounts()
        .forEach((resource, amount) -> {
          double beyond = amount - guaranteed.amount(resource);
          if (beyond > 0) {
            more.put(resource, beyond);
          }
        });
    return more;
  }

  private double usage(String queue) {
    return cluster.usage().accounts().entrySet().stream()
        .filter(entry -> entry.getKey().queue().equals(queue))
        .mapToDouble(entry -> entry.getValue().at(cluster.now()))
        .sum();
  }

  private static double seconds(Duration time) {
    return time.toMillis() / 1e3;
  }

  private static double weight(Queue queue) {
    return Optional.of(queue).flatMap(Queue::sharing).map(Sharing::weight).orElse(1.0);
  }
}
