package dev.ductile.bench.faults;

import dev.ductile.bench.training.Told;
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

  private final Subject subject;
  private final Path checkpoints;
  private final JobUnderTest ward;
  private final Random random;
  private final Consumer<String> notes;
  private final List<Strike> strikes = new ArrayList<>();
  private final String extra;
  private int changedAt = Integer.MAX_VALUE;
  private boolean extraIsThere;

  /**
   * A run whose processes have been started.
   *
   * @param notes hears of each death
   */
  FaultRun(Subject subject, Path folder, JobUnderTest ward, Random random, Consumer<String> notes) {
    this.subject = subject;
    this.checkpoints = folder.resolve("checkpoints");
    this.ward = ward;
    this.random = random;
    this.notes = notes;
    boolean servers = subject.servers() > 0 && random.nextBoolean();
    extra = servers ? "server-" + subject.servers() : "worker-" + subject.workers();
  }

  List<Strike> strikes() {
    return strikes;
  }

  /** Kills as is planned, each time when the one before is got over. */
  void go() throws IOException, InterruptedException {
    await(() -> isRunning(), "begin");
    for (Plan plan : Plan.draw(random)) {
      if (ward.isOver()) {
        return;
      }
      int before = strikes.size();
      follow(plan);
      for (Strike strike : strikes.subList(before, strikes.size())) {
        getOver(strike);
      }
    }
  }

  private boolean isRunning() {
    return ward.phase().equals("running");
  }

  private void await(java.util.function.BooleanSupplier isSo, String what)
      throws IOException, InterruptedException {
    if (!ward.until(() -> ward.isOver() || isSo.getAsBoolean(), PATIENCE)) {
      throw new IllegalStateException("did not %s within %s".formatted(what, PATIENCE));
    }
  }

  private void getOver(Strike strike) throws IOException, InterruptedException {
    await(() -> Recovery.of(strike, ward.said()).isPresent(), "get over %s".formatted(strike));
    Optional<Recovery> recovery = Recovery.of(strike, ward.said());
    notes.accept(strike + ": " + recovery.map(Recovery::toString).orElse("the job ends"));
  }

  private void follow(Plan plan) throws IOException, InterruptedException {
    switch (plan) {
      case ANY -> {
        rest(100, 1_500);
        strike(any());
      }
      case AGAIN -> {
        rest(100, 1_000);
        strike(any());
        rest(0, 500);
        strike(any());
      }
      case WITHOUT_MASTER -> {
        rest(100, 1_000);
        strike(Optional.of(JobUnderTest.MASTER));
        rest(0, 600);
        strike(any());
      }
      case CHANGE -> {
        rest(100, 1_000);
        change();
        rest(0, extraIsThere ? 900 : 60);
        strike(any());
      }
      case CHECKPOINT -> {
        rest(100, 600);
        ward.until(() -> ward.isOver() || isBeingSaved(), SHORT);
        strike(any());
      }
      case END -> {
        await(() -> isEnding(), "come to the end");
        rest(0, 30);
        strike(random.nextInt(3) == 0 ? any() : Optional.of(JobUnderTest.MASTER));
      }
    }
  }

  private void rest(int least, int most) throws IOException, InterruptedException {
    ward.until(ward::isOver, Duration.ofMillis(random.nextInt(least, most)));
  }

  /** One more comes; the next time it goes. */
  private void change() throws IOException {
    changedAt = ward.said().size();
    extraIsThere = !extraIsThere;
    if (extraIsThere) {
      ward.start(extra);
    } else {
      ward.leave(extra);
    }
  }

  private Optional<String> any() {
    List<String> alive = ward.alive();
    return alive.isEmpty()
        ? Optional.empty()
        : Optional.of(alive.get(random.nextInt(alive.size())));
  }

  private void strike(Optional<String> victim) throws IOException, InterruptedException {
    if (victim.isPresent() && !ward.isOver()) {
      strikes.add(ward.kill(victim.get(), moments(victim.get())));
    }
  }

  // ---- what the job is doing

  private Set<Moment> moments(String victim) throws IOException {
    var moments = EnumSet.noneOf(Moment.class);
    String phase = ward.phase();
    boolean noMaster = phase.isEmpty() || phase.equals("gathering");
    add(moments, Moment.MASTER_AWAY, noMaster && !victim.equals(JobUnderTest.MASTER));
    add(moments, Moment.REGROUP, !noMaster && !phase.equals("running"));
    add(moments, Moment.RECOVERY, !strikes.isEmpty() && isPending(strikes.getLast()));
    add(moments, Moment.CHECKPOINT, isBeingSaved());
    add(moments, Moment.CHANGE, isChanging());
    add(moments, Moment.END, isEnding());
    return moments.isEmpty() ? EnumSet.of(Moment.TRAINING) : moments;
  }

  private static void add(Set<Moment> moments, Moment moment, boolean isSo) {
    if (isSo) {
      moments.add(moment);
    }
  }

  private boolean isPending(Strike strike) {
    return Recovery.of(strike, ward.said()).isEmpty();
  }

  private boolean isEnding() {
    return ward.said().stream().anyMatch(each -> each.line().startsWith("the job is to end with"));
  }

  private boolean isChanging() {
    int workers = subject.workers() + (extraIsThere && extra.startsWith("worker") ? 1 : 0);
    int servers = subject.servers() + (extraIsThere && extra.startsWith("server") ? 1 : 0);
    return changedAt < Integer.MAX_VALUE
        && ward.said().stream()
            .skip(changedAt)
            .flatMap(each -> Told.of(each).stream())
            .noneMatch(told -> told.phase().equals("running") && told.hasSize(workers, servers));
  }

  /** A checkpoint's folder without an index, unless it is one that was given up. */
  private boolean isBeingSaved() {
    Instant lately = Instant.now().minusSeconds(1);
    try (Stream<Path> folders = Files.list(checkpoints)) {
      return folders
          .filter(each -> each.getFileName().toString().startsWith("step-"))
          .filter(each -> Files.notExists(each.resolve("index.json")))
          .anyMatch(each -> isYounger(each, lately));
    } catch (IOException e) {
      return false; // folders go while one looks
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
