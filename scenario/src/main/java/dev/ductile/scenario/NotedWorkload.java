package dev.ductile.scenario;

import java.util.List;
import java.util.stream.Stream;

/** A workload with more notes. */
record NotedWorkload(Workload workload, List<String> more) implements DerivedWorkload {
  @Override
  public List<String> notes() {
    return Stream.concat(more.stream(), workload.notes().stream()).toList();
  }
}
