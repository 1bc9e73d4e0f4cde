package dev.ductile.runtime.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.job.file.JobFile;
import dev.ductile.runtime.training.Reference;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Whole jobs of real processes: after faults they end with the parameters of one process. */
@Tag("process")
@EnabledOnOs(OS.LINUX)
@Timeout(400)
final class ProcessesTest {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** Seconds, as the command takes them. */
  private static final String LONGER_THAN_AN_ANSWER = "3.5";

  private static final String JOB =
      """
      model: {kind: logistic, l2: 0.0001}
      data: {generate: kdd2012, examples: 600, features: 500000, splits: 12}
      optimizer: {kind: adagrad, learningRate: 0.1}
      batch: 24
      stop: {steps: %d}
      replication: 2
      workers: 2
      servers: 2
      checkpoint: {every: 1h}
      faults: {stall: 2s, answer: 3s}
      """;

  @TempDir Path folder;

  /** One job, to which all of it happens: starts of processes are most of its cost. */
  @Test
  void aJobOfProcessesLosesNothingByFaults() throws Exception {
    try (var processes = new JobProcesses(folder, JOB.formatted(1_000_000), 2, 2).begin()) {
      processes.await(0, ProcessesTest::isUnderWay, PATIENCE);
      strangersAtEveryDoorChangeNothing(processes);
      aMasterThatWasStoppedKillsNobodyWhenItComesBack(processes);
      aKilledMasterWorkerAndServerCostNothing(processes);
      aStoppedServerIsFoundAndReplaced(processes);
      stopsAsAlone(processes);
    }
  }

  private static void strangersAtEveryDoorChangeNothing(JobProcesses processes) throws IOException {
    int visited = 0;
    for (String name : List.of("master-0", "server-0", "server-1", "worker-0", "worker-1")) {
      for (int port : ports(processes.process(name).pid())) {
        visit(port);
        visited++;
      }
    }
    assertThat(visited).as("visited ports").isGreaterThanOrEqualTo(5);
  }

  private static void aMasterThatWasStoppedKillsNobodyWhenItComesBack(JobProcesses processes)
      throws Exception {
    int began = processes.now();
    for (int round = 0; round < 2; round++) {
      int before = processes.now();
      processes.process("worker-1").destroyForcibly().waitFor();
      processes.signal("master-0", "STOP");
      new ProcessBuilder("sleep", LONGER_THAN_AN_ANSWER).start().waitFor();
      processes.signal("master-0", "CONT");
      processes.start("worker-1");
      processes.await(before, ProcessesTest::hasReconfigured, PATIENCE);
    }
    processes.await(processes.now(), ProcessesTest::isUnderWay, PATIENCE);
    assertThat(processes.since(began)).noneMatch(line -> line.contains("{\"replace\""));
  }

  private static void aKilledMasterWorkerAndServerCostNothing(JobProcesses processes)
      throws Exception {
    for (String name : List.of("worker-1", "master-0", "server-0")) {
      int before = processes.now();
      processes.replace(name);
      processes.await(before, ProcessesTest::hasReconfigured, PATIENCE);
    }
  }

  private static void aStoppedServerIsFoundAndReplaced(JobProcesses processes) throws Exception {
    int before = processes.now();
    processes.signal("server-1", "STOP");
    processes.await(before, line -> line.contains("{\"replace\":\"server-1\""), PATIENCE);
    processes.replace("server-1");
  }

  /**
   * As after a kill of the parent and its guard: the first processes train on. The first master is
   * stopped while the second one waits for the folder, so that its job cannot end meanwhile.
   */
  @Test
  void aSecondJobIsRefusedTheFolderOfTheFirst() throws Exception {
    try (var first = new JobProcesses(folder, JOB.formatted(500), 1, 0).begin()) {
      first.await(0, ProcessesTest::isUnderWay, PATIENCE);
      first.signal("master-0", "STOP");
      try (var second = new JobProcesses(folder, JOB.formatted(500), 1, 0)) {
        second.start("master-0");
        assertThat(second.finish(PATIENCE)).as("%s", second).isNotZero();
        String holder = "in use by process " + first.process("master-0").pid();
        second.await(0, line -> line.contains(holder), PATIENCE);
      }
      first.signal("master-0", "CONT");
      endsAsAlone(first);
    }
  }

  private static boolean isUnderWay(String line) {
    return line.startsWith("master-0") && line.contains("\"running\"") && line.contains("loss");
  }

  private static boolean hasReconfigured(String line) {
    return line.startsWith("master-0") && line.contains("\"paused\"");
  }

  private static void endsAsAlone(JobProcesses processes) throws Exception {
    assertThat(processes.finish(PATIENCE)).as("%s", processes).isZero();
    TrainingJob job = JobFile.read(processes.job());
    TrainedParameters outcome = TrainedParameters.of(job, processes.checkpoints());
    assertThat(outcome.step()).isEqualTo(job.stop().steps().orElseThrow());
    assertEqualsOneProcess(processes, job, outcome);
  }

  /** Lets the job make further steps, and stops it, so that it saves its last step. */
  private static void stopsAsAlone(JobProcesses processes) throws Exception {
    processes.await(processes.now(), ProcessesTest::isUnderWay, PATIENCE);
    processes.signal("master-0", "TERM");
    assertThat(processes.finish(PATIENCE)).as("%s", processes).isEqualTo(143);
    TrainingJob job = JobFile.read(processes.job());
    assertEqualsOneProcess(processes, job, TrainedParameters.of(job, processes.checkpoints()));
  }

  private static void assertEqualsOneProcess(
      JobProcesses processes, TrainingJob job, TrainedParameters outcome) throws Exception {
    Path own = Files.createDirectories(processes.checkpoints().resolveSibling("alone"));
    var alone = Reference.read(job, own);
    while (alone.step() < outcome.step()) {
      alone.advance();
    }
    assertThat(outcome.distance(alone)).as("%s", processes).isLessThan(1e-5);
  }

  /** On which TCP ports a process listens. */
  private static Set<Integer> ports(long pid) throws IOException {
    Set<String> sockets = new HashSet<>();
    try (Stream<Path> files = Files.list(Path.of("/proc/" + pid + "/fd"))) {
      for (Path file : files.toList()) {
        if (Files.isSymbolicLink(file)) {
          sockets.add(Files.readSymbolicLink(file).toString());
        }
      }
    }
    Set<Integer> ports = new TreeSet<>();
    for (String table : List.of("tcp", "tcp6")) {
      for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/net/" + table))) {
        List<String> cells = List.of(line.trim().split("\\s+"));
        if (cells.get(3).equals("0A") && sockets.contains("socket:[%s]".formatted(cells.get(9)))) {
          String local = cells.get(1);
          ports.add(Integer.parseInt(local.substring(local.indexOf(':') + 1), 16));
        }
      }
    }
    return ports;
  }

  private static void visit(int port) {
    byte[] noise = new byte[4_096];
    new Random(port).nextBytes(noise);
    byte[] hugeFrame = ByteBuffer.allocate(64).putInt(-1).array();
    byte[] wrongToken = ByteBuffer.allocate(32 + 36).putInt(36).array();
    byte[] halfAFrame = ByteBuffer.allocate(20).putInt(36).array();
    for (byte[] words : List.of(noise, hugeFrame, wrongToken, halfAFrame, new byte[0])) {
      say(port, words, 1);
    }
    say(port, noise, 20_000);
  }

  /** Sends the bytes repeatedly, until the other end closes the connection. */
  private static void say(int port, byte[] words, int times) {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      OutputStream out = socket.getOutputStream();
      for (int i = 0; i < times; i++) {
        out.write(words);
      }
    } catch (IOException e) {
      // refused, as it should be
    }
  }
}
