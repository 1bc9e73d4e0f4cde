package dev.ductile.runtime.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.runtime.disk.Disk;
import dev.ductile.runtime.disk.LocalDisk;
import dev.ductile.runtime.disk.WrittenFile;
import dev.ductile.runtime.membership.TaskState.Cursor;
import dev.ductile.runtime.parameters.BatchSummary;
import dev.ductile.runtime.parameters.Partition;
import dev.ductile.runtime.parameters.PartitionLayout;
import dev.ductile.runtime.parameters.Replica;
import dev.ductile.runtime.parameters.ReplicaSnapshot;
import dev.ductile.runtime.parameters.Tensor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointsTest {
  private static final List<String> SLOTS = List.of("adam_m", "adam_v");
  private static final PartitionLayout LAYOUT =
      new PartitionLayout(
          List.of(new Tensor("weights", 25, 2, true, 10), new Tensor("bias", 3, 1, false, 10)));

  @TempDir Path folder;
  private final List<String> troubles = new ArrayList<>();

  private Checkpoints checkpoints(int keep) {
    return new Checkpoints(folder, keep, troubles::add);
  }

  private static Replica copy(Partition partition) {
    return new Replica(partition, true, SLOTS.size(), 0);
  }

  private static Replica random(Partition partition, SplittableRandom random) {
    Replica copy = copy(partition);
    for (int array = 0; array < copy.arrays(); array++) {
      float[] numbers = copy.array(array);
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = (float) random.nextGaussian();
      }
    }
    copy.mark(new BatchSummary.Mark(2, random.nextInt(1, 1000)));
    return copy;
  }

  private static WrittenFile write(Path directory, String name, List<ReplicaSnapshot> all)
      throws IOException {
    return PartFile.write(new LocalDisk(), directory, name, LAYOUT, SLOTS, all);
  }

  private void seal(Checkpoints checkpoints, long step) throws IOException {
    Path directory = checkpoints.directory(step);
    Replica copy = random(LAYOUT.partitions().getFirst(), new SplittableRandom(step));
    WrittenFile part = write(directory, "a", List.of(copy.freeze()));
    checkpoints.seal(
        directory,
        new CheckpointIndex(
            step, List.of(part), List.of(new Cursor(1, 4, 8)), SavedModelFile.JOB, DataMark.NONE));
  }

  @Test
  void aCheckpointOfAnyTasksIsReadBack() throws IOException {
    for (long seed = 1; seed <= 20; seed++) {
      var random = new SplittableRandom(seed);
      List<Replica> copies =
          LAYOUT.partitions().stream().map(partition -> random(partition, random)).toList();
      int writers = 1 + random.nextInt(4);
      var files = new ArrayList<WrittenFile>();
      for (int writer = 0; writer < writers; writer++) {
        int number = writer;
        int all = writers;
        List<ReplicaSnapshot> own =
            copies.stream()
                .filter(copy -> copy.partition().id() * 7 % all == number)
                .map(Replica::freeze)
                .toList();
        files.add(write(folder, "seed-%d-%d".formatted(seed, writer), own));
      }
      try (var reader = new PartReader(folder, files, LAYOUT, SLOTS)) {
        for (Replica wanted : copies) {
          Replica read = copy(wanted.partition());
          reader.fill(read);
          assertThat(read.mark(2)).as("seed %d", seed).isEqualTo(wanted.mark(2));
          for (int array = 0; array < wanted.arrays(); array++) {
            assertThat(read.array(array)).as("seed %d", seed).isEqualTo(wanted.array(array));
          }
        }
      }
    }
  }

  /** As the format says, and as Python's reader expects it. */
  @Test
  void aWholeTensorHasItsOwnName() throws IOException {
    var random = new SplittableRandom(1);
    List<ReplicaSnapshot> all =
        LAYOUT.partitions().stream().map(one -> random(one, random).freeze()).toList();
    Path file = folder.resolve(write(folder, "whole", all).name());
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    int length = Math.toIntExact(bytes.getLong());
    assertThat((Long.BYTES + length) % 8).isZero();
    String header = StandardCharsets.UTF_8.decode(bytes.slice(8, length)).toString();
    assertThat(header)
        .contains("\"weights\":{\"dtype\":\"F32\",\"shape\":[25,2],\"data_offsets\":[0,200]}")
        .contains("\"weights.adam_m\":{\"dtype\":\"F32\",\"shape\":[25,2]")
        .contains("\"bias\":{\"dtype\":\"F32\",\"shape\":[3]");
    assertThat(bytes.getFloat(8 + length)).isEqualTo(all.getFirst().arrays().getFirst()[0]);
  }

  @Test
  void missingRowsAreAnError() throws IOException {
    Replica first = random(LAYOUT.partitions().getFirst(), new SplittableRandom(1));
    WrittenFile half = write(folder, "half", List.of(first.freeze()));
    try (var reader = new PartReader(folder, List.of(half), LAYOUT, SLOTS)) {
      assertThatThrownBy(() -> reader.fill(copy(LAYOUT.partitions().get(1))))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("0 of 10 values of weights");
    }
  }

  @Test
  void theNewestCompleteCheckpointIsTaken() throws IOException {
    Checkpoints checkpoints = checkpoints(3);
    assertThat(checkpoints.newest()).isEmpty();
    for (long step : List.of(10, 20, 30, 40)) {
      seal(checkpoints, step);
    }
    assertThat(checkpoints.directory(10)).doesNotExist();
    Files.createDirectories(checkpoints.directory(50));
    Path damaged = checkpoints.directory(40).resolve("a.safetensors");
    byte[] bytes = Files.readAllBytes(damaged);
    bytes[bytes.length - 1] ^= 1;
    Files.write(damaged, bytes);
    Files.write(
        checkpoints.directory(30).resolve("index.json"),
        "{\"step\":".getBytes(StandardCharsets.UTF_8));
    var found = checkpoints.newest().orElseThrow();
    assertThat(found.index().step()).isEqualTo(20);
    assertThat(found.index().cursors()).containsExactly(new Cursor(1, 4, 8));
    assertThat(troubles)
        .hasSize(2)
        .anyMatch(what -> what.contains("checksum"))
        .allMatch(what -> what.contains("the job goes back to step 20"));
    assertThat(folder.resolve("damaged-step-000000000040")).isDirectory();
    checkpoints.deleteUnsealed();
    assertThat(checkpoints.directory(50)).doesNotExist();
  }

  /** In a hot job tasks outlive their master and its orders. */
  @Test
  void aTaskThatStillWritesForAnEarlierMasterDoesNotEndTheNext() throws IOException {
    Path late = checkpoints(3).directory(50);
    Files.createDirectories(late);
    Files.createFile(late.resolve("server-0.safetensors.part"));
    var disk = new LateDisk(late.resolve("server-0.safetensors"));
    new Checkpoints(folder, 3, disk, troubles::add).deleteUnsealed();
    assertThat(troubles).singleElement().asString().contains("is not deleted");
    checkpoints(3).deleteUnsealed();
    assertThat(late).doesNotExist();
  }

  /** A disk on which a task finishes a file just before the folder is deleted. */
  private record LateDisk(Path finished) implements Disk {
    private static final Disk REAL = new LocalDisk();

    @Override
    public void createFolder(Path path) throws IOException {
      REAL.createFolder(path);
    }

    @Override
    public Output create(Path file) throws IOException {
      return REAL.create(file);
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
      REAL.rename(from, to);
    }

    @Override
    public void force(Path path) throws IOException {
      REAL.force(path);
    }

    @Override
    public void delete(Path path) throws IOException {
      if (path.equals(finished.getParent())) {
        Files.createFile(finished);
      }
      REAL.delete(path);
    }
  }

  private void damage(Checkpoints checkpoints, long step) throws IOException {
    Path file = checkpoints.directory(step).resolve("a.safetensors");
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 1] ^= 1;
    Files.write(file, bytes);
  }

  @Test
  void aCheckpointAfterADamagedOneIsKept() throws IOException {
    Checkpoints checkpoints = checkpoints(1);
    seal(checkpoints, 100);
    Checkpoints generous = checkpoints(2);
    seal(generous, 120);
    damage(checkpoints, 120);
    assertThat(checkpoints.newest().orElseThrow().index().step()).isEqualTo(100);
    seal(checkpoints, 110);
    assertThat(checkpoints.newest().orElseThrow().index().step()).isEqualTo(110);
    assertThat(checkpoints.directory(120)).doesNotExist();
  }

  @Test
  void aDamagedCheckpointDoesNotRemoveAnUndamagedOne() throws IOException {
    Checkpoints checkpoints = checkpoints(2);
    seal(checkpoints, 100);
    seal(checkpoints, 105);
    damage(checkpoints, 105);
    assertThat(checkpoints.newest().orElseThrow().index().step()).isEqualTo(100);
    seal(checkpoints, 110);
    damage(checkpoints, 110);
    assertThat(checkpoints.newest().orElseThrow().index().step()).isEqualTo(100);
  }

  @Test
  void pythonReadsACheckpoint() throws Exception {
    var random = new SplittableRandom(5);
    List<ReplicaSnapshot> all =
        LAYOUT.partitions().stream().map(one -> random(one, random).freeze()).toList();
    Path file = folder.resolve(write(folder, "python", all).name());
    String program =
        """
        import json, struct, sys
        data = open(sys.argv[1], "rb").read()
        length = struct.unpack("<Q", data[:8])[0]
        header = json.loads(data[8:8 + length])
        begin, end = header["bias"]["data_offsets"]
        print(header["weights"]["shape"], *struct.unpack("<3f", data[8 + length:][begin:end]))
        """;
    Process python;
    try {
      python =
          new ProcessBuilder("python3", "-c", program, file.toString())
              .redirectErrorStream(true)
              .start();
    } catch (IOException e) {
      Assumptions.abort("python3 is not here: " + e.getMessage());
      return;
    }
    String said = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(python.waitFor()).as(said).isZero();
    String[] words = said.strip().split(" ", -1);
    assertThat(words[0] + words[1]).isEqualTo("[25,2]");
    float[] bias = all.getLast().arrays().getFirst();
    for (int i = 0; i < bias.length; i++) {
      assertThat((float) Double.parseDouble(words[2 + i])).isEqualTo(bias[i]);
    }
  }

  @Test
  void noPartIsOverwritten() throws IOException {
    Replica first = random(LAYOUT.partitions().getFirst(), new SplittableRandom(1));
    assertThat(write(folder, "a", List.of(first.freeze())).name()).isEqualTo("a.safetensors");
    assertThat(write(folder, "a", List.of(first.freeze())).name()).isEqualTo("a-2.safetensors");
  }

  @Test
  void aCheckpointOfAnotherFormatIsRefusedAndKept() throws IOException {
    Path index = Files.createDirectories(checkpoints(1).directory(7)).resolve("index.json");
    Files.writeString(
        index,
        """
        {
          "step" : 7,
          "parts" : [ {"file": "a.safetensors", "bytes": 10, "crc32c": 1} ],
          "cursors" : [ ]
        }
        """);
    assertThatThrownBy(() -> checkpoints(1).newest())
        .isInstanceOf(CheckpointException.Foreign.class)
        .hasMessageContaining("format 1")
        .hasMessageContaining("format 2");
    assertThat(index).exists();
  }
}
