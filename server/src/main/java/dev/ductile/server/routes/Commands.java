package dev.ductile.server.routes;

import dev.ductile.api.Command;
import dev.ductile.rest.Accepted;
import dev.ductile.scheduler.CommandAnswer;
import dev.ductile.server.cluster.ClusterService;
import dev.ductile.server.http.Refusal;
import dev.ductile.server.http.Reply;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Sends commands to the scheduler and waits until they are in the journal, or refused. */
record Commands(ClusterService service) {
  /** Longer than the time after which commands are answered in any case. */
  private static final Duration LONGEST = Duration.ofSeconds(25);

  private static final Duration RETRY = Duration.ofSeconds(5);

  /** The reply to an accepted command. */
  Reply send(Command command) {
    return switch (await(service.send(command))) {
      case CommandAnswer.Accepted accepted -> Reply.json(new Accepted(accepted.at()));
      case CommandAnswer.Refused refused -> throw refusal(refused.why(), refused.mayPass());
    };
  }

  /** The result of work of the scheduler. */
  static <T> T await(CompletableFuture<T> answer) {
    try {
      return answer.get(LONGEST.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
      throw Refusal.unavailable(
          "the server has not answered within %d s, so it is not known whether the command is accepted"
              .formatted(LONGEST.toSeconds()),
          RETRY);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Refusal.unavailable("the server is stopping", RETRY);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a command has failed", e.getCause());
    }
  }

  /** A refusal of the scheduler; one of a scheduler that has ended is no fault of the client. */
  static Refusal refusal(String why) {
    return refusal(why, false);
  }

  static Refusal refusal(String why, boolean mayPass) {
    boolean isFault =
        why.startsWith("the scheduler has failed") || why.equals("the cluster is closed");
    boolean isFull = why.contains("commands wait already");
    return mayPass || isFault || isFull ? Refusal.unavailable(why, RETRY) : Refusal.conflict(why);
  }
}
