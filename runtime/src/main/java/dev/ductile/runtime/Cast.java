package dev.ductile.runtime;

import dev.ductile.runtime.data.Sources;
import dev.ductile.runtime.data.SplitSource;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.learn.Model;
import dev.ductile.runtime.learn.Models;
import dev.ductile.runtime.ring.AllReduceWorker;
import dev.ductile.runtime.server.PartitionServer;
import dev.ductile.runtime.task.JobMember;
import dev.ductile.runtime.task.JobPart;
import dev.ductile.runtime.task.Place;
import dev.ductile.runtime.task.Task;
import dev.ductile.runtime.wire.Platform;
import dev.ductile.runtime.worker.Worker;
import java.io.IOException;

/** Who plays which role. */
final class Cast {
  private Cast() {}

  static Task server(Place place) throws IOException {
    return new Task(
        place,
        Platform.system(System::nanoTime),
        around -> new JobMember(around, job -> PartitionServer.of(around, job, Models.of(job))));
  }

  static Task worker(Place place, boolean allReduce, Lines lines) throws IOException {
    var report = new WorkerReport(lines, System::nanoTime);
    return new Task(
        place,
        Platform.system(System::nanoTime),
        around -> new JobMember(around, job -> worker(around, job, allReduce, report)));
  }

  private static JobPart worker(
      Task.Surroundings around, TrainingJob job, boolean allReduce, WorkerReport report) {
    return allReduce
        ? new AllReduceWorker(around, job, new Craft(), report)
        : new Worker(around, job, new Craft(), report);
  }

  /** What a worker knows of learning. */
  private static final class Craft implements Worker.Craft {
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
