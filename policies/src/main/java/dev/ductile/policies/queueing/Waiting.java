package dev.ductile.policies.queueing;

import java.util.Collection;
import java.util.Iterator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** The waiting jobs in order, merged from their groups while they are read. */
final class Waiting {
  private final PriorityQueue<Cursor> cursors;

  private static final class Cursor implements Comparable<Cursor> {
    private final Iterator<Ranked> rest;
    private Ranked head;

    Cursor(Iterator<Ranked> rest) {
      this.rest = rest;
      this.head = rest.next();
    }

    boolean advance() {
      boolean more = rest.hasNext();
      if (more) {
        head = rest.next();
      }
      return more;
    }

    @Override
    public int compareTo(Cursor other) {
      return Ranked.IN_ORDER.compare(head, other.head);
    }
  }

  Waiting(Collection<Group> groups) {
    cursors = new PriorityQueue<>(Math.max(1, groups.size()));
    for (Group group : groups) {
      if (!group.waiting().isEmpty()) {
        cursors.add(new Cursor(group.waiting().iterator()));
      }
    }
  }

  /** The next job. */
  @Nullable Ranked peek() {
    Cursor first = cursors.peek();
    return first == null ? null : first.head;
  }

  /** Replaces the next job by the next one of its group. */
  void pass() {
    Cursor first = cursors.poll();
    if (first != null && first.advance()) {
      cursors.add(first);
    }
  }

  /** Skips all further jobs of its group. */
  void dismiss() {
    cursors.poll();
  }
}
