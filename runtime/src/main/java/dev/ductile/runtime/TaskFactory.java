package dev.ductile.runtime;

import dev.ductile.runtime.allreduce.AllReduceWorker;
import dev.ductile.runtime.data.Sources;
import dev.ductile.runtime.data.SplitSource;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.process.JobMember;
import dev.ductile.runtime.process.JobPart;
import dev.ductile.runtime.process.Task;
import dev.ductile.runtime.process.TaskSetup;
import dev.ductile.runtime.server.PartitionServer;
import dev.ductile.runtime.training.Model;
import dev.ductile.runtime.training.Models;
import dev.ductile.runtime.transport.SystemServices;
import dev.ductile.runtime.worker.Worker;
import java.io.IOException;
import java.util.function.Consumer;

/** Makes the tasks of each role. */
final class TaskFactory {
  private TaskFactory() {}

  static Task server(TaskSetup setup, Consumer<String> notes) throws IOException {
    return new Task(
        setup,
        SystemServices.system(System::nanoTime),
        notes,
        around -> new JobMember(around, job -> PartitionServer.of(around, job, Models.of(job))));
  }

  static Task worker(TaskSetup setup, boolean allReduce, Lines lines, Consumer<String> notes)
      throws IOException {
    var report = new WorkerReport(lines, System::nanoTime);
    return new Task(
        setup,
        SystemServices.system(System::nanoTime),
        notes,
        around -> new JobMember(around, job -> worker(around, job, allReduce, report)));
  }

  private static JobPart worker(
      Task.Context around, TrainingJob job, boolean allReduce, WorkerReport report) {
    return allReduce
        ? new AllReduceWorker(around, job, new TrainingParts(), report)
        : new Worker(around, job, new TrainingParts(), report);
  }

  /** The model-dependent parts of a worker. */
  private static final class TrainingParts implements Worker.TrainingParts {
    @Override
    public Model model(TrainingJob job) {
      return Models.of(job);
    }

    @Override
    public SplitSource source(TrainingJob job) {
      return Sources.of(job);
    }
  }
}
