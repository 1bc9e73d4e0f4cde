package dev.ductile.runtime.replication;

import dev.ductile.runtime.checkpoint.Checkpoints;
import dev.ductile.runtime.disk.DamagedFileException;
import dev.ductile.runtime.parameters.Replica;
import dev.ductile.runtime.protocol.MasterMessage;
import dev.ductile.runtime.protocol.TaskMessage;
import dev.ductile.runtime.transport.Loop;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Loads replicas from a checkpoint, in the background. */
final class CheckpointLoading {
  private final ReplicationContext context;

  CheckpointLoading(ReplicationContext context) {
    this.context = context;
  }

  /** Loads these partitions; only the background uses them until the loop is called back. */
  void load(
      Path directory,
      List<Integer> partitions,
      TaskMessage.Assign assign,
      Consumer<List<Replica>> then) {
    List<Replica> copies =
        partitions.stream()
            .map(partition -> context.store().blank(partition, assign.step()))
            .toList();
    Loop loop = context.around().loop();
    loop.background().start(() -> loop.execute(attempt(directory, copies, assign, then)));
  }

  private Runnable attempt(
      Path directory,
      List<Replica> copies,
      TaskMessage.Assign assign,
      Consumer<List<Replica>> then) {
    PartitionStore store = context.store();
    try (var reader = Checkpoints.read(directory).reader(store.layout(), store.slots())) {
      for (Replica copy : copies) {
        reader.fill(copy);
        if (context.isLockstep()) {
          copy.requireVersion(assign.step());
        }
      }
      return () -> then.accept(copies);
    } catch (IOException | RuntimeException e) {
      boolean damaged = DamagedFileException.isDamage(e);
      String why = "the checkpoint in %s cannot be loaded: %s".formatted(directory, e);
      return () -> context.tell(new MasterMessage.NotLoaded(assign.generation(), damaged, why));
    }
  }
}
