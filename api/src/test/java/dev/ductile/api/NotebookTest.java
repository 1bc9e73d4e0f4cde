package dev.ductile.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import org.junit.jupiter.api.Test;

/** Policies keep their memory as notes on jobs, and read only their own. */
final class NotebookTest {
  private static final Turn BLANK = new Turn(0);

  private final Notebook<Turn> mine = new Notebook<>("mine", Turn.class);
  private final Job job =
      Job.submitted(
          JobSpec.of(
              new JobId("a"),
              Demand.perWorker(Resources.gpus(1)),
              Bounds.workers(1, 1),
              Work.steps(1)),
          0,
          Instant.EPOCH,
          Speed.UNKNOWN,
          Duration.ZERO);

  private record Turn(int number) implements Note {}

  private record Other(int number) implements Note {}

  @Test
  void aPolicyReadsItsLatestNote() {
    assertThat(mine.read(job, BLANK)).isSameAs(BLANK);

    Job noted = job.withNote("mine", new Turn(1)).withNote("mine", new Turn(2));

    assertThat(mine.read(noted, BLANK)).isEqualTo(new Turn(2));
    assertThat(noted.notes().byPolicy()).hasSize(1);
  }

  @Test
  void aPolicyReadsNoNoteOfAnotherPolicyOrAnotherType() {
    Job noted = job.withNote("yours", new Turn(1)).withNote("mine", new Other(1));

    assertThat(mine.read(noted, BLANK)).isSameAs(BLANK);
    assertThat(new Notebook<>("yours", Turn.class).read(noted, BLANK)).isEqualTo(new Turn(1));
  }

  /** So an unchanged job is the same object in the next picture. */
  @Test
  void anEqualNoteLeavesTheJobAsItIs() {
    Job noted = job.withNote("mine", new Turn(1));

    assertThat(noted.withNote("mine", new Turn(1))).isSameAs(noted);
    assertThat(noted.notes().with("mine", new Turn(1))).isSameAs(noted.notes());
  }

  @Test
  void notesAreWrittenForAPlanUnderTheNameOfThePolicy() {
    var places = new LinkedHashMap<JobId, Turn>();
    places.put(new JobId("b"), new Turn(2));
    places.put(new JobId("a"), new Turn(1));

    assertThat(mine.write(places))
        .containsExactly(
            new JobNote(new JobId("b"), "mine", new Turn(2)),
            new JobNote(new JobId("a"), "mine", new Turn(1)));
    assertThat(mine.write(new JobId("c"), BLANK))
        .isEqualTo(new JobNote(new JobId("c"), "mine", BLANK));
  }
}
