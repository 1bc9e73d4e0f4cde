package dev.ductile.bench.faults;

import dev.ductile.bench.training.Crew;
import dev.ductile.runtime.job.file.JobFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a job learns that nothing befalls.
 *
 * @param once what it learnt the first time
 * @param losses of each time
 */
record Expectation(Lesson lesson, Lesson.Learnt once, List<Double> losses) {
  /** Often enough to know how far runs differ by themselves. */
  private static final int REPETITIONS = 6;

  /** Trains it; where it goes its own way each time, several times. */
  static Expectation of(Subject subject, Path folder) throws IOException, InterruptedException {
    Path examples = Files.createDirectories(folder.resolve(subject.name() + "-examples"));
    Path file = Files.writeString(examples.resolve("job.yaml"), subject.file());
    var lesson = new Lesson(JobFile.read(file), examples);
    var learnt = new ArrayList<Lesson.Learnt>();
    for (int time = 0; time < (subject.paced() ? REPETITIONS : 1); time++) {
      Path own = folder.resolve("%s-%d".formatted(subject.name(), time));
      try (var crew = new Crew(own, subject.file(), subject.workers(), subject.servers())) {
        var ward = new Ward(crew);
        ward.startAll();
        ward.finish();
        learnt.add(lesson.learnt(own.resolve("checkpoints")));
      }
    }
    List<Double> losses = learnt.stream().map(Lesson.Learnt::loss).toList();
    return new Expectation(lesson, learnt.getFirst(), losses);
  }

  Band band() {
    return Band.of(losses);
  }
}
