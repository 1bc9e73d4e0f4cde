package dev.ductile.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Command;
import dev.ductile.api.NodeId;
import dev.ductile.scheduler.CommandAnswer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class PromptAnswersTest {
  private static final Command COMMAND = new Command.Undrain(new NodeId("a"));
  private static final CommandAnswer ACCEPTED = new CommandAnswer.Accepted(Instant.EPOCH);

  private final List<Command> sent = new ArrayList<>();
  private final AtomicReference<Optional<String>> outage = new AtomicReference<>(Optional.empty());
  private final PromptAnswers answers =
      new PromptAnswers(command -> {
        sent.add(command);
        return CompletableFuture.completedFuture(ACCEPTED);
      });

  @Test
  void inAnOutageCommandsAreRefusedAtOnceAndDoNotReachTheScheduler() {
    answers.refuseDuring(outage::get);
    outage.set(Optional.of("the database is away"));

    assertThat(answers.send(COMMAND))
        .isCompletedWithValue(
            new CommandAnswer.Refused(
                "the database is away; nothing was changed, so send it again when /health/ready is 200",
                true));
    assertThat(sent).isEmpty();

    outage.set(Optional.empty());
    assertThat(answers.send(COMMAND)).isCompletedWithValue(ACCEPTED);
    assertThat(sent).containsExactly(COMMAND);
  }
}
