package dev.ductile.house;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An installation may be moved and copied, and leaves no process and no temporary folder. */
@Tag("process")
@Timeout(1800)
final class InstallationTest {
  private static final int MOST_TRIES = 400;

  private static final String JOB =
      """
      model: logistic
      data: {generate: a9a, examples: 2000, splits: 4}
      stop: {steps: %d}
      workers: 1
      servers: 1
      """;

  @TempDir private Path folder;

  @Test
  void aFolderThatIsMovedOrCopiedTrains() throws Exception {
    Path first = copy(Ductile.installation(), "first");
    assertThat(new Ductile(folder, first.resolve("ductile")).run("--version").status()).isZero();
    Path moved = Files.move(first, folder.resolve("moved to here"));
    trains(moved);
    Path copied = copy(moved, "copied");
    Files.move(moved, folder.resolve("elsewhere"));
    trains(copied);
  }

  /** Keeps the times of files, so that start-up caches stay valid. */
  private Path copy(Path from, String name) throws Exception {
    Path to = folder.resolve(name);
    var command = List.of("cp", "-a", from.toString(), to.toString());
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    return to;
  }

  private void trains(Path installation) throws IOException {
    // only one job of a name trains on a machine at a time, also in another test
    String name = "moved-%d.yaml".formatted(ProcessHandle.current().pid());
    Path job = Files.writeString(folder.resolve(name), JOB.formatted(50));
    var ductile = new Ductile(folder, installation.resolve("ductile"));
    Ductile.Answer answer = ductile.run("train", job.toString(), "--fresh", "-o", "json");
    assertThat(answer.err()).doesNotContain("Exception");
    assertThat(answer.status()).as("%s", answer).isZero();
  }

  @Test
  void theNextStartRemovesTemporaryFoldersOfKilledProcesses() throws Exception {
    String name = "killed-" + ProcessHandle.current().pid();
    Path job = Files.writeString(folder.resolve(name + ".yaml"), JOB.formatted(100_000_000));
    Process train = new Ductile(folder).start("train", "train", job.toString(), "--workers", "2");
    awaitFolders(train);
    List<ProcessHandle> all = stopped(train);
    // another test's start removes them, too, once the processes have ended
    List<Path> left = all.stream().flatMap(one -> temporary(one.pid())).toList();
    assertThat(left).as("folders of tasks and of the engine").hasSizeGreaterThanOrEqualTo(3);
    all.forEach(ProcessHandle::destroyForcibly);
    for (ProcessHandle one : all) {
      one.onExit().get(10, TimeUnit.SECONDS);
    }

    trains(Ductile.installation());
    assertThat(left).allSatisfy(path -> assertThat(path).doesNotExist());
  }

  /** The first start runs two Java processes that write caches; both end with it. */
  @Test
  void aFirstStartThatIsKilledLeavesNoRehearsalOfTheCommand() throws Exception {
    String seeds = IntStream.rangeClosed(1, 1000).mapToObj(Integer::toString).collect(joining(","));
    Path installation = withoutCaches();
    change(installation, "rehearsal.yaml", "policies:", "seeds: [%s]\npolicies:".formatted(seeds));

    requireEndsWithItsStart(
        installation, Path.of(System.getProperty("java.home")), "AOTCacheOutput=%s/ductile-");
  }

  /** The rehearsal of the command fails at once, so that of tasks follows soon. */
  @Test
  void aFirstStartThatIsKilledLeavesNoRehearsalOfTasks() throws Exception {
    Path installation = withoutCaches();
    change(installation, "rehearsal-job.yaml", "steps: 60", "steps: 600000000");
    String java = System.getProperty("java.home");
    Path home = folder.resolve("java");
    Path failing = Files.createDirectories(home.resolve("bin")).resolve("java");
    Files.copy(Path.of(java, "release"), home.resolve("release"));
    Files.writeString(
        failing,
        "#!/bin/sh\ncase \"$*\" in *cli.Main* | *cli.Rehearsal*) exit 1 ;; esac\nexec '%s/bin/java' \"$@\"\n"
            .formatted(java));
    assertThat(failing.toFile().setExecutable(true)).isTrue();

    requireEndsWithItsStart(installation, home, "AOTCacheOutput=%s/lib/trainer-");
  }

  private Path withoutCaches() throws Exception {
    Path installation = copy(Ductile.installation(), "fresh");
    removeCaches(installation);
    return installation;
  }

  private static void change(Path installation, String file, String old, String changed)
      throws IOException {
    Path path = installation.resolve("lib").resolve(file);
    String text = Files.readString(path);
    assertThat(text).contains(old);
    Files.writeString(path, text.replace(old, changed));
  }

  /** Kills the first start, with this Java, when a rehearsal with this option runs. */
  private static void requireEndsWithItsStart(Path installation, Path java, String option)
      throws Exception {
    ProcessBuilder launcher =
        new ProcessBuilder(installation.resolve("ductile").toString(), "--version")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    launcher.environment().put("JAVA_HOME", java.toString());
    Process start = launcher.start();
    ProcessHandle rehearsal = awaitDescendant(start, option.formatted(installation));
    List<ProcessHandle> others =
        start.descendants().filter(process -> !process.equals(rehearsal)).toList();
    start.destroyForcibly().waitFor();

    for (ProcessHandle other : others) {
      assertThat(other.onExit().get(30, TimeUnit.SECONDS).isAlive()).isFalse();
    }
    // a virtual machine that records classes writes them at each end, which takes seconds
    assertThat(rehearsal.onExit().get(5, TimeUnit.MINUTES).isAlive()).isFalse();
  }

  private static void removeCaches(Path installation) throws IOException {
    try (Stream<Path> files = Files.walk(installation)) {
      for (Path cache : files.filter(file -> file.toString().contains(".aot")).toList()) {
        Files.delete(cache);
      }
    }
  }

  private static ProcessHandle awaitDescendant(Process start, String option) {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(10);
    while (System.nanoTime() < end) {
      Optional<ProcessHandle> found =
          start
              .descendants()
              .filter(one -> one.info().commandLine().orElse("").contains(option))
              .findFirst();
      if (found.isPresent()) {
        return found.get();
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
    throw new AssertionError(option + " never came");
  }

  private static List<ProcessHandle> withDescendants(Process train) {
    return Stream.concat(Stream.of(train.toHandle()), train.descendants()).toList();
  }

  /** Waits for the folders of the engine and of two tasks; a process makes its own at its start. */
  private static void awaitFolders(Process train) {
    for (int i = 0; i < MOST_TRIES; i++) {
      List<Path> all =
          withDescendants(train).stream().flatMap(one -> temporary(one.pid())).toList();
      if (all.size() >= 3 && all.stream().anyMatch(path -> path.toString().contains("-pipes-"))) {
        return;
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
    throw new AssertionError("the folders of the engine and of two tasks never came");
  }

  /**
   * Stops the processes, the engine first: one that runs would replace a killed guard, which
   * removes folders, or end by itself after another one was killed.
   */
  private static List<ProcessHandle> stopped(Process train) throws Exception {
    stop(withDescendants(train));
    List<ProcessHandle> all = withDescendants(train);
    stop(all);
    return all;
  }

  private static void stop(List<ProcessHandle> processes) throws Exception {
    var command = new ArrayList<String>(List.of("kill", "-STOP"));
    processes.forEach(one -> command.add(Long.toString(one.pid())));
    // a short process of the guard may have ended; the others are stopped all the same
    var _ = new ProcessBuilder(command).start().waitFor();
  }

  private static Stream<Path> temporary(long process) {
    String mark = "-%d-".formatted(process);
    Path folder = Path.of(System.getProperty("java.io.tmpdir"));
    try (Stream<Path> all = Files.list(folder)) {
      return all
          .filter(path -> path.getFileName().toString().startsWith("ductile-"))
          .filter(path -> path.getFileName().toString().contains(mark))
          .toList()
          .stream();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
