package dev.ductile.runtime.master.tasks;

import dev.ductile.runtime.membership.Member;
import dev.ductile.runtime.membership.Role;
import dev.ductile.runtime.membership.TaskState;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** The master's knowledge of one task. */
public final class Participant {
  private final Member member;
  private final int joined;
  private final Map<Integer, Integer> splits = new HashMap<>();
  private final Set<Integer> loaded = new HashSet<>();
  private int link;
  private boolean open = true;
  private long lostAt;
  private int returns;
  private OptionalLong turnAt = OptionalLong.empty();
  private boolean asked;
  private boolean leaving;
  private boolean inRoster;
  private boolean ready;
  private Optional<TaskState> state = Optional.empty();

  /**
   * A task that has just registered.
   *
   * @param joined the generation that was running then; 0 if the task is from before this master
   */
  public Participant(Member member, int joined, int link) {
    this.member = member;
    this.joined = joined;
    this.link = link;
  }

  public Member member() {
    return member;
  }

  public int task() {
    return member.task();
  }

  public int link() {
    return link;
  }

  public boolean isWorker() {
    return member.role() == Role.WORKER;
  }

  public boolean isOpen() {
    return open;
  }

  public long lostAt() {
    return lostAt;
  }

  public void lost(long now) {
    open = false;
    lostAt = now;
  }

  public void back(int newLink) {
    open = true;
    link = newLink;
    returns++;
  }

  /** The number of its reconnects since the job last made progress. */
  public int returns() {
    return returns;
  }

  public void getsOn() {
    returns = 0;
  }

  /** It has sent a message. */
  public void heard(long now) {
    turnAt = OptionalLong.of(now);
    asked = false;
  }

  /** The periodic liveness check was sent to it. */
  public void asked(long now) {
    turnAt = OptionalLong.of(now);
    asked = true;
  }

  /** The time in nanoseconds since it last sent something or was asked. */
  public long quietNanos(long now) {
    return turnAt.isPresent() ? now - turnAt.getAsLong() : Long.MAX_VALUE;
  }

  /** Whether it has not answered the periodic liveness check yet. */
  public boolean isAsked() {
    return asked;
  }

  public boolean isLeaving() {
    return leaving;
  }

  public void leaves() {
    leaving = true;
  }

  public boolean isInRoster() {
    return inRoster;
  }

  public void enrolled(boolean now) {
    inRoster = now;
  }

  public boolean isReady() {
    return ready;
  }

  public void isNowReady() {
    ready = true;
  }

  /** A new attempt: it has not answered yet. */
  public void forgetAnswers() {
    ready = false;
    state = Optional.empty();
  }

  public Optional<TaskState> state() {
    return state;
  }

  public void halted(TaskState now) {
    state = Optional.of(now);
    splits.clear();
    loaded.clear();
    now.splits().forEach(this::holds);
  }

  public void holds(TaskState.HeldSplit holding) {
    splits.put(holding.split(), holding.examples());
    if (holding.loaded()) {
      loaded.add(holding.split());
    }
  }

  /** It is told to keep only its active splits in memory. */
  public void keeps(List<Integer> owners) {
    loaded.removeIf(split -> owners.get(split) != task());
  }

  /** Whether it could train on a split at once. */
  public boolean hasLoaded(int split) {
    return loaded.contains(split);
  }

  public boolean hasSplit(int split) {
    return splits.containsKey(split);
  }

  /** The number of examples of each split that it has. */
  public Map<Integer, Integer> splits() {
    return splits;
  }

  /** Whether its replicas descend from that generation without a gap. */
  public boolean isOfLine(int generation) {
    return joined >= generation || state.map(TaskState::generation).orElse(0) >= generation;
  }

  @Override
  public String toString() {
    return "%s (task %d)".formatted(member.name(), member.task());
  }
}
