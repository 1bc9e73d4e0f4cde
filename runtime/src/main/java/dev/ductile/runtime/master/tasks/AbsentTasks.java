package dev.ductile.runtime.master.tasks;

import dev.ductile.runtime.master.journal.JournalEntry;
import dev.ductile.runtime.membership.Member;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Tasks that the previous master knew and that have not come back to this one. */
public final class AbsentTasks {
  private final Map<Integer, Member> byTask = new TreeMap<>();
  private final int nextTask;
  private boolean done;

  public AbsentTasks(Optional<JournalEntry> before) {
    before.ifPresent(entry -> entry.members().forEach(one -> byTask.put(one.task(), one)));
    nextTask = before.map(JournalEntry::nextTask).orElse(0);
  }

  public boolean isEmpty() {
    return byTask.isEmpty();
  }

  /** Whether the job under the previous master had gone on without a task. */
  public boolean isForgotten(int task) {
    return task < nextTask && !byTask.containsKey(task);
  }

  public void isBack(int task) {
    byTask.remove(task);
  }

  /**
   * A task with this name has registered anew, so the absent task of that name will not come back.
   */
  public void hasSuccessor(String name) {
    byTask.values().removeIf(one -> one.name().equals(name));
  }

  /** A generation begins without the absent tasks, so the next master need not wait for them. */
  public void goOnWithout() {
    done = true;
  }

  /** The tasks that the next master must wait for if this one dies too. */
  public List<Member> members() {
    return done ? List.of() : List.copyOf(byTask.values());
  }
}
