package dev.ductile.engines.supervision;

import dev.ductile.api.Allocation;
import dev.ductile.api.JobId;
import dev.ductile.api.RescaleMode;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The newest tasks of one generation of a job that an earlier engine has left. */
record FoundGeneration(DurableLauncher launcher, List<DurableLauncher.Found> tasks) {

  /** The newest generation of each job. */
  static Map<JobId, FoundGeneration> newest(
      DurableLauncher launcher, Collection<DurableLauncher.Found> all) {
    Map<JobId, List<DurableLauncher.Found>> byJob =
        all.stream().collect(Collectors.groupingBy(found -> found.spec().id().job()));
    return byJob.entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey, job -> new FoundGeneration(launcher, newest(job.getValue()))));
  }

  private static List<DurableLauncher.Found> newest(List<DurableLauncher.Found> ofOneJob) {
    int newest =
        ofOneJob.stream().mapToInt(found -> found.spec().id().generation()).max().orElse(0);
    Map<String, DurableLauncher.Found> bySeat =
        ofOneJob.stream()
            .filter(found -> found.spec().id().generation() == newest)
            .collect(
                Collectors.toMap(
                    found -> placement(found).name(),
                    Function.identity(),
                    BinaryOperator.maxBy((one, other) ->
                        Integer.compare(one.spec().id().start(), other.spec().id().start())),
                    TreeMap::new));
    return List.copyOf(bySeat.values());
  }

  /** The number of the generation. */
  int number() {
    return first().id().generation();
  }

  /** The secret of its tasks. */
  String token() {
    return first().environment().getOrDefault("DUCTILE_TOKEN", "");
  }

  RescaleMode rescaleMode() {
    return TaskLabels.of(first().labels()).rescaleMode();
  }

  /** The addresses that were reserved for all of its tasks together. */
  List<Address> lease() {
    return TaskLabels.of(first().labels()).lease();
  }

  /** Whether the whole job is being stopped. */
  boolean isStopping() {
    return switch (rescaleMode()) {
      case CHECKPOINT -> tasks.stream().anyMatch(DurableLauncher.Found::stopping);
      case HOT -> master().filter(DurableLauncher.Found::stopping).isPresent();
    };
  }

  /** Whether the job can continue: a hot job without its master cannot. */
  boolean isWhole() {
    return rescaleMode() == RescaleMode.CHECKPOINT || master().isPresent();
  }

  Allocation where() {
    return TaskGroup.where(
        tasks.stream()
            .map(FoundGeneration::placement)
            .filter(placement -> placement.role() != Role.MASTER)
            .toList());
  }

  Optional<DurableLauncher.Found> master() {
    return tasks.stream().filter(found -> found.spec().id().role() == Role.MASTER).findFirst();
  }

  static TaskPlacement placement(DurableLauncher.Found found) {
    TaskSpec spec = found.spec();
    TaskLabels labels = TaskLabels.of(spec.labels());
    return new TaskPlacement(
        spec.id().role(), spec.id().index(), spec.node(), labels.localIndex(), labels.address());
  }

  /** Begins to receive the events of the task, old ones first. */
  SupervisedTask follow(SupervisedTask task) {
    task.expectReplay();
    launcher.follow(task.id(), task::accept);
    return task;
  }

  private TaskSpec first() {
    return tasks.getFirst().spec();
  }
}
