package dev.ductile.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.runtime.job.BatchSpec;
import dev.ductile.runtime.job.Synchrony;
import dev.ductile.runtime.membership.Member;
import dev.ductile.runtime.membership.TaskState.HeldSplit;
import dev.ductile.runtime.protocol.MasterMessage;
import dev.ductile.runtime.protocol.TaskMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class SplitStoreTest {
  private static final Optional<Member> SOURCE = Optional.empty();

  /** Examples of a split that is sent in several frames. */
  private static final int LARGE = 200_000;

  @TempDir private Path directory;
  private final CountingModel counting = new CountingModel(List.of(10, 3, LARGE), false, 1);
  private WorkerFixture cluster;

  @BeforeEach
  void begin() throws IOException {
    var batch = new BatchSpec(4, false, BatchSpec.RateRule.NONE);
    cluster = new WorkerFixture(counting, counting.job(Synchrony.BSP, batch, 1), directory, 1);
  }

  @AfterEach
  void end() {
    cluster.close();
  }

  private void fetch(int worker, List<Integer> splits, Optional<Member> from) {
    cluster.say(worker, new TaskMessage.Fetch(splits, from));
  }

  private List<HeldSplit> fetched(int worker, int count) {
    var all = new ArrayList<HeldSplit>();
    while (all.size() < count) {
      var next = cluster.receive(MasterMessage.Fetched.class);
      assertThat(next.task()).isEqualTo(worker);
      all.addAll(((MasterMessage.Fetched) next.message()).splits());
    }
    return all;
  }

  private Optional<Member> member(int task) {
    return Optional.ofNullable(cluster.members.get(task));
  }

  @Test
  void splitsAreFetchedFromTheSource() {
    int worker = cluster.join("worker-0");
    fetch(worker, List.of(0, 1), SOURCE);
    assertThat(fetched(worker, 2))
        .containsExactlyInAnyOrder(new HeldSplit(0, 10, true), new HeldSplit(1, 3, true));
  }

  @Test
  void splitsAreFetchedFromAnotherWorker() {
    int first = cluster.join("worker-0");
    fetch(first, List.of(0, 2), SOURCE);
    fetched(first, 2);
    int second = cluster.join("worker-1");
    fetch(second, List.of(0, 2), member(first));
    assertThat(fetched(second, 2))
        .containsExactlyInAnyOrder(new HeldSplit(0, 10, true), new HeldSplit(2, LARGE, true));
    assertThat(counting.reads).hasValue(2);
    assertThat(cluster.troubles).isEmpty();
  }

  @Test
  void splitsAreFetchedFromTheSourceIfTheOtherWorkerHasNone() {
    int first = cluster.join("worker-0");
    int second = cluster.join("worker-1");
    fetch(second, List.of(1), member(first));
    assertThat(fetched(second, 1)).containsExactly(new HeldSplit(1, 3, true));
    assertThat(cluster.troubles).singleElement().asString().contains("cannot send it");
  }

  @Test
  void splitsAreFetchedFromTheSourceIfTheOtherWorkerIsLost() {
    int first = cluster.join("worker-0");
    int second = cluster.join("worker-1");
    cluster.kill(first);
    fetch(second, List.of(1), member(first));
    assertThat(fetched(second, 1)).containsExactly(new HeldSplit(1, 3, true));
    assertThat(cluster.troubles).isNotEmpty();
  }

  @Test
  void aFullDiskIsTriedAgain() {
    counting.failures.set(2);
    int worker = cluster.join("worker-0");
    fetch(worker, List.of(1), SOURCE);
    assertThat(fetched(worker, 1)).containsExactly(new HeldSplit(1, 3, true));
    assertThat(cluster.troubles).hasSize(2).allMatch(what -> what.contains("no space left"));
  }

  @Test
  void aDiskThatStaysFullIsReported() {
    counting.failures.set(1_000);
    int worker = cluster.join("worker-0");
    fetch(worker, List.of(1), SOURCE);
    var broken = (MasterMessage.Broken) cluster.receive(MasterMessage.Broken.class).message();
    assertThat(broken.why()).contains("[1]", "no space left");
    assertThat(broken.fault()).isEqualTo(MasterMessage.Fault.DISK);
  }

  @Test
  void aDiskThatReturnsOtherBytesIsReported() {
    counting.rots.set(true);
    int worker = cluster.join("worker-0");
    fetch(worker, List.of(0), SOURCE);
    var broken = (MasterMessage.Broken) cluster.receive(MasterMessage.Broken.class).message();
    assertThat(broken.why()).contains("split 0 cannot be read here");
    assertThat(counting.reads).hasValue(4);
    counting.rots.set(false);
    fetch(worker, List.of(0), SOURCE);
    assertThat(fetched(worker, 1)).containsExactly(new HeldSplit(0, 10, true));
  }

  @Test
  void malformedDataAreReportedAtOnce() {
    counting.malformed.set(true);
    int worker = cluster.join("worker-0");
    fetch(worker, List.of(1), SOURCE);
    var broken = (MasterMessage.Broken) cluster.receive(MasterMessage.Broken.class).message();
    assertThat(broken.why()).contains("line 3");
    assertThat(broken.fault()).isEqualTo(MasterMessage.Fault.DATA);
    assertThat(cluster.troubles).isEmpty();
  }

  @Test
  void aRestartedStoreKeepsItsFilesAndReplacesDamagedOnes() throws IOException {
    int before = cluster.join("worker-0");
    fetch(before, List.of(0, 1, 2), SOURCE);
    fetched(before, 3);
    cluster.kill(before);
    try (var files = Files.newDirectoryStream(directory.resolve("worker-0"), "*-0.data")) {
      for (Path file : files) {
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length - 5));
      }
    }
    int after = cluster.join("worker-0");
    assertThat(fetched(after, 2))
        .contains(new HeldSplit(1, 3, false), new HeldSplit(2, LARGE, false));
    cluster.halt(0);
    cluster.assign(
        cluster.decide(),
        List.of(after, after, after),
        cluster.layout.partitions().stream().map(_ -> 100).toList());
    assertThat(counting.reads).hasValue(4);
    assertThat(cluster.troubles).isNotEmpty();
  }
}
