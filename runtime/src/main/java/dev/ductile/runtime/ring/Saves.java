package dev.ductile.runtime.ring;

import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.runtime.learn.Optimizers;
import dev.ductile.runtime.protocol.Message;
import dev.ductile.runtime.state.Checkpoints;
import dev.ductile.runtime.state.Copy;
import dev.ductile.runtime.state.Frozen;
import dev.ductile.runtime.state.Layout;
import dev.ductile.runtime.state.PartFile;
import dev.ductile.runtime.state.PartReader;
import dev.ductile.runtime.task.Task;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Checkpoints: one worker writes all numbers, as they are at a boundary, while training goes on;
 * each reads them for itself.
 */
final class Saves {
  private static final String FILE = "parameters.safetensors";

  private final Task.Surroundings around;
  private final Replica replica;
  private final List<String> slots;
  private final Consumer<String> trouble;
  private Optional<Message.Save> wanted = Optional.empty();
  private int loads;

  Saves(
      Task.Surroundings around,
      Replica replica,
      OptimizerSpec optimizer,
      Consumer<String> trouble) {
    this.around = around;
    this.replica = replica;
    this.trouble = trouble;
    slots = Optimizers.slots(optimizer);
  }

  /** The one before, if it has not begun, is forgotten. */
  void want(Message.Save save) {
    wanted = Optional.of(save);
  }

  /** Begins to save, if this boundary is the moment or past it. */
  void reached() {
    if (wanted.isEmpty() || replica.version() < wanted.get().clock()) {
      return;
    }
    Path directory = Path.of(wanted.get().directory());
    wanted = Optional.empty();
    long clock = replica.version();
    Layout layout = replica.layout();
    List<Frozen> frozen =
        layout.partitions().stream().map(part -> replica.freeze(part.id())).toList();
    Thread.ofVirtual()
        .name("save")
        .start(() -> around.loop().execute(write(directory, clock, layout, frozen)));
  }

  private Runnable write(Path directory, long clock, Layout layout, List<Frozen> frozen) {
    try {
      PartFile.write(directory.resolve(FILE), layout, slots, frozen);
      return () -> around.master().send(new Message.Saved(clock, FILE));
    } catch (IOException e) {
      return () ->
          trouble.accept("no checkpoint of step %d in %s: %s".formatted(clock, directory, e));
    }
  }

  /** Loads all numbers; {@code then} runs when they are there, unless others are loaded instead. */
  void load(Path directory, long step, Runnable then) {
    replica.forget();
    List<Copy> copies =
        replica.layout().partitions().stream().map(part -> replica.blank(part.id(), step)).toList();
    int load = ++loads;
    Runnable taken =
        () -> {
          if (load == loads) {
            copies.forEach(this::take);
            then.run();
          }
        };
    Thread.ofVirtual()
        .name("load")
        .start(() -> around.loop().execute(read(directory, copies, taken)));
  }

  private Runnable read(Path directory, List<Copy> copies, Runnable taken) {
    try (var reader =
        new PartReader(Checkpoints.read(directory).files(), replica.layout(), slots)) {
      for (Copy copy : copies) {
        reader.fill(copy);
      }
      return taken;
    } catch (IOException e) {
      String why = "the checkpoint in %s cannot be loaded: %s".formatted(directory, e);
      return () -> around.master().send(new Message.Broken(why));
    }
  }

  private void take(Copy copy) {
    int partition = copy.partition().id();
    for (int number = 0; number < copy.arrays(); number++) {
      replica.fill(partition, number, FloatBuffer.wrap(copy.array(number)));
    }
    replica.arrived(partition, copy.version());
  }
}
