package dev.ductile.runtime.master.tasks;

import dev.ductile.runtime.membership.Member;
import dev.ductile.runtime.membership.TaskState;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** All present tasks, by their numbers. */
public final class Participants {
  private final Map<Integer, Participant> byTask = new TreeMap<>();
  private final Map<Integer, Participant> leavers = new HashMap<>();
  private final Set<Integer> gone = new HashSet<>();
  private final boolean allReduce;

  public Participants(boolean allReduce) {
    this.allReduce = allReduce;
  }

  public void add(Participant participant) {
    byTask.put(participant.task(), participant);
  }

  public void remove(Participant participant) {
    byTask.remove(participant.task());
    gone.add(participant.task());
  }

  /** It has left in order, and may send a last message. */
  public void letGo(Participant participant) {
    remove(participant);
    leavers.put(participant.link(), participant);
  }

  public Optional<Participant> leaver(int link) {
    return Optional.ofNullable(leavers.get(link));
  }

  public void hasLeft(int link) {
    leavers.remove(link);
  }

  /** Whether the job has gone on without that task. */
  public boolean isGone(int task) {
    return gone.contains(task);
  }

  public Optional<Participant> task(int task) {
    return Optional.ofNullable(byTask.get(task));
  }

  public Optional<Participant> link(int link) {
    return all().filter(one -> one.isOpen() && one.link() == link).findFirst();
  }

  public Optional<Participant> named(String name) {
    return all().filter(one -> one.member().name().equals(name)).findFirst();
  }

  public Stream<Participant> all() {
    return List.copyOf(byTask.values()).stream();
  }

  public Stream<Participant> open() {
    return all().filter(Participant::isOpen);
  }

  public Stream<Participant> workers() {
    return all().filter(Participant::isWorker);
  }

  public Stream<Participant> servers() {
    return all().filter(Predicate.not(Participant::isWorker));
  }

  /** The tasks that hold partitions. */
  public Stream<Participant> holders() {
    return allReduce ? workers() : servers();
  }

  public Stream<Participant> roster() {
    return all().filter(Participant::isInRoster);
  }

  /** Whether there is a task for each role. */
  public boolean canTrain() {
    return workers().anyMatch(one -> !one.isLeaving())
        && holders().anyMatch(one -> !one.isLeaving());
  }

  public List<Member> members(Predicate<Participant> which) {
    return all().filter(which).map(Participant::member).toList();
  }

  /** The reported states of tasks whose replicas can be trusted. */
  public Map<Integer, TaskState> states(int since) {
    var states = new HashMap<Integer, TaskState>();
    all()
        .filter(one -> one.isOfLine(since))
        .forEach(one -> one.state().ifPresent(now -> states.put(one.task(), now)));
    return states;
  }
}
