package dev.ductile.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Nodes;
import dev.ductile.api.Plan;
import dev.ductile.api.Reason;
import dev.ductile.api.Resources;
import dev.ductile.api.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

final class DecidedReasonsTest {
  private static final int JOBS = 500;
  private static final int READERS = 32;

  private final Map<JobId, AtomicInteger> made = new ConcurrentHashMap<>();
  private final AtomicInteger together = new AtomicInteger();

  @Test
  void manyReadersAtOnceGetOneReasonOfEachJob() throws Exception {
    List<Job> jobs = jobs();
    Cluster cluster = Cluster.of(Instant.EPOCH, Nodes.uniform(1, Resources.gpus(1)), jobs);
    var reasons = new DecidedReasons(cluster, Plan.of(List.of(), this::why));
    var begin = new CountDownLatch(1);
    var answers = new ArrayList<Future<Map<JobId, Reason>>>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int reader = 0; reader < READERS; reader++) {
        int seed = reader;
        answers.add(
            threads.submit(() -> {
              begin.await();
              return read(reasons, jobs, seed);
            }));
      }
      begin.countDown();
      Map<JobId, Reason> first = answers.getFirst().get(60, TimeUnit.SECONDS);
      for (Future<Map<JobId, Reason>> answer : answers) {
        answer
            .get(60, TimeUnit.SECONDS)
            .forEach((job, reason) -> assertThat(reason).isSameAs(first.get(job)));
      }
    }

    assertThat(made).hasSize(JOBS).allSatisfy((_, times) -> assertThat(times).hasValue(1));
  }

  @Test
  void aJobThatCameAfterTheDecisionHasNoReason() {
    List<Job> jobs = jobs();
    Cluster cluster = Cluster.of(Instant.EPOCH, Nodes.NONE, jobs.subList(0, JOBS - 1));
    var reasons = new DecidedReasons(cluster, Plan.of(List.of(), this::why));

    assertThat(reasons.find(jobs.getLast())).isEqualTo(Optional.empty());
  }

  private static Map<JobId, Reason> read(DecidedReasons reasons, List<Job> jobs, int seed) {
    var order = new ArrayList<>(jobs);
    Collections.shuffle(order, new Random(seed));
    Map<JobId, Reason> read = new ConcurrentHashMap<>();
    order.forEach(job -> read.put(job.id(), reasons.find(job).orElseThrow()));
    return read;
  }

  /** The reasons of a plan are not made for several threads at once. */
  private Reason why(Job job) {
    assertThat(together.incrementAndGet()).isOne();
    made.computeIfAbsent(job.id(), _ -> new AtomicInteger()).incrementAndGet();
    LockSupport.parkNanos(1_000);
    together.decrementAndGet();
    return Reason.of(Reason.Kind.WAITING_FOR_CAPACITY, "waits");
  }

  private static List<Job> jobs() {
    var jobs = new ArrayList<Job>();
    for (int number = 0; number < JOBS; number++) {
      JobSpec spec =
          JobSpec.of(
              new JobId("job-" + number),
              Demand.perWorker(Resources.gpus(1)),
              Bounds.workers(1, 2),
              Work.steps(100));
      jobs.add(Job.submitted(spec, number, Instant.EPOCH, Allocation::workers, Duration.ZERO));
    }
    return jobs;
  }
}
