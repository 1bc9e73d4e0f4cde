package dev.ductile.runtime;

import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.membership.Role;
import dev.ductile.runtime.process.Host;
import dev.ductile.runtime.process.Task;
import dev.ductile.runtime.process.TaskSetup;
import dev.ductile.runtime.process.TemporaryFolder;
import dev.ductile.runtime.transport.Address;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Runs a whole job in one process, each of its tasks as a thread; no checkpoint remains. */
final class Alone {
  private static final String LOOPBACK = "127.0.0.1";
  private static final int TOKEN_BYTES = 32;

  private final TrainingJob job;
  private final Lines lines;
  private final Path folder;
  private final String token = token();

  private Alone(TrainingJob job, Lines lines, Path folder) {
    this.job = job;
    this.lines = lines;
    this.folder = folder;
  }

  static int run(TrainingJob job, Lines lines, StopSignal signal) throws IOException {
    Path folder = TemporaryFolder.make("alone");
    try {
      return new Alone(job, lines, folder).run(signal);
    } finally {
      Folder.remove(folder);
    }
  }

  private int run(StopSignal signal) throws IOException {
    Leader leader =
        Leader.of(job, new Address.Tcp(LOOPBACK, 0), token, folder.resolve("checkpoints"), lines);
    signal.whenAsked(leader::stop);
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < job.size().servers(); i++) {
      threads.add(
          start(TaskFactory.server(setup(Role.SERVER, i, leader.address()), Alone::leaveToMaster)));
    }
    for (int i = 0; i < job.size().workers(); i++) {
      TaskSetup setup = setup(Role.WORKER, i, leader.address());
      threads.add(
          start(TaskFactory.worker(setup, job.size().isAllReduce(), lines, Alone::leaveToMaster)));
    }
    int code = leader.run();
    awaitAll(threads);
    return code;
  }

  /** The master in this process reports the reason of a failure, once for all tasks. */
  private static void leaveToMaster(String reason) {}

  private static Thread start(Task task) {
    return Thread.ofPlatform().daemon().start(task::run);
  }

  private static void awaitAll(List<Thread> threads) {
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private TaskSetup setup(Role role, int index, Address master) throws IOException {
    String name = role.word() + "-" + index;
    return new TaskSetup(
        role,
        name,
        Host.identity(),
        token,
        master,
        Folder.fresh(folder.resolve(name)),
        LOOPBACK,
        true);
  }

  private static String token() {
    byte[] bytes = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
