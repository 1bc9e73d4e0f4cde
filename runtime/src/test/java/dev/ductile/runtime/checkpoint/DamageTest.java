package dev.ductile.runtime.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.runtime.disk.DamagedFileException;
import dev.ductile.runtime.disk.LocalDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damage of any file is reported, and nothing is deleted for it. */
@Tag("disk")
class DamageTest {
  private static final int WAYS = 4;
  private static final int FILES = 7;

  /** Each way to damage each of the files. */
  private static final int SEEDS = FILES * WAYS * Integer.getInteger("ductile.seedFactor", 1);

  private static final long OLDER = 10;
  private static final long NEWER = 20;

  @TempDir Path folder;
  private Map<String, byte[]> whole = Map.of();
  private final List<String> warnings = new ArrayList<>();

  @BeforeEach
  void twoCheckpoints() throws IOException {
    var checkpoints = new Checkpoints(folder, 2, _ -> {});
    SavedModelFile.save(checkpoints, new LocalDisk(), OLDER, OLDER);
    SavedModelFile.save(checkpoints, new LocalDisk(), NEWER, NEWER);
    whole = files();
    assertThat(whole).hasSize(FILES);
  }

  private Checkpoints checkpoints() {
    return new Checkpoints(folder, 2, new FailingDisk(Integer.MAX_VALUE), warnings::add);
  }

  /** All files by their paths, seen from the folder. */
  private Map<String, byte[]> files() throws IOException {
    var files = new TreeMap<String, byte[]>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(folder.relativize(file).toString(), Files.readAllBytes(file));
      }
    }
    return files;
  }

  /** The same, in a form that can be compared. */
  private Map<String, ByteBuffer> contents() throws IOException {
    var contents = new TreeMap<String, ByteBuffer>();
    files().forEach((name, bytes) -> contents.put(name, ByteBuffer.wrap(bytes)));
    return contents;
  }

  private void reset() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
    for (var file : whole.entrySet()) {
      Files.createDirectories(folder.resolve(file.getKey()).resolveSibling(""));
      Files.write(folder.resolve(file.getKey()), file.getValue());
    }
    warnings.clear();
  }

  /** Damages each file in each way, in turn. */
  private String damage(long turn, List<String> names, SplittableRandom random) throws IOException {
    String name = names.get((int) (turn / WAYS % names.size()));
    return damage(name, (int) (turn % WAYS), random);
  }

  /** Flips a bit anywhere, cuts the file short or deletes it. */
  private String damage(String name, int how, SplittableRandom random) throws IOException {
    Path file = folder.resolve(name);
    byte[] bytes = Files.readAllBytes(file);
    if (how == 0) {
      Files.write(file, Arrays.copyOf(bytes, random.nextInt(bytes.length)));
      return "cut " + name;
    }
    if (how == 1) {
      Files.delete(file);
      return "deleted " + name;
    }
    int at = random.nextInt(bytes.length);
    bytes[at] ^= (byte) (1 << random.nextInt(8));
    Files.write(file, bytes);
    return "flipped a bit of byte %d of %s".formatted(at, name);
  }

  private static String any(SplittableRandom random, List<String> names) {
    return names.get(random.nextInt(names.size()));
  }

  private List<String> named(String part) {
    return whole.keySet().stream().filter(name -> name.contains(part)).toList();
  }

  @Test
  void aDamagedFileIsReportedAndKept() throws IOException {
    for (long seed = 1; seed <= SEEDS; seed++) {
      reset();
      var random = new SplittableRandom(seed);
      List<String> names = List.copyOf(whole.keySet());
      String name = names.get((int) (seed / WAYS % names.size()));
      String what = "seed %d: %s".formatted(seed, damage(seed, names, random));
      Map<String, byte[]> left = files();
      Checkpoints checkpoints = checkpoints();
      Checkpoints.Found found = checkpoints.newest().orElseThrow();
      boolean newest = name.startsWith(checkpoints.directory(NEWER).getFileName() + "/");
      assertThat(SavedModelFile.is(found, newest ? OLDER : NEWER)).as(what).isTrue();
      checkpoints.deleteUnsealed();
      checkpoints.checkOlder(found);
      boolean told =
          !name.equals("sealed.json") || what.contains("flipped") || what.contains("cut");
      assertThat(warnings).as(what).hasSize(told ? 1 : 0);
      if (left.containsKey(name) && !name.equals("sealed.json")) {
        assertThat(files().get("damaged-" + name)).as(what).isEqualTo(left.get(name));
      }
      if (newest) {
        assertThat(warnings.getFirst()).as(what).contains("goes back to step 10");
        warnings.clear();
        assertThat(checkpoints().newest().orElseThrow()).as(what).isEqualTo(found);
        assertThat(warnings).as("the second time, " + what).isEmpty();
      }
    }
  }

  @Test
  void ifNoCheckpointIsUndamagedTheJobIsRefusedAndAllAreKept() throws IOException {
    for (long seed = 1; seed <= SEEDS; seed++) {
      reset();
      var random = new SplittableRandom(seed);
      String older = damage(random.nextInt(WAYS * 3), named("step-000000000010/"), random);
      String newer = damage(seed, named("step-000000000020/"), random);
      String what = "seed %d: %s, %s".formatted(seed, older, newer);
      Map<String, ByteBuffer> before = contents();
      assertThatThrownBy(() -> checkpoints().newest())
          .as(what)
          .isInstanceOf(CheckpointException.Damaged.class)
          .hasMessageContaining("step-000000000020 (")
          .hasMessageContaining("--fresh");
      assertThat(contents()).as(what).isEqualTo(before);
    }
  }

  /** A file that is a link to itself cannot be read, although no byte has changed. */
  private void makeUnreadable(String name) throws IOException {
    Path file = folder.resolve(name);
    Files.delete(file);
    Files.createSymbolicLink(file, file.getFileName());
  }

  private List<String> names() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.map(path -> folder.relativize(path).toString()).sorted().toList();
    }
  }

  /** Too many open files, a broken cable, a missing permission: another start may read it. */
  @Test
  void aReadErrorIsNoDamage() throws IOException {
    for (String name : whole.keySet()) {
      reset();
      makeUnreadable(name);
      List<String> before = names();
      Checkpoints checkpoints = checkpoints();
      if (name.contains("step-000000000010/")) {
        checkpoints.checkOlder(checkpoints.newest().orElseThrow());
        checkpoints.deleteUnsealed();
        assertThat(warnings).as(name).singleElement().asString().contains("cannot be read");
      } else {
        assertThatThrownBy(checkpoints::newest)
            .as(name)
            .isInstanceOf(IOException.class)
            .isNotInstanceOf(CheckpointException.class)
            .hasMessageContaining("cannot be read");
        assertThat(warnings).as(name).isEmpty();
      }
      assertThat(names()).as(name).isEqualTo(before);
    }
  }

  @Test
  void aReadErrorIsNoPermanentFailureOfALoad() throws IOException {
    Checkpoints.Found found = checkpoints().newest().orElseThrow();
    String part = any(new SplittableRandom(1), named("step-000000000020/server-"));
    makeUnreadable(part);
    assertThatThrownBy(() -> SavedModelFile.is(found, NEWER))
        .matches(e -> !DamagedFileException.isDamage(e));
    Files.delete(folder.resolve(part));
    assertThatThrownBy(() -> SavedModelFile.is(found, NEWER))
        .matches(DamagedFileException::isDamage);
  }

  @Test
  void theFilesOfACheckpointWithADamagedIndexAreKept() throws IOException {
    Files.writeString(folder.resolve("step-000000000010/index.json"), "{");
    Checkpoints checkpoints = checkpoints();
    Checkpoints.Found found = checkpoints.newest().orElseThrow();
    checkpoints.deleteUnsealed();
    checkpoints.checkOlder(found);
    assertThat(names())
        .contains(
            "damaged-step-000000000010/index.json",
            "damaged-step-000000000010/server-0.safetensors",
            "damaged-step-000000000010/server-1.safetensors");
  }

  /** The look at the older ones may end long after it began. */
  @Test
  void aLateCheckOfOlderCheckpointsRemovesNoNewerOne() throws IOException {
    Checkpoints checkpoints = new Checkpoints(folder, 3, new LocalDisk(), warnings::add);
    Checkpoints.Found found = checkpoints.newest().orElseThrow();
    SavedModelFile.save(checkpoints, new LocalDisk(), 30, 30);
    Files.writeString(folder.resolve("step-000000000010/index.json"), "{");
    checkpoints.checkOlder(found);
    Files.delete(folder.resolve("step-000000000030/index.json"));
    assertThat(checkpoints().newest().orElseThrow().index().step()).isEqualTo(NEWER);
    assertThat(warnings).last().asString().contains("index.json is missing");
  }

  /** An export beside the job names the checkpoints that it skips, and changes nothing. */
  @Test
  void aReaderBesideTheJobNamesADamagedFileAndLeavesIt() throws IOException {
    for (long seed = 1; seed <= SEEDS; seed++) {
      reset();
      var random = new SplittableRandom(seed);
      String what = damage(seed, named("step-000000000020/"), random);
      Map<String, ByteBuffer> before = contents();
      Checkpoints.Found found = checkpoints().newestBesideItsJob().orElseThrow();
      assertThat(SavedModelFile.is(found, OLDER)).as("seed %d: %s", seed, what).isTrue();
      assertThat(warnings).singleElement().asString().contains("step-000000000020 (", "step 10 is");
      assertThat(contents()).as(what).isEqualTo(before);
      damage(seed, named("step-000000000010/"), random);
      assertThatThrownBy(() -> checkpoints().newestBesideItsJob())
          .isInstanceOf(CheckpointException.Damaged.class);
    }
  }

  /** A reader that looks twice finds no damage beside a job that saves and deletes all the time. */
  @Test
  void aReaderBesideASavingJobFindsACompleteCheckpoint() throws Exception {
    Path busy = folder.resolve("busy");
    SavedModelFile.save(new Checkpoints(busy, 1, _ -> {}), new LocalDisk(), 1, 1);
    var job = CompletableFuture.runAsync(() -> saveAll(busy, 150));
    int whole = 0;
    long last = 0;
    while (!job.isDone()) {
      Checkpoints.Found found =
          new Checkpoints(busy, 1, warnings::add).newestBesideItsJob().orElseThrow();
      long step = found.index().step();
      assertThat(step).isGreaterThanOrEqualTo(last);
      last = step;
      try {
        assertThat(SavedModelFile.is(found, step)).as("step %d", step).isTrue();
        whole++;
      } catch (DamagedFileException _) {
        // deleted between look and read: there is a newer one
      }
    }
    job.get(10, TimeUnit.SECONDS);
    assertThat(warnings).isEmpty();
    assertThat(whole).isPositive();
  }

  /** On a disk that takes no time to synchronise, so that files come and go as fast as they can. */
  private static void saveAll(Path folder, long steps) {
    var disk = new FailingDisk(Integer.MAX_VALUE);
    var checkpoints = new Checkpoints(folder, 1, disk, _ -> {});
    try {
      for (long step = 2; step <= steps; step++) {
        SavedModelFile.save(checkpoints, disk, step, step);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The defect as it was seen: the job began at step 0, and deleted its checkpoints. */
  @Test
  void aJobWithDamagedIndexesDoesNotStartAgainFromStepZero() throws IOException {
    for (String index : named("index.json")) {
      Files.write(folder.resolve(index), "{\"step\":".getBytes(StandardCharsets.UTF_8));
    }
    assertThatThrownBy(() -> checkpoints().newest())
        .isInstanceOf(CheckpointException.Damaged.class);
    for (String index : named("index.json")) {
      Files.delete(folder.resolve(index));
    }
    assertThatThrownBy(() -> checkpoints().newest())
        .isInstanceOf(CheckpointException.Damaged.class)
        .hasMessageContaining("index.json is missing");
  }

  /** A checkpoint that a master has verified may be damaged when a task loads it. */
  @Test
  void aFileThatIsDamagedAfterItsVerificationIsNotLoaded() throws IOException {
    for (long seed = 1; seed <= SEEDS; seed++) {
      reset();
      var random = new SplittableRandom(seed);
      Checkpoints.Found found = checkpoints().newest().orElseThrow();
      String what = damage(seed, named("step-000000000020/server-"), random);
      assertThatThrownBy(() -> SavedModelFile.is(found, NEWER))
          .as("seed %d: %s", seed, what)
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void theChecksumIsOfTheWrittenBytesAndNotOfThoseReadBack() throws IOException {
    var disk = new FlippingDisk();
    SavedModelFile.save(new Checkpoints(folder, 3, disk, _ -> {}), disk, 30, 30);
    Checkpoints.Found found = checkpoints().newest().orElseThrow();
    assertThat(SavedModelFile.is(found, NEWER)).isTrue();
    assertThat(warnings).singleElement().asString().contains("step-000000000030", "checksum");
  }
}
