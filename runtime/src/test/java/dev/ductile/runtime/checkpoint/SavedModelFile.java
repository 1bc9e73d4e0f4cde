package dev.ductile.runtime.checkpoint;

import dev.ductile.runtime.disk.Disk;
import dev.ductile.runtime.disk.WrittenFile;
import dev.ductile.runtime.membership.TaskState.Cursor;
import dev.ductile.runtime.parameters.BatchSummary;
import dev.ductile.runtime.parameters.Partition;
import dev.ductile.runtime.parameters.PartitionLayout;
import dev.ductile.runtime.parameters.Replica;
import dev.ductile.runtime.parameters.ReplicaSnapshot;
import dev.ductile.runtime.parameters.Tensor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** A small model of which two processes write checkpoints, its numbers made from a seed. */
final class SavedModelFile {
  static final List<String> SLOTS = List.of("adam_m", "adam_v");
  static final PartitionLayout LAYOUT =
      new PartitionLayout(
          List.of(new Tensor("weights", 25, 2, true, 10), new Tensor("bias", 3, 1, false, 10)));
  static final JobIdentity JOB =
      new JobIdentity(Map.of("model.kind", "softmax"), Map.of("optimizer.learningRate", "0.1"));
  private static final int WRITERS = 2;

  private SavedModelFile() {}

  /** Writes and completes a checkpoint that is drawn from a seed. */
  static void save(Checkpoints checkpoints, Disk disk, long step, long seed) throws IOException {
    Path directory = checkpoints.directory(step);
    var parts = new ArrayList<WrittenFile>();
    for (int writer = 0; writer < WRITERS; writer++) {
      int own = writer;
      List<ReplicaSnapshot> frozen =
          copies(seed).stream()
              .filter(copy -> copy.partition().id() % WRITERS == own)
              .map(Replica::freeze)
              .toList();
      parts.add(PartFile.write(disk, directory, "server-" + writer, LAYOUT, SLOTS, frozen));
    }
    var cursors = List.of(new Cursor(1, 4, 8));
    checkpoints.seal(
        directory, new CheckpointIndex(step, parts, cursors, JOB, new DataMark("v1", "")));
  }

  static List<Replica> copies(long seed) {
    var random = new SplittableRandom(seed);
    return LAYOUT.partitions().stream().map(partition -> copy(partition, random)).toList();
  }

  private static Replica copy(Partition partition, SplittableRandom random) {
    Replica copy = blank(partition);
    for (int array = 0; array < copy.arrays(); array++) {
      float[] numbers = copy.array(array);
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = (float) random.nextGaussian();
      }
    }
    copy.mark(new BatchSummary.Mark(2, random.nextInt(1, 1000)));
    return copy;
  }

  static Replica blank(Partition partition) {
    return new Replica(partition, true, SLOTS.size(), 0);
  }

  /** Whether a checkpoint has exactly the numbers of a seed. */
  static boolean is(Checkpoints.Found found, long seed) throws IOException {
    boolean same = true;
    try (var reader = found.reader(LAYOUT, SLOTS)) {
      for (Replica wanted : copies(seed)) {
        Replica read = blank(wanted.partition());
        reader.fill(read);
        same &= read.mark(2) == wanted.mark(2);
        for (int array = 0; array < wanted.arrays(); array++) {
          same &= Arrays.equals(read.array(array), wanted.array(array));
        }
      }
    }
    return same;
  }
}
