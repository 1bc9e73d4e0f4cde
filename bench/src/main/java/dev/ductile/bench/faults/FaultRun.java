package dev.ductile.bench.faults;

import dev.ductile.bench.training.MasterReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** One run of a job in which processes are killed. */
final class FaultRun {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofSeconds(3);

  private final FaultJob spec;
  private final Path checkpoints;
  private final JobUnderTest job;
  private final Random random;
  private final Consumer<String> notes;
  private final List<InjectedKill> kills = new ArrayList<>();
  private final String extra;
  private int changedAt = Integer.MAX_VALUE;
  private boolean extraIsThere;

  /**
   * A run whose processes have been started.
   *
   * @param notes receives a line for each kill
   */
  FaultRun(FaultJob spec, Path folder, JobUnderTest job, Random random, Consumer<String> notes) {
    this.spec = spec;
    this.checkpoints = folder.resolve("checkpoints");
    this.job = job;
    this.random = random;
    this.notes = notes;
    boolean servers = spec.servers() > 0 && random.nextBoolean();
    extra = servers ? "server-" + spec.servers() : "worker-" + spec.workers();
  }

  List<InjectedKill> kills() {
    return kills;
  }

  /** Carries out the plans, each when the job has recovered from the one before. */
  void go() throws IOException, InterruptedException {
    await(() -> isRunning(), "begin");
    for (KillPlan plan : KillPlan.draw(random)) {
      if (job.isOver()) {
        return;
      }
      int before = kills.size();
      follow(plan);
      for (InjectedKill kill : kills.subList(before, kills.size())) {
        awaitRecovery(kill);
      }
    }
  }

  private boolean isRunning() {
    return job.phase().equals("running");
  }

  private void await(java.util.function.BooleanSupplier isSo, String what)
      throws IOException, InterruptedException {
    if (!job.until(() -> job.isOver() || isSo.getAsBoolean(), PATIENCE)) {
      throw new IllegalStateException("did not %s within %s".formatted(what, PATIENCE));
    }
  }

  private void awaitRecovery(InjectedKill kill) throws IOException, InterruptedException {
    await(() -> Recovery.of(kill, job.output()).isPresent(), "recover from %s".formatted(kill));
    Optional<Recovery> recovery = Recovery.of(kill, job.output());
    notes.accept(kill + ": " + recovery.map(Recovery::toString).orElse("the job ends"));
  }

  private void follow(KillPlan plan) throws IOException, InterruptedException {
    switch (plan) {
      case ANY -> {
        rest(100, 1_500);
        kill(any());
      }
      case AGAIN -> {
        rest(100, 1_000);
        kill(any());
        rest(0, 500);
        kill(any());
      }
      case WITHOUT_MASTER -> {
        rest(100, 1_000);
        kill(Optional.of(JobUnderTest.MASTER));
        rest(0, 600);
        kill(any());
      }
      case CHANGE -> {
        rest(100, 1_000);
        change();
        rest(0, extraIsThere ? 900 : 60);
        kill(any());
      }
      case CHECKPOINT -> {
        rest(100, 600);
        job.until(() -> job.isOver() || isBeingSaved(), SHORT);
        kill(any());
      }
      case END -> {
        await(() -> isEnding(), "come to the end");
        rest(0, 30);
        kill(random.nextInt(3) == 0 ? any() : Optional.of(JobUnderTest.MASTER));
      }
    }
  }

  private void rest(int least, int most) throws IOException, InterruptedException {
    job.until(job::isOver, Duration.ofMillis(random.nextInt(least, most)));
  }

  /** Starts one more task; the next call stops it. */
  private void change() throws IOException {
    changedAt = job.output().size();
    extraIsThere = !extraIsThere;
    if (extraIsThere) {
      job.start(extra);
    } else {
      job.leave(extra);
    }
  }

  private Optional<String> any() {
    List<String> alive = job.alive();
    return alive.isEmpty()
        ? Optional.empty()
        : Optional.of(alive.get(random.nextInt(alive.size())));
  }

  private void kill(Optional<String> victim) throws IOException, InterruptedException {
    if (victim.isPresent() && !job.isOver()) {
      kills.add(job.kill(victim.get(), moments(victim.get())));
    }
  }

  private Set<JobMoment> moments(String victim) throws IOException {
    var moments = EnumSet.noneOf(JobMoment.class);
    String phase = job.phase();
    boolean noMaster = phase.isEmpty() || phase.equals("gathering");
    add(moments, JobMoment.MASTER_AWAY, noMaster && !victim.equals(JobUnderTest.MASTER));
    add(moments, JobMoment.RECONFIGURATION, !noMaster && !phase.equals("running"));
    add(moments, JobMoment.RECOVERY, !kills.isEmpty() && isPending(kills.getLast()));
    add(moments, JobMoment.CHECKPOINT, isBeingSaved());
    add(moments, JobMoment.CHANGE, isChanging());
    add(moments, JobMoment.END, isEnding());
    return moments.isEmpty() ? EnumSet.of(JobMoment.TRAINING) : moments;
  }

  private static void add(Set<JobMoment> moments, JobMoment moment, boolean isSo) {
    if (isSo) {
      moments.add(moment);
    }
  }

  private boolean isPending(InjectedKill kill) {
    return Recovery.of(kill, job.output()).isEmpty();
  }

  private boolean isEnding() {
    return job.output().stream().anyMatch(each -> each.line().startsWith("the job is to end with"));
  }

  private boolean isChanging() {
    int workers = spec.workers() + (extraIsThere && extra.startsWith("worker") ? 1 : 0);
    int servers = spec.servers() + (extraIsThere && extra.startsWith("server") ? 1 : 0);
    return changedAt < Integer.MAX_VALUE
        && job.output().stream()
            .skip(changedAt)
            .flatMap(each -> MasterReport.of(each).stream())
            .noneMatch(
                report -> report.phase().equals("running") && report.hasSize(workers, servers));
  }

  /** Whether there is a recent folder of a checkpoint without an index. */
  private boolean isBeingSaved() {
    Instant lately = Instant.now().minusSeconds(1);
    try (Stream<Path> folders = Files.list(checkpoints)) {
      return folders
          .filter(each -> each.getFileName().toString().startsWith("step-"))
          .filter(each -> Files.notExists(each.resolve("index.json")))
          .anyMatch(each -> isYounger(each, lately));
    } catch (IOException e) {
      return false; // a folder was deleted meanwhile
    }
  }

  private static boolean isYounger(Path folder, Instant than) {
    try {
      return Files.getLastModifiedTime(folder).toInstant().isAfter(than);
    } catch (IOException e) {
      return false;
    }
  }
}
