package dev.ductile.engines.supervision;

import dev.ductile.api.Allocation;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Mechanism;
import dev.ductile.api.Size;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Tasks that come and go while the others go on, and the master that knows who takes part. */
final class ElasticGeneration extends Generation {
  /**
   * A task that dies so often without a step of the whole between is not saved by another start.
   */
  private static final int MOST_DEATHS = 3;

  /** How long tasks have to end by themselves when their master has ended. */
  private static final Duration FAREWELL = Duration.ofMillis(500);

  private final MasterVoice voice;
  private final Hush hush;
  private final Crew crew;
  private Allocation target;
  private Instant targetSince;
  private Instant settledAt = Instant.MIN;
  private boolean begun;
  private Optional<Change> change = Optional.empty();
  private Optional<Verdict> trouble = Optional.empty();
  private double forgivenAt = -1;
  private Instant askRestAt = Instant.MAX;
  private boolean restAsked;

  /** A change under way; {@code stoodStill} is what the job had stood still before. */
  private record Change(Size from, Duration stoodStill) {}

  ElasticGeneration(Terms terms, Allocation target, Machine machine) throws IOException {
    super(terms, machine);
    this.target = target;
    this.targetSince = machine.now();
    this.voice = new MasterVoice(machine.time());
    this.hush = new Hush(terms.spec().id(), machine.attention(), machine.notes());
    this.crew = new Crew(terms, target, machine, voice);
  }

  /** Tasks of an earlier engine, the master among them. */
  ElasticGeneration(Terms terms, Allocation target, Machine machine, FoundGeneration found) {
    super(terms, machine);
    this.target = target;
    this.targetSince = machine.now();
    this.voice = new MasterVoice(machine.time());
    this.hush = new Hush(terms.spec().id(), machine.attention(), machine.notes());
    this.crew = new Crew(terms, target, machine, voice, found);
  }

  @Override
  void start() {
    crew.begin(machine().now());
  }

  @Override
  Allocation where() {
    return crew.where();
  }

  @Override
  List<Task> tasks() {
    return crew.everybody().flatMap(post -> post.task().stream()).toList();
  }

  @Override
  List<Reading> readings() {
    return crew.master().task().map(Task::reading).stream().toList();
  }

  @Override
  void report(Track track) {
    voice
        .last()
        .ifPresent(word -> {
          track.look(word);
          forgivenAt = Math.min(forgivenAt, word.step());
          if (word.step() > forgivenAt && crew.isSettled()) {
            forgivenAt = word.step();
            crew.forgive();
            voice.forgive(word);
          }
        });
  }

  @Override
  boolean hasBegun(Track track) {
    return begun && track.step() >= 0;
  }

  @Override
  boolean follow(JobSpec spec, Allocation newTarget) {
    boolean otherKind = (newTarget.servers() == 0) != (target.servers() == 0);
    if (spec.mechanism() != Mechanism.HOT || otherKind) {
      return false;
    }
    if (begun) {
      change = Optional.of(change.orElse(new Change(crew.where().size(), voice.stoodStill())));
    }
    target = newTarget;
    targetSince = machine().now();
    crew.headFor(newTarget);
    machine().wake().run();
    return true;
  }

  @Override
  Optional<Arrival> arrival() {
    if (change.isEmpty() || !hasArrived()) {
      return Optional.empty();
    }
    Change over = change.get();
    change = Optional.empty();
    Duration pause = voice.stoodStill().minus(over.stoodStill());
    return Optional.of(new Arrival(over.from(), target, pause));
  }

  @Override
  Optional<Verdict> verdict(Track track) {
    if (isDone()) {
      return Optional.of(new Verdict(new Ending.Done(), program().grace()));
    }
    Instant now = machine().now();
    return trouble
        .or(() -> casualty().map(this::verdictOn))
        .or(this::hopeless)
        .or(() ->
            Watchdog.bark(program().stall(), track, now, machine().attention())
                .map(Generation::hung))
        .or(() -> strangers(now).map(Generation::hung));
  }

  @Override
  boolean isDone() {
    return crew.master()
        .task()
        .flatMap(ElasticGeneration::code)
        .filter(code -> code == 0)
        .isPresent();
  }

  @Override
  boolean stoppedInOrder() {
    return crew.master()
        .task()
        .filter(task -> task.reading().reports() > 0)
        .flatMap(ElasticGeneration::code)
        .filter(code -> code == 0 || code == STOPPED)
        .isPresent();
  }

  @Override
  void tend(Instant now) {
    crew.look(now, patience());
    voice.takeRequests().forEach(one -> crew.replace(one.task(), one.why(), one.at()));
    Duration stall = program().stall();
    for (Task task : tasks()) {
      if (Watchdog.isSilent(task, now, stall, machine().attention())) {
        String why = "it " + Watchdog.silence(Watchdog.limit(task, stall));
        crew.replace(task.seat().name(), why, now);
      }
    }
    crew.master().task().filter(Task::isUp).ifPresent(master -> hush.look(master, now));
    settledAt = crew.isSettled() ? now : settledAt;
    begun |= hasArrived();
    try {
      steer(now);
    } catch (IOException e) {
      String why = "a task cannot be started: " + e.getMessage();
      trouble = Optional.of(new Verdict(new Ending.Crash(() -> why, false), patience()));
    }
  }

  /** The master tells the others, once it has saved. */
  @Override
  void ask() {
    crew.master().task().filter(Task::isUp).ifPresent(Task::ask);
  }

  @Override
  void seeOff(Instant now) {
    if (crew.master().isUp()) {
      return;
    }
    if (askRestAt.equals(Instant.MAX)) {
      askRestAt = now.plus(farewell(now));
    }
    if (!restAsked && !now.isBefore(askRestAt)) {
      restAsked = true;
      tasks().stream().filter(Task::isUp).forEach(Task::ask);
    }
  }

  /** How long it may take until the others have heard the master's last word, if there was one. */
  private Duration farewell(Instant now) {
    Duration half = until(now, killAt()).dividedBy(2);
    Duration most = half.compareTo(FAREWELL) < 0 ? half : FAREWELL;
    return hasMasterSpoken() ? most : Duration.ZERO;
  }

  private boolean hasMasterSpoken() {
    return readings().stream().anyMatch(reading -> reading.reports() > 0);
  }

  @Override
  void close() {
    crew.close();
  }

  /**
   * Fills what is to be filled, and then, when the new ones take part, lets the others go. Two jobs
   * that wait for each other's room would wait for ever, so in the end all stop and start again.
   */
  private void steer(Instant now) throws IOException {
    boolean crowded = false;
    for (Moves.Berth berth : moves().missing()) {
      crowded |= !crew.add(berth, now);
    }
    Moves moves = moves();
    if (moves.surplus().isEmpty() || !crew.isSettled()) {
      return;
    }
    if (!crowded || moves.leavesSomebody(crew.staying())) {
      crew.dismiss(moves.surplus(), now);
    } else if (now.isAfter(targetSince.plus(machine().settings().patience().crash()))) {
      trouble = Optional.of(new Verdict(new Ending.Change(), program().grace()));
    }
  }

  private boolean hasArrived() {
    return moves().isEmpty() && crew.isSettled();
  }

  private Moves moves() {
    return Moves.towards(target, crew.staying());
  }

  /** The master's, also that of one that is dead; a job that goes on has taken it back. */
  @Override
  Optional<String> sentence() {
    return voice.failure();
  }

  /** Whoever has ended in a way that another start would not mend. */
  private Optional<Task> casualty() {
    return tasks().stream()
        .filter(task -> {
          int code = task.exitCode().orElse(0);
          boolean stopped = task.seat().role() == Role.MASTER && code == STOPPED;
          return stopped || endsTheJob(code);
        })
        .findFirst();
  }

  private Optional<Verdict> hopeless() {
    return crew.find(post -> post.deaths() >= MOST_DEATHS)
        .map(post -> {
          String why = sentence().orElse(post.lastDeath());
          return new Verdict(new Ending.Crash(() -> why, false), patience());
        });
  }

  /** A task that was started and does not take part for so long never will. */
  private Optional<String> strangers(Instant now) {
    Duration stall = program().stall();
    Instant since = settledAt.isAfter(crew.changedAt()) ? settledAt : crew.changedAt();
    boolean late = machine().attention().silence(since, now).compareTo(stall) > 0;
    if (!late || crew.isAnybodyLeaving() || crew.isSettled()) {
      return Optional.empty();
    }
    String said = voice.last().flatMap(MasterVoice.Word::size).map(Size::toString).orElse("nobody");
    return Optional.of(
        "after %s the master has %s take part, where %s should"
            .formatted(Watchdog.seconds(stall), said, crew.where().size()));
  }

  private static Optional<Integer> code(Task task) {
    return task.exitCode().isPresent() ? Optional.of(task.exitCode().getAsInt()) : Optional.empty();
  }
}
