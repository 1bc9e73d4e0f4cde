package dev.ductile.server.cluster;

import dev.ductile.api.Command;
import dev.ductile.scheduler.CommandAnswer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Answers to commands within a bounded time, also while the scheduler waits for its database. A
 * submission that was not answered in time never runs.
 */
final class PromptAnswers {
  private static final Duration LONGEST = Duration.ofSeconds(20);
  private static final CommandAnswer LATE = new CommandAnswer.Refused("", true);

  private final Function<Command, CompletableFuture<CommandAnswer>> scheduler;
  private volatile Supplier<Optional<String>> outage = Optional::empty;

  PromptAnswers(Function<Command, CompletableFuture<CommandAnswer>> scheduler) {
    this.scheduler = scheduler;
  }

  /** Refuses commands at once from now on, while this names an outage of the database. */
  void refuseDuring(Supplier<Optional<String>> longOutage) {
    outage = longOutage;
  }

  CompletableFuture<CommandAnswer> send(Command command) {
    Optional<String> now = outage.get();
    if (now.isPresent()) {
      return CompletableFuture.completedFuture(
          refused(now.get() + "; nothing was changed, so send it again when /health/ready is 200"));
    }
    return scheduler
        .apply(command)
        .completeOnTimeout(LATE, LONGEST.toMillis(), TimeUnit.MILLISECONDS)
        .thenApply(answer -> answer.equals(LATE) ? late(command) : answer);
  }

  private CommandAnswer late(Command command) {
    String why =
        outage
            .get()
            .orElseGet(
                () -> "the scheduler has not answered within %d s".formatted(LONGEST.toSeconds()));
    return refused(
        command instanceof Command.Submit
            ? why + "; the job is not submitted, so send it again when /health/ready is 200"
            : why + "; the change may still be made later, so look before you send it again");
  }

  private static CommandAnswer refused(String why) {
    return new CommandAnswer.Refused(why, true);
  }
}
