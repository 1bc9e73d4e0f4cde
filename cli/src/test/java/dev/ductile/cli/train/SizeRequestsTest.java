package dev.ductile.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Event;
import dev.ductile.api.Size;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.job.file.JobFile;
import dev.ductile.scheduler.CommandAnswer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** When the sender of a request for another size gets its answer. */
final class SizeRequestsTest {
  private static final Size ONE = new Size(1, 1);
  private static final Size TWO = new Size(2, 1);
  private static final Size THREE = new Size(3, 1);

  private final TrainingJobEvents job = new TrainingJobEvents("ads");
  private final TrainingStatus status = job.status(TWO);
  private final List<Size> sent = new ArrayList<>();
  private final List<Reply> replies = new ArrayList<>();
  private CompletableFuture<CommandAnswer> answer =
      CompletableFuture.completedFuture(new CommandAnswer.Accepted(Instant.EPOCH));
  private final SizeRequests requests =
      new SizeRequests(trainingJob(), status, this::scale, Runnable::run, _ -> {});

  @Test
  void aChangeIsAnsweredWithItsPause() {
    train(2);
    request(THREE);
    publish(job.scaled(THREE));
    publish(job.allocated(2, TWO, THREE));
    publish(job.running(2, THREE));
    assertThat(replies).isEmpty();

    publish(job.rescaled(2, TWO, THREE, Duration.ofMillis(8)));
    assertThat(sent).containsExactly(THREE);
    assertThat(replies).containsExactly(new Reply.Resized("ads", "2+1", "3+1", 8));
  }

  @Test
  void aReportAboutAnEarlierOrderAnswersNothing() {
    train(2);
    request(THREE);
    publish(job.scaled(THREE));
    publish(job.allocated(2, TWO, THREE));
    request(ONE);
    publish(job.scaled(ONE));
    publish(job.allocated(3, THREE, ONE));
    request(THREE);
    publish(job.scaled(THREE));
    publish(job.allocated(4, ONE, THREE));
    replies.clear();

    publish(job.rescaled(2, TWO, THREE, Duration.ofMillis(8)));
    assertThat(replies).isEmpty();
    publish(job.rescaled(4, TWO, THREE, Duration.ofMillis(9)));
    assertThat(replies).containsExactly(new Reply.Resized("ads", "2+1", "3+1", 9));
  }

  @Test
  void aJobThatCrashesDuringTheChangeHasTheSizeAfterItsRestart() {
    train(2);
    request(THREE);
    publish(job.scaled(THREE));
    publish(job.allocated(2, TWO, THREE));
    publish(job.crashed(2, 5));
    publish(job.allocated(3, Size.NONE, THREE));
    line(3, 7.5);
    assertThat(replies).isEmpty();

    publish(job.running(3, THREE));
    assertThat(replies).containsExactly(new Reply.Resized("ads", "2+1", "3+1", 7.5));
  }

  @Test
  void aRequestForThePresentSizeIsAnsweredAtOnce() {
    train(2);
    request(TWO);

    assertThat(sent).isEmpty();
    assertThat(replies).containsExactly(new Reply.Resized("ads", "2+1", "2+1", 0));
  }

  @Test
  void aRequestWaitsForTheFirstStep() {
    request(THREE);
    assertThat(sent).isEmpty();

    train(2);
    requests.begin();
    assertThat(sent).containsExactly(THREE);
  }

  @Test
  void aStepIsRelativeToTheSizeThatWasRequestedLast() {
    train(2);
    requests.add(size -> new Size(size.workers() + 1, 1), replies::add);
    requests.add(size -> new Size(size.workers() + 1, 1), replies::add);

    assertThat(sent).containsExactly(THREE, new Size(4, 1));
    assertThat(replies).containsExactly(new Reply.Refused("overtaken by a later request for 4+1"));
  }

  @Test
  void aSizeThatIsImpossibleIsRefusedWithoutACommand() {
    train(2);
    request(new Size(2, 0));

    assertThat(sent).isEmpty();
    assertThat(replies).containsExactly(new Reply.Refused("job ads needs at least one server"));
  }

  @Test
  void aCommandThatIsRefusedIsAnsweredWithTheReason() {
    answer = CompletableFuture.completedFuture(new CommandAnswer.Refused("no"));
    train(2);
    request(THREE);

    assertThat(replies).containsExactly(new Reply.Refused("no"));
  }

  @Test
  void allRequestsAreRefusedAtTheEnd() {
    request(TWO);
    train(2);
    request(THREE);
    requests.close("job ads has ended");
    request(ONE);

    assertThat(replies).hasSize(3).containsOnly(new Reply.Refused("job ads has ended"));
  }

  private static TrainingJob trainingJob() {
    String text = "{job: ads, model: logistic, data: {generate: a9a}, workers: 2, servers: 1}";
    return JobFile.parse("test", text, Path.of(""), List.of());
  }

  private CompletableFuture<CommandAnswer> scale(Size size) {
    sent.add(size);
    return answer;
  }

  private void request(Size size) {
    requests.add(_ -> size, replies::add);
  }

  private void publish(Event event) {
    status.happened(event);
    requests.happened(event);
  }

  private void train(int workers) {
    line(workers, 0);
  }

  private void line(int workers, double paused) {
    String line =
        "{\"step\":5,\"workers\":%d,\"servers\":1,\"phase\":\"running\",\"paused\":%s}"
            .formatted(workers, paused);
    status.take(StatusLine.of(line).orElseThrow(), 0);
  }
}
