package dev.ductile.runtime.ring;

import dev.ductile.runtime.disk.DamagedFileException;
import dev.ductile.runtime.disk.LocalDisk;
import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.runtime.learn.Optimizers;
import dev.ductile.runtime.protocol.Message;
import dev.ductile.runtime.state.Checkpoints;
import dev.ductile.runtime.state.Copy;
import dev.ductile.runtime.state.Frozen;
import dev.ductile.runtime.state.PartFile;
import dev.ductile.runtime.task.Task;
import dev.ductile.runtime.worker.Blocking;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Checkpoints: one worker writes all numbers, as they are at a boundary, while training goes on;
 * each reads them for itself.
 */
final class Saves {
  private static final String NAME = "parameters";

  private final Task.Surroundings around;
  private final Replica replica;
  private final List<String> slots;
  private final Consumer<String> trouble;
  private final Blocking blocking;
  private Optional<Message.Save> wanted = Optional.empty();
  private Optional<Freezing> freezing = Optional.empty();
  private Optional<Freezing> next = Optional.empty();
  private boolean writing;
  private int loads;

  /** A checkpoint of which so many partitions are copied. */
  private record Freezing(Path directory, long clock, List<Frozen> copied) {}

  Saves(
      Task.Surroundings around,
      Replica replica,
      OptimizerSpec optimizer,
      Consumer<String> trouble) {
    this.around = around;
    this.replica = replica;
    this.trouble = trouble;
    blocking = new Blocking(around.loop());
    slots = Optimizers.slots(optimizer);
  }

  /** The one before, if it has not begun, is forgotten. */
  void want(Message.Save save) {
    wanted = Optional.of(save);
  }

  /** Begins to save, if this boundary is the moment or past it. */
  void reached() {
    if (wanted.isPresent() && replica.version() >= wanted.get().clock()) {
      rest();
      Path directory = around.place().path(wanted.get().directory());
      wanted = Optional.empty();
      freezing = Optional.of(new Freezing(directory, replica.version(), new ArrayList<>()));
    }
  }

  /** Copies one partition of what is to be saved; whether there are more. */
  boolean proceed() {
    if (freezing.isEmpty()) {
      return false;
    }
    Freezing now = freezing.get();
    now.copied().add(replica.freeze(now.copied().size()));
    if (now.copied().size() < replica.layout().partitions().size()) {
      return true;
    }
    freezing = Optional.empty();
    write(now);
    return false;
  }

  /** The numbers are about to change: copies what is left of those to be saved. */
  void rest() {
    boolean more = freezing.isPresent();
    while (more) {
      more = proceed();
    }
  }

  /** A new generation: nobody waits for what has not begun. */
  void begin() {
    rest();
    wanted = Optional.empty();
  }

  /** One at a time: two of the same step would write the same file. */
  private void write(Freezing what) {
    if (writing) {
      next = Optional.of(what);
      return;
    }
    writing = true;
    blocking.run(
        () -> {
          List<Frozen> settled = what.copied().stream().map(replica::settled).toList();
          return PartFile.write(
              new LocalDisk(), what.directory(), NAME, replica.layout(), slots, settled);
        },
        file -> {
          around.master().send(new Message.Saved(what.clock(), file));
          written();
        },
        e -> {
          trouble.accept(
              "no checkpoint of step %d in %s: %s".formatted(what.clock(), what.directory(), e));
          around.master().send(new Message.NotSaved(what.clock(), String.valueOf(e)));
          written();
        });
  }

  private void written() {
    writing = false;
    Optional<Freezing> waiting = next;
    next = Optional.empty();
    waiting.ifPresent(this::write);
  }

  /** Loads all numbers; {@code then} runs when they are there, unless others are loaded instead. */
  void load(int generation, Path directory, long step, Runnable then) {
    replica.forget();
    List<Copy> copies =
        replica.layout().partitions().stream().map(part -> replica.blank(part.id(), step)).toList();
    int load = ++loads;
    blocking.run(
        () -> read(directory, copies),
        read -> {
          if (load == loads) {
            read.forEach(this::take);
            then.run();
          }
        },
        e -> {
          if (load == loads) {
            boolean damaged = DamagedFileException.isDamage(e);
            String why = "the checkpoint in %s cannot be loaded: %s".formatted(directory, e);
            around.master().send(new Message.NotLoaded(generation, damaged, why));
          }
        });
  }

  private List<Copy> read(Path directory, List<Copy> copies) throws IOException {
    try (var reader = Checkpoints.read(directory).reader(replica.layout(), slots)) {
      for (Copy copy : copies) {
        long step = copy.version();
        reader.fill(copy);
        copy.requireVersion(step);
      }
    }
    return copies;
  }

  private void take(Copy copy) {
    int partition = copy.partition().id();
    for (int number = 0; number < copy.arrays(); number++) {
      replica.fill(partition, number, FloatBuffer.wrap(copy.array(number)));
    }
    replica.arrived(partition, copy.version());
  }
}
