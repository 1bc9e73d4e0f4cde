package dev.ductile.runtime.master;

import dev.ductile.runtime.membership.Member;
import dev.ductile.runtime.membership.Standing;
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
final class Participants {
  private final Map<Integer, Participant> byTask = new TreeMap<>();
  private final Map<Integer, Participant> leavers = new HashMap<>();
  private final Set<Integer> gone = new HashSet<>();
  private final boolean allReduce;

  Participants(boolean allReduce) {
    this.allReduce = allReduce;
  }

  void add(Participant participant) {
    byTask.put(participant.task(), participant);
  }

  void remove(Participant participant) {
    byTask.remove(participant.task());
    gone.add(participant.task());
  }

  /** It has left in order, and may send a last message. */
  void letGo(Participant participant) {
    remove(participant);
    leavers.put(participant.link(), participant);
  }

  Optional<Participant> leaver(int link) {
    return Optional.ofNullable(leavers.get(link));
  }

  void hasLeft(int link) {
    leavers.remove(link);
  }

  /** Whether the job has gone on without that task. */
  boolean isGone(int task) {
    return gone.contains(task);
  }

  Optional<Participant> task(int task) {
    return Optional.ofNullable(byTask.get(task));
  }

  Optional<Participant> link(int link) {
    return all().filter(one -> one.isOpen() && one.link() == link).findFirst();
  }

  Optional<Participant> named(String name) {
    return all().filter(one -> one.member().name().equals(name)).findFirst();
  }

  Stream<Participant> all() {
    return List.copyOf(byTask.values()).stream();
  }

  Stream<Participant> open() {
    return all().filter(Participant::isOpen);
  }

  Stream<Participant> workers() {
    return all().filter(Participant::isWorker);
  }

  Stream<Participant> servers() {
    return all().filter(Predicate.not(Participant::isWorker));
  }

  /** The tasks that hold partitions. */
  Stream<Participant> holders() {
    return allReduce ? workers() : servers();
  }

  Stream<Participant> roster() {
    return all().filter(Participant::isInRoster);
  }

  /** Whether there is a task for each role. */
  boolean canTrain() {
    return workers().anyMatch(one -> !one.isLeaving())
        && holders().anyMatch(one -> !one.isLeaving());
  }

  List<Member> members(Predicate<Participant> which) {
    return all().filter(which).map(Participant::member).toList();
  }

  /** The reported states of tasks whose replicas can be trusted. */
  Map<Integer, Standing> standings(int since) {
    var standings = new HashMap<Integer, Standing>();
    all()
        .filter(one -> one.isOfLine(since))
        .forEach(one -> one.standing().ifPresent(now -> standings.put(one.task(), now)));
    return standings;
  }
}
