package dev.ductile.server;

import dev.ductile.rest.Accepted;
import dev.ductile.rest.JobAmendment;
import dev.ductile.rest.ScaleRequest;
import dev.ductile.rest.Submitted;
import dev.ductile.rest.WhyRequest;
import dev.ductile.rest.client.Client;
import dev.ductile.rest.client.ClientException;
import dev.ductile.rest.client.ProblemException;
import dev.ductile.rest.client.ResourcePath;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.random.RandomGenerator;

/**
 * Clients that submit, cancel, amend and scale jobs at once, and keep what the server has accepted.
 */
final class ClientLoad {
  private static final int CLIENTS = 4;
  private static final int MOST_PRIORITY = 100;
  private static final int MOST_WORKERS = 2;

  private final Path starts;
  private final List<String> submitted = new CopyOnWriteArrayList<>();
  private final Set<String> cancelled = ConcurrentHashMap.newKeySet();

  /** Cancels whose answer never came; the server may have accepted them. */
  private final Set<String> uncertain = ConcurrentHashMap.newKeySet();

  private final LastValues priorities = new LastValues();
  private final LastValues workers = new LastValues();
  private volatile boolean stopping;

  /**
   * A load that has not begun.
   *
   * @param starts the folder in which each task notes that it was started
   */
  ClientLoad(Path starts) {
    this.starts = starts;
  }

  List<String> submitted() {
    return List.copyOf(submitted);
  }

  Set<String> cancelled() {
    return Set.copyOf(cancelled);
  }

  boolean mayBeCancelled(String job) {
    return cancelled.contains(job) || uncertain.contains(job);
  }

  /** The priority that a job was given last; empty if it has its first one or none is known. */
  Optional<Integer> priority(String job) {
    return priorities.known(job);
  }

  /** The number of workers that a job was scaled to last; empty if none is known. */
  Optional<Integer> workers(String job) {
    return workers.known(job);
  }

  /** Whether a job may have another size than at its submission. */
  boolean mayBeScaled(String job) {
    return workers.has(job);
  }

  /** Begins; the result ends after {@link #stop}. */
  List<Thread> begin(Client client, RandomGenerator random) {
    stopping = false;
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < CLIENTS; i++) {
      long seed = random.nextLong();
      threads.add(
          Thread.ofVirtual().start(() -> run(client, new java.util.SplittableRandom(seed))));
    }
    return threads;
  }

  void stop() {
    stopping = true;
  }

  private void run(Client client, RandomGenerator random) {
    while (!stopping) {
      try {
        act(client, random);
      } catch (ProblemException refused) {
        // such as a job that is over already
      } catch (ClientException serverIsGone) {
        return;
      }
    }
  }

  private void act(Client client, RandomGenerator random) {
    int choice = random.nextInt(10);
    if (submitted.isEmpty() || choice < 6) {
      submitted.addAll(client.postYaml(ResourcePath.of("jobs"), file(), Submitted.class).ids());
      return;
    }
    String job = submitted.get(random.nextInt(submitted.size()));
    switch (choice) {
      case 6 -> cancel(client, job);
      case 7 -> amend(client, job, random.nextInt(MOST_PRIORITY));
      default -> scale(client, job, random.nextInt(1, MOST_WORKERS + 1));
    }
  }

  private void cancel(Client client, String job) {
    uncertain.add(job);
    client.post(ResourcePath.of("jobs", job, "cancel"), new WhyRequest("test"), Accepted.class);
    cancelled.add(job);
  }

  private void amend(Client client, String job, int priority) {
    var change =
        new JobAmendment(
            Optional.of(priority), Optional.empty(), Optional.empty(), Optional.empty());
    priorities.set(
        job, priority, () -> client.patch(ResourcePath.of("jobs", job), change, Accepted.class));
  }

  private void scale(Client client, String job, int count) {
    var change = new ScaleRequest(count, 0, "test");
    workers.set(
        job,
        count,
        () -> client.post(ResourcePath.of("jobs", job, "scale"), change, Accepted.class));
  }

  private String file() {
    return """
    name: night
    worker: {gpu: 1}
    bounds: {workers: {min: 1, max: %d}}
    command: [sh, -c, 'echo $$ >> "%s/$DUCTILE_JOB $DUCTILE_GENERATION $DUCTILE_INDEX"; exec sleep 600']
    """
        .formatted(MOST_WORKERS, starts);
  }
}
