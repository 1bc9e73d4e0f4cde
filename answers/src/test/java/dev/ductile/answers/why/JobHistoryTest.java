package dev.ductile.answers.why;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.ChangeReason;
import dev.ductile.api.Demand;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.NodeId;
import dev.ductile.api.Reason;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.SpeedSpec;
import dev.ductile.api.Work;
import dev.ductile.rest.JobChange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class JobHistoryTest {
  private static final Instant BEGIN = Instant.parse("2026-03-01T12:00:00Z");
  private static final JobId JOB = new JobId("train");

  private final List<JobHistory.Changes> archived = new ArrayList<>();
  private final JobHistory history = new JobHistory((_, changes) -> archived.add(changes));

  @Test
  void aChangeHasTheReasonOfItsEventAndTheMeasuredSpeed() {
    submit(history);
    history.happened(allocated(1, 2, Optional.of(grown("finishes earlier"))));
    history.happened(new Event.Running(at(5), JOB, 1, where(2), 0));
    history.happened(new Event.Progressed(at(6), JOB, 1, 10, 3));
    history.happened(new Event.Progressed(at(7), JOB, 1, 20, 5));

    JobChange change = history.of(JOB).list().getLast();
    assertThat(change.policy()).contains("fifo");
    assertThat(change.reason().orElseThrow().kind()).isEqualTo("grown");
    assertThat(change.reason().orElseThrow().sentence()).isEqualTo("finishes earlier");
    assertThat(change.pauseSeconds()).contains(4.0);
    assertThat(change.predictedSpeed()).contains(3.5);
    assertThat(change.measuredSpeed()).contains(4.0);
  }

  @Test
  void aCrashAndAFailureHaveTheirCause() {
    submit(history);
    history.happened(allocated(1, 2, Optional.of(grown("finishes earlier"))));
    history.happened(new Event.Crashed(at(2), JOB, 1, 0, "worker 0 exited with 7"));
    history.happened(new Event.Failed(at(3), JOB, "it has no restarts left"));

    assertThat(history.of(JOB).list())
        .extracting(change -> change.message().orElse(""))
        .containsExactly("", "", "worker 0 exited with 7", "it has no restarts left");
  }

  @Test
  void changesByUsersHaveTheNewSizeAndRequest() {
    submit(history);
    history.happened(new Event.Held(at(1), JOB, "maintenance"));
    history.happened(new Event.Scaled(at(2), JOB, new Size(1, 1)));

    assertThat(history.of(JOB).list())
        .extracting(change -> change.message().orElse(""))
        .containsExactly("", "maintenance", "its size is fixed by hand at 1 worker and 1 server");
  }

  @Test
  void olderChangesGoToTheArchiveInOrderAndTheRestWhenTheJobEnds() {
    submit(history);
    var sentences = new ArrayList<String>();
    for (int change = 1; change <= 130; change++) {
      sentences.add("change " + change);
      history.happened(allocated(change, 1 + change % 3, Optional.of(grown("change " + change))));
      assertThat(history.of(JOB).list()).hasSizeLessThanOrEqualTo(50);
      requireNoGap();
    }
    history.happened(new Event.Finished(at(200), JOB));

    assertThat(archived.stream().flatMap(part -> part.list().stream()))
        .extracting(JobChange::reason)
        .filteredOn(Optional::isPresent)
        .extracting(reason -> reason.orElseThrow().sentence())
        .containsExactlyElementsOf(sentences);
    assertThat(archived.getLast().list().getLast().kind()).isEqualTo("finished");
  }

  @Test
  void aHistoryContinuesFromItsDataAsIfItHadNotStopped() {
    submit(history);
    for (int change = 1; change <= 70; change++) {
      history.happened(allocated(change, 1 + change % 3, Optional.of(grown("grows"))));
    }
    history.happened(new Event.Progressed(at(71), JOB, 70, 10, 3));
    var continued = new JobHistory(JobHistory.Archive.NONE);
    continued.restore(history.kept(List.of(JOB)), List.of(JOB));
    Event last = new Event.Progressed(at(72), JOB, 70, 20, 5);
    history.happened(last);
    continued.happened(last);

    assertThat(continued.of(JOB)).isEqualTo(history.of(JOB));
    assertThat(continued.of(JOB).list().getLast().measuredSpeed()).contains(4.0);
  }

  @Test
  void changesByUsersNameThem() {
    submit(history);
    history.happened(new Event.Held(at(1), JOB, "not now", "ann"));
    history.happened(new Event.Resumed(at(2), JOB, "bob"));
    history.happened(new Event.Scaled(at(3), JOB, Size.workers(2), "bob"));
    history.happened(new Event.Unscaled(at(4), JOB));
    history.happened(new Event.Cancelled(at(5), JOB, "by ann", "ann"));

    assertThat(history.of(JOB).list())
        .extracting(change -> change.message().orElse("-"))
        .containsExactly(
            "-",
            "not now (by ann)",
            "by bob",
            "its size is fixed by hand at 2 workers (by bob)",
            "-",
            "by ann");
  }

  @Test
  void lateReportsOfAnEndedJobBeginNoHistory() {
    submit(history);
    history.happened(new Event.Cancelled(at(1), JOB, ""));
    history.happened(new Event.Crashed(at(2), JOB, 1, 0, "late"));

    assertThat(history.of(JOB).list())
        .extracting(JobChange::kind)
        .containsExactly("submitted", "cancelled");
  }

  private void requireNoGap() {
    long next = 0;
    for (JobHistory.Changes part : archived) {
      assertThat(part.first()).isEqualTo(next);
      next += part.list().size();
    }
    assertThat(history.of(JOB).first()).isEqualTo(next);
  }

  private static void submit(JobHistory history) {
    JobSpec spec =
        JobSpec.of(JOB, Demand.perWorker(Resources.gpus(1)), Bounds.workers(1, 4), Work.steps(9));
    history.happened(new Event.Submitted(BEGIN, spec, SpeedSpec.UNKNOWN, Duration.ZERO));
  }

  private static ChangeReason grown(String sentence) {
    return new ChangeReason("fifo", Reason.Kind.GROWN, sentence, 3.5);
  }

  private static Event allocated(int revision, int workers, Optional<ChangeReason> why) {
    return new Event.Allocated(at(revision), JOB, revision, Allocation.NONE, where(workers), why);
  }

  private static Allocation where(int workers) {
    return Allocation.on(new NodeId("node-0"), Size.workers(workers));
  }

  private static Instant at(int seconds) {
    return BEGIN.plusSeconds(seconds);
  }
}
