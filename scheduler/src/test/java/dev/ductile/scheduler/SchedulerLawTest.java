package dev.ductile.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Bounds;
import dev.ductile.api.Cluster;
import dev.ductile.api.Command;
import dev.ductile.api.Event;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Gang;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.NodeId;
import dev.ductile.api.Queue;
import dev.ductile.api.Resources;
import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import dev.ductile.api.SpeedSpec;
import dev.ductile.contracts.GivenSpeed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The promises of the scheduler after every round, whatever commands and reports that round has. Up
 * to four commands a round are about few jobs, so many rounds have several for the same job.
 */
@Tag("seeds")
final class SchedulerLawTest {
  private static final long SEEDS = 40L * Integer.getInteger("ductile.seedFactor", 1);
  private static final int ROUNDS = 40;
  private static final int NODES = 2;
  private static final List<Gang> GANGS =
      List.of(Gang.NONE, Gang.NONE, new Gang("pair", 2), new Gang("three", 3));

  @Test
  void everyRoundKeepsItsPromises() {
    for (long seed = 0; seed < SEEDS; seed++) {
      new Story(seed).tell();
    }
  }

  /** The random rounds of one seed. */
  private static final class Story extends CommandRig {
    private final long seed;
    private final RandomGenerator random;

    Story(long seed) {
      this.seed = seed;
      this.random = new Seed(seed).stream("commands");
      withNodes(NODES);
    }

    void tell() {
      for (int round = 0; round < ROUNDS; round++) {
        Cluster before = picture();
        List<Command> commands = new ArrayList<>();
        for (int i = between(0, 4); i > 0; i--) {
          commands.add(command());
        }
        report();
        List<CompletableFuture<CommandAnswer>> answers =
            commands.stream().map(inbox::send).toList();
        scheduler.round();
        String when = "seed %d, round %d, after %s".formatted(seed, round, commands);
        assertThat(answers).as(when).allMatch(CompletableFuture::isDone);
        assertRestsAreRespected(when, before);
        assertQuotasAreKept(when, before);
        assertGangsStartTogether(when, before);
        assertTheJournalFoldsToThePicture(when);
      }
      assertThat(rejected).as("seed %d: legal grants", seed).isEmpty();
    }

    /**
     * Held jobs and drained nodes are at rest. No job gets a size that it may not have; one may
     * keep such a size until there is room.
     */
    private void assertRestsAreRespected(String when, Cluster before) {
      Cluster now = picture();
      FreeCapacity left = now.nodes().allFree();
      for (Job job : now.jobs()) {
        if (job.holdsResources()) {
          assertThat(job.manualOverride().held()).as(when).isFalse();
          boolean isKept =
              before.jobs().at(job.arrival()).filter(was -> isKeptBelow(was, job)).isPresent();
          assertThat(isKept || job.spec().bounds().allows(job.allocation().size()))
              .as(when)
              .isTrue();
          assertThat(left.fits(job.allocation(), job.spec().demand())).as(when).isTrue();
          left.take(job.allocation(), job.spec().demand());
          job.allocation()
              .shares()
              .forEach(share ->
                  assertThat(scheduler.ledger().isDrained(share.node())).as(when).isFalse());
        }
      }
    }

    private static boolean isKeptBelow(Job was, Job job) {
      return was.allocation().equals(job.allocation())
          && job.allocation().workers() < job.spec().bounds().workers().least();
    }

    /**
     * The jobs of a queue use more than its quota only if they did so before, and then they use no
     * more than before. A running job may have come from another queue.
     */
    private void assertQuotasAreKept(String when, Cluster before) {
      Cluster now = picture();
      for (Queue queue : now.settings().queues()) {
        double usedBefore = 0;
        double used = 0;
        for (Job job : now.jobs()) {
          if (job.spec().queue().equals(queue.name())) {
            used += job.allocation().workers();
            usedBefore +=
                before.jobs().at(job.arrival()).map(was -> was.allocation().workers()).orElse(0);
          }
        }
        double limit = Math.max(usedBefore, queue.quota().amount(Resources.GPU));
        assertThat(used).as("%s, queue %s", when, queue.name()).isLessThanOrEqualTo(limit);
      }
    }

    private void assertGangsStartTogether(String when, Cluster before) {
      Set<Long> running = holders(before);
      Map<String, List<Job>> gangs =
          picture().jobs().stream()
              .filter(job -> !job.spec().gang().isNone())
              .collect(Collectors.groupingBy(job -> job.spec().gang().name()));
      gangs.forEach((name, jobs) -> {
        boolean starts =
            jobs.stream().anyMatch(job -> job.holdsResources() && !running.contains(job.arrival()));
        assertThat(!starts || jobs.stream().allMatch(Job::holdsResources))
            .as("%s, gang %s", when, name)
            .isTrue();
      });
    }

    private static Set<Long> holders(Cluster cluster) {
      return cluster.jobs().stream()
          .filter(Job::holdsResources)
          .map(Job::arrival)
          .collect(Collectors.toSet());
    }

    private void assertTheJournalFoldsToThePicture(String when) {
      var folded = new Ledger(GivenSpeed.SPEEDS);
      happened.forEach(folded::fold);
      assertThat(folded.picture(START).jobs()).as(when).containsExactlyElementsOf(picture().jobs());
      assertThat(folded.held()).as(when).isEqualTo(scheduler.ledger().held());
    }

    private Command command() {
      var job = new JobId("job-" + between(1, 6));
      var node = new NodeId("node-" + between(0, NODES - 1));
      return switch (between(0, 11)) {
        case 0 -> new Command.Cancel(job, "the story says so");
        case 1, 2 -> new Command.Hold(job, "the story says so");
        case 3, 4 -> new Command.Resume(job);
        case 5 -> new Command.Amend(amended(job));
        case 6 -> new Command.Scale(job, Size.workers(between(1, 4)));
        case 7 -> new Command.Unscale(job);
        case 8 -> new Command.Drain(node, "the story says so");
        case 9 -> new Command.Undrain(node);
        case 10 -> new Command.SetQueue(new Queue(queue(), Resources.gpus(between(1, 8))));
        default -> new Command.Submit(spec(job), SpeedSpec.UNKNOWN, Duration.ZERO);
      };
    }

    /** Another queue or other bounds for a job; a new job if there is none of the name. */
    private JobSpec amended(JobId id) {
      return scheduler
          .ledger()
          .find(id)
          .map(job -> spec(id).withGang(job.spec().gang()))
          .orElseGet(() -> spec(id));
    }

    private JobSpec spec(JobId id) {
      JobSpec spec = SchedulerRig.spec(id.name());
      return JobSpec.of(id, spec.demand(), Bounds.workers(between(1, 2), 4), spec.work())
          .withQueue(queue(), between(0, 2))
          .withGang(GANGS.get(random.nextInt(GANGS.size())));
    }

    private String queue() {
      return random.nextBoolean() ? "day" : "night";
    }

    /** Sometimes a job of the cluster runs, crashes or finishes. */
    private void report() {
      for (Job job : picture().jobs()) {
        long order = job.revision();
        switch (between(0, 11)) {
          case 0, 1 ->
              engine.report(new Event.Running(START, job.id(), order, job.allocation(), 1));
          case 2 ->
              engine.report(new Event.Crashed(START, job.id(), order, 0, "the story says so"));
          case 3 -> engine.report(new Event.Finished(START, job.id()));
          default -> {}
        }
      }
    }

    private Cluster picture() {
      return scheduler.ledger().picture(START);
    }

    private int between(int least, int most) {
      return random.nextInt(least, most + 1);
    }
  }
}
