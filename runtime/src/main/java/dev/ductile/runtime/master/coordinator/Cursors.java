package dev.ductile.runtime.master.coordinator;

import dev.ductile.runtime.membership.TaskState;
import dev.ductile.runtime.membership.TaskState.Cursor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The next position in each split that is read by a cursor, from the reports of its owner or else
 * of the servers.
 */
final class Cursors {
  private Cursors() {}

  /** The beginning of every split. */
  static List<Cursor> first(JobView view) {
    return view.setup.readsBySteps()
        ? List.of()
        : IntStream.range(0, view.setup.splits())
            .mapToObj(split -> new Cursor(split, 0, 0))
            .toList();
  }

  static List<Cursor> of(JobView view, Map<Integer, TaskState> states, long step) {
    if (view.setup.readsBySteps()) {
      return List.of();
    }
    List<Cursor> before =
        view.assignment().cursors().isEmpty() ? first(view) : view.assignment().cursors();
    boolean commits = step > newest(states);
    var cursors = new ArrayList<Cursor>();
    for (int split = 0; split < view.setup.splits(); split++) {
      int owner = view.assignment().table().splits().get(split);
      Cursor known = before.get(split);
      Cursor served = served(view, states, known);
      cursors.add(
          Optional.ofNullable(states.get(owner))
              .flatMap(state -> own(view, state, known.split(), step))
              .orElse(settled(view, served, commits)));
    }
    return List.copyOf(cursors);
  }

  private static long newest(Map<Integer, TaskState> states) {
    return states.values().stream()
        .flatMap(state -> state.held().stream())
        .mapToLong(TaskState.HeldReplica::version)
        .max()
        .orElse(Long.MAX_VALUE);
  }

  /**
   * In lockstep a prepared push counts on every server if its step is committed, and on none
   * otherwise.
   */
  private static Cursor settled(JobView view, Cursor cursor, boolean commits) {
    if (!view.setup.lockstep()) {
      return cursor;
    }
    long at = commits ? cursor.next() : cursor.safe();
    return new Cursor(cursor.split(), at, at);
  }

  /** The position that the split's owner reports. In lockstep only whole steps count. */
  private static Optional<Cursor> own(JobView view, TaskState state, int split, long step) {
    Optional<Cursor> told =
        state.cursors().stream().filter(each -> each.split() == split).findFirst();
    if (!view.setup.lockstep()) {
      return told;
    }
    return told.map(cursor -> {
      long at = state.clock() >= step ? cursor.safe() : cursor.next();
      return new Cursor(split, at, at);
    });
  }

  /**
   * The position that servers with partitions have taken: all of them up to {@code safe}, some up
   * to {@code next}. In lockstep one server that has applied a step is enough for {@code safe}, and
   * one that has its whole sum for {@code next}.
   */
  private static Cursor served(JobView view, Map<Integer, TaskState> states, Cursor known) {
    List<Cursor> told =
        view.participants
            .servers()
            .flatMap(one -> Optional.ofNullable(states.get(one.task())).stream())
            .flatMap(state -> state.cursors().stream())
            .filter(each -> each.split() == known.split())
            .toList();
    LongStream all = told.stream().mapToLong(Cursor::safe);
    long safe = (view.setup.lockstep() ? all.max() : all.min()).orElse(known.safe());
    long next = told.stream().mapToLong(Cursor::next).max().orElse(known.next());
    return new Cursor(known.split(), Math.max(safe, known.safe()), Math.max(next, known.safe()));
  }
}
