package dev.ductile.runtime.simulation;

import dev.ductile.runtime.allreduce.AllReduceWorker;
import dev.ductile.runtime.checkpoint.Checkpoints;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.jobs.DiskCheckpoints;
import dev.ductile.runtime.master.Master;
import dev.ductile.runtime.master.coordinator.JobSetup;
import dev.ductile.runtime.master.report.JobListener;
import dev.ductile.runtime.master.saving.Checkpoint;
import dev.ductile.runtime.master.saving.CheckpointStore;
import dev.ductile.runtime.membership.Role;
import dev.ductile.runtime.parameters.PartitionLayout;
import dev.ductile.runtime.process.JobMember;
import dev.ductile.runtime.process.JobPart;
import dev.ductile.runtime.process.Part;
import dev.ductile.runtime.process.Task;
import dev.ductile.runtime.process.TaskSetup;
import dev.ductile.runtime.protocol.StepReport;
import dev.ductile.runtime.server.PartitionServer;
import dev.ductile.runtime.transport.Address;
import dev.ductile.runtime.worker.Worker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Starts the real master, servers and workers of a job in simulated processes. */
final class SimulatedLauncher {
  private static final String TOKEN = "0123456789abcdef".repeat(4);
  private static final int PORT = 7_000;
  private static final Duration GATHERING = Duration.ofSeconds(20);

  private final TrainingJob job;
  private final TrainingProblem subject;
  private final MemoryDisk disk;
  private final Trace trace;
  private final JobListener listener;
  private final CheckpointCheck vault;

  SimulatedLauncher(
      FaultScenario scenario,
      MemoryDisk disk,
      Trace trace,
      JobListener listener,
      List<String> failures) {
    job = scenario.job();
    subject = scenario.subject();
    this.disk = disk;
    this.trace = trace;
    this.listener = listener;
    vault = new CheckpointCheck(disk, checkpoints(), failures);
  }

  Path checkpoints() {
    return disk.getPath("/job/checkpoints");
  }

  /** Starts the process of this name. */
  RunningProcess launch(SimulatedProcess process, String masterHost) throws IOException {
    return process.name().startsWith("master") ? lead(process) : join(process, masterHost);
  }

  private RunningProcess lead(SimulatedProcess process) throws IOException {
    Path journal = disk.getPath("/job/journal");
    var checkpoints =
        new Checkpoints(
            checkpoints(),
            job.checkpoint().keep(),
            what -> {
              trace.add(process.name(), what);
              vault.warned(what);
            });
    CheckpointStore checkpointStore = vault.guard(new DiskCheckpoints(checkpoints, job));
    Optional<Checkpoint> newest = checkpointStore.newest();
    checkpoints.deleteUnsealed();
    vault.cleaned();
    var setup =
        new JobSetup(job, sizes(), checkpoints().toString(), newest, Master.before(journal));
    var place = new Master.Place(new Address.Tcp(process.host(), PORT), TOKEN, journal, GATHERING);
    var master = new Master(place, setup, checkpointStore, process.platform(), listener);
    return new RunningProcess(
        process, Optional.of(master), Optional.empty(), List.of(), Optional.empty());
  }

  private List<Long> sizes() {
    return job.size().isAllReduce()
        ? List.of(1L)
        : new PartitionLayout(subject.model(job).tensors()).sizes();
  }

  private RunningProcess join(SimulatedProcess process, String masterHost) throws IOException {
    String name = process.name();
    Role role = name.startsWith("server") ? Role.SERVER : Role.WORKER;
    Path own = Files.createDirectories(disk.getPath("/job/tasks/" + name));
    var master = new Address.Tcp(masterHost, PORT);
    var place =
        new TaskSetup(role, name, process.host(), TOKEN, master, own, process.host(), false);
    var servers = new ArrayList<PartitionServer>();
    var workers = new ArrayList<Part>();
    var task =
        new Task(
            place,
            process.platform(),
            what -> trace.add(name, what),
            around ->
                role == Role.SERVER
                    ? new JobMember(around, known -> serve(around, known, servers))
                    : work(around, workers));
    return new RunningProcess(
        process, Optional.empty(), Optional.of(task), servers, workers.stream().findFirst());
  }

  private JobPart serve(Task.Context around, TrainingJob known, List<PartitionServer> servers) {
    var server = PartitionServer.of(around, known, subject.model(known));
    servers.add(server);
    return server;
  }

  private Part work(Task.Context around, List<Part> workers) {
    var listener = new TracingListener(around.setup().name());
    var worker =
        new JobMember(
            around,
            known ->
                known.size().isAllReduce()
                    ? new AllReduceWorker(around, known, subject, listener)
                    : new Worker(around, known, subject, listener));
    workers.add(worker);
    return worker;
  }

  private final class TracingListener implements Worker.Listener {
    private final String name;

    TracingListener(String name) {
      this.name = name;
    }

    @Override
    public void step(StepReport report) {}

    @Override
    public void trouble(String what) {
      trace.add(name, what);
    }
  }
}
