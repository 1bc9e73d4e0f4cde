package dev.ductile.runtime.replication;

import dev.ductile.runtime.checkpoint.PartFile;
import dev.ductile.runtime.disk.LocalDisk;
import dev.ductile.runtime.parameters.Replica;
import dev.ductile.runtime.parameters.ReplicaSnapshot;
import dev.ductile.runtime.protocol.MasterMessage;
import dev.ductile.runtime.protocol.TaskMessage;
import dev.ductile.runtime.transport.Loop;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Writes this task's part of checkpoints: a copy of the parameters at the right moment, which is
 * written to disk while training continues. Each partition is copied before it changes, and the
 * rest one by one. One part is written at a time, and an order of one generation is void in the
 * next.
 */
public final class CheckpointSaving {
  private final ReplicationContext context;
  private final String file;
  private Optional<TaskMessage.Save> wanted = Optional.empty();
  private Optional<Part> next = Optional.empty();
  private final Set<Integer> toFreeze = new TreeSet<>();
  private Optional<Part> writing = Optional.empty();

  /** A part of a checkpoint. */
  private record Part(
      int generation, TaskMessage.Save save, float rateFactor, List<ReplicaSnapshot> frozen) {}

  CheckpointSaving(ReplicationContext context, String file) {
    this.context = context;
    this.file = file;
  }

  /** An earlier order that has not begun is dropped. */
  public void want(TaskMessage.Save save) {
    boolean same =
        Stream.concat(writing.stream(), next.stream())
            .anyMatch(part -> isAnswer(part) && part.save().equals(save));
    if (!same) {
      wanted = Optional.of(save);
    }
  }

  /** A generation is over; the part that is being written is not reported any more. */
  void forget() {
    wanted = Optional.empty();
    next = Optional.empty();
    toFreeze.clear();
  }

  /**
   * Begins to save, if this is the moment; if the moment has passed, the answer tells the master.
   */
  public void reached() {
    if (wanted.isEmpty() || context.step() < wanted.get().clock()) {
      return;
    }
    var save = new TaskMessage.Save(context.step(), wanted.get().directory());
    wanted = Optional.empty();
    next =
        Optional.of(new Part(context.generation(), save, context.rateFactor(), new ArrayList<>()));
    toFreeze.clear();
    toFreeze.addAll(context.roles().led());
    begin();
  }

  /** A replica is about to change. */
  void beforeChange(Replica copy) {
    int partition = copy.partition().id();
    if (toFreeze.remove(partition)) {
      next.ifPresent(part -> part.frozen().add(copy.freeze()));
      begin();
    }
  }

  /** Copies one more partition; returns whether there are others. */
  boolean slice() {
    toFreeze.stream().findFirst().ifPresent(partition -> beforeChange(context.led(partition)));
    return !toFreeze.isEmpty();
  }

  private void begin() {
    if (writing.isEmpty() && next.isPresent() && toFreeze.isEmpty()) {
      Part part = next.get();
      writing = next;
      next = Optional.empty();
      Loop loop = context.around().loop();
      loop.background()
          .start(() -> {
            MasterMessage answer = write(part);
            loop.execute(() -> written(part, answer));
          });
    }
  }

  private void written(Part part, MasterMessage answer) {
    if (isAnswer(part)) {
      context.tell(answer);
    }
    writing = Optional.empty();
    begin();
  }

  private boolean isAnswer(Part part) {
    return part.generation() == context.generation();
  }

  private List<ReplicaSnapshot> settled(Part part) {
    return part.frozen().stream()
        .map(
            frozen -> frozen.settledBy(context.store().rule(frozen.partition()), part.rateFactor()))
        .toList();
  }

  /** Runs in the background. */
  private MasterMessage write(Part part) {
    PartitionStore store = context.store();
    long clock = part.save().clock();
    Path folder = context.around().setup().path(part.save().directory());
    try {
      return new MasterMessage.Saved(
          clock,
          PartFile.write(
              new LocalDisk(), folder, file, store.layout(), store.slots(), settled(part)));
    } catch (IOException | RuntimeException e) {
      return new MasterMessage.NotSaved(
          clock, "%s cannot be written in %s: %s".formatted(file, folder, e));
    }
  }
}
