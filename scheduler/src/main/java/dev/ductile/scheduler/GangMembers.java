package dev.ductile.scheduler;

import dev.ductile.api.Gang;
import dev.ductile.api.Job;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The active jobs of each gang, as numbers of arrival. */
final class GangMembers {
  private final SortedMap<String, SortedSet<Long>> members = new TreeMap<>();

  /** Records a job that is new, has changed, or is over. */
  void update(@Nullable Job before, @Nullable Job after) {
    Gang was = before == null ? Gang.NONE : before.spec().gang();
    Gang now = after == null ? Gang.NONE : after.spec().gang();
    if (was.isNone() && now.isNone()) {
      return;
    }
    if (before != null && !was.isNone()) {
      members.computeIfPresent(was.name(), (_, arrivals) -> without(arrivals, before.arrival()));
    }
    if (after != null && !now.isNone()) {
      members.computeIfAbsent(now.name(), _ -> new TreeSet<>()).add(after.arrival());
    }
  }

  private static @Nullable SortedSet<Long> without(SortedSet<Long> arrivals, long arrival) {
    arrivals.remove(arrival);
    return arrivals.isEmpty() ? null : arrivals;
  }

  SortedMap<String, SortedSet<Long>> byName() {
    return Collections.unmodifiableSortedMap(members);
  }
}
