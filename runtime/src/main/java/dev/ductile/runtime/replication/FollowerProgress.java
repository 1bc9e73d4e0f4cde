package dev.ductile.runtime.replication;

import dev.ductile.runtime.membership.Member;
import dev.ductile.runtime.transport.Connection;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;

/**
 * A primary's knowledge of one follower: the partitions it has, those it still needs, and the seals
 * it has seen.
 */
final class FollowerProgress {
  private final Member member;
  private final Connection line;
  private final BitSet attached = new BitSet();
  private final Queue<Integer> missing = new ArrayDeque<>();
  private final Set<Integer> unanswered = new HashSet<>();
  private final List<Integer> asked = new ArrayList<>();
  private boolean holds;
  private boolean waitedFor;
  private long sealsSent;
  private long sealsSeen;
  private long enough;

  FollowerProgress(Member member, Connection line) {
    this.member = member;
    this.line = line;
  }

  Connection line() {
    return line;
  }

  boolean has(int partition) {
    return attached.get(partition);
  }

  /** It gets every update of this partition from now on. */
  void attach(int partition) {
    attached.set(partition);
  }

  boolean hasAny() {
    return !attached.isEmpty();
  }

  /** The table requires its confirmation before anything is safe. */
  void oblige() {
    waitedFor = true;
  }

  boolean isWaitedFor() {
    return waitedFor;
  }

  // ---- snapshots

  void ask(int partition) {
    if (!attached.get(partition) && !asked.contains(partition)) {
      missing.add(partition);
      asked.add(partition);
    }
  }

  Queue<Integer> missing() {
    return missing;
  }

  /** Its confirmation is required as soon as all snapshots are on their way. */
  void hold() {
    holds = true;
  }

  void snapshotSent(int partition) {
    missing.remove(partition);
    unanswered.add(partition);
    attached.set(partition);
    waitedFor |= holds && missing.isEmpty();
  }

  /**
   * Whether that was the last: now it has all snapshots, though updates may still be on their way.
   */
  void snapshotSeen(int partition) {
    unanswered.remove(partition);
    if (hasAllSnapshots()) {
      waitedFor = true;
      enough = sealsSent;
    }
  }

  boolean hasAllSnapshots() {
    return missing.isEmpty() && unanswered.isEmpty();
  }

  /** The partitions that it has completely since the last call; empty until all have arrived. */
  List<Integer> completed() {
    if (asked.isEmpty() || !hasAllSnapshots() || sealsSeen < enough) {
      return List.of();
    }
    List<Integer> all = List.copyOf(asked);
    asked.clear();
    return all;
  }

  // ---- confirmations

  void sealSent() {
    sealsSent++;
  }

  void sealSeen() {
    if (sealsSeen == sealsSent) {
      throw new IllegalArgumentException(
          "task %d has answered %d times already".formatted(member.task(), sealsSeen));
    }
    sealsSeen++;
  }

  long sealsSent() {
    return sealsSent;
  }

  boolean hasSeen(long seals) {
    return sealsSeen >= seals;
  }
}
