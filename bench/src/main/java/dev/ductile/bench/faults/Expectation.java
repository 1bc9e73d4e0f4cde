package dev.ductile.bench.faults;

import dev.ductile.bench.training.Crew;
import dev.ductile.runtime.job.file.JobFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a job learns that nothing befalls. Where workers go each at its own pace, another number of
 * them may learn otherwise, and while one is away or one more is there the job has another number.
 * A death also leaves splits behind, which are then read last and count most; so it is with five
 * workers, among whom twelve splits do not come out even. So such a job is trained several times
 * with two to five.
 *
 * @param once what it learnt the first time
 * @param losses of each time
 */
record Expectation(TrainedJob lesson, TrainedJob.Learnt once, List<Double> losses) {
  /** Workers more than it has by itself, each time that it is trained. */
  private static final List<Integer> PACED = List.of(0, 0, -1, 1, 2, 2);

  private static final List<Integer> ONCE = List.of(0);

  /** Trains it. */
  static Expectation of(Subject subject, Path folder) throws IOException, InterruptedException {
    Path examples = Files.createDirectories(folder.resolve(subject.name() + "-examples"));
    Path file = Files.writeString(examples.resolve("job.yaml"), subject.file());
    var lesson = new TrainedJob(JobFile.read(file), examples);
    var learnt = new ArrayList<TrainedJob.Learnt>();
    for (int more : subject.paced() ? PACED : ONCE) {
      Path own = folder.resolve("%s-%d".formatted(subject.name(), learnt.size()));
      int workers = subject.workers() + more;
      try (var crew = new Crew(own, subject.file(), workers, subject.servers())) {
        var ward = new JobUnderTest(crew);
        ward.startAll();
        ward.finish();
        learnt.add(lesson.learnt(own.resolve("checkpoints")));
      }
    }
    List<Double> losses = learnt.stream().map(TrainedJob.Learnt::loss).toList();
    return new Expectation(lesson, learnt.getFirst(), losses);
  }

  Band band() {
    return Band.of(losses);
  }
}
