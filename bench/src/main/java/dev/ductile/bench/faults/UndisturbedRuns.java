package dev.ductile.bench.faults;

import dev.ductile.bench.training.LaunchedJob;
import dev.ductile.runtime.job.file.JobFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Undisturbed runs of a job. If each worker has its own pace, the result depends on the number of
 * workers, which changes while a worker is missing or added. A crash also leaves splits that are
 * read last and count most, as do twelve splits among five workers. So such a job is trained
 * several times, with two to five workers.
 *
 * @param once the result of the first run
 * @param losses the final loss of each run
 */
record UndisturbedRuns(TrainedJob trained, TrainedJob.Result once, List<Double> losses) {
  /** The additional workers of each run. */
  private static final List<Integer> PACED = List.of(0, 0, -1, 1, 2, 2);

  private static final List<Integer> ONCE = List.of(0);

  /** Trains the job. */
  static UndisturbedRuns of(FaultJob spec, Path folder) throws IOException, InterruptedException {
    Path examples = Files.createDirectories(folder.resolve(spec.name() + "-examples"));
    Path file = Files.writeString(examples.resolve("job.yaml"), spec.file());
    var trained = new TrainedJob(JobFile.read(file), examples);
    var result = new ArrayList<TrainedJob.Result>();
    for (int more : spec.paced() ? PACED : ONCE) {
      Path own = folder.resolve("%s-%d".formatted(spec.name(), result.size()));
      int workers = spec.workers() + more;
      try (var launched = new LaunchedJob(own, spec.file(), workers, spec.servers())) {
        var job = new JobUnderTest(launched);
        job.startAll();
        job.finish();
        result.add(trained.result(own.resolve("checkpoints")));
      }
    }
    List<Double> losses = result.stream().map(TrainedJob.Result::loss).toList();
    return new UndisturbedRuns(trained, result.getFirst(), losses);
  }

  LossRange range() {
    return LossRange.of(losses);
  }
}
