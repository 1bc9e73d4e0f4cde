package dev.ductile.cli.train;

import dev.ductile.api.Event;
import dev.ductile.api.Job;
import dev.ductile.api.Size;
import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.scheduler.CommandAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Requests for another size of a job. Each becomes a command to the scheduler and is answered when
 * a report about the job's last order says that the job has this size. Used by one thread.
 */
final class SizeRequests {
  private final TrainingJob job;
  private final TrainingStatus status;
  private final Function<Size, CompletableFuture<CommandAnswer>> scale;
  private final Executor thread;
  private final Consumer<String> news;
  private final List<Early> early = new ArrayList<>();
  private final List<Open> open = new ArrayList<>();
  private Optional<String> closed = Optional.empty();

  /** A request that waits for the job's first step. */
  private record Early(UnaryOperator<Size> change, Consumer<Reply> reply) {}

  /** A request whose command was sent; {@code pausedMillis} is the job's total pause before. */
  private static final class Open {
    private final Size from;
    private final Size to;
    private final double pausedMillis;
    private final Consumer<Reply> reply;
    private boolean restarts;

    Open(Size from, Size to, double pausedMillis, boolean restarts, Consumer<Reply> reply) {
      this.from = from;
      this.to = to;
      this.pausedMillis = pausedMillis;
      this.restarts = restarts;
      this.reply = reply;
    }
  }

  /**
   * No requests yet.
   *
   * @param scale sends a command with this size
   * @param thread the thread that reads answers of the scheduler
   * @param news takes lines for people
   */
  SizeRequests(
      TrainingJob job,
      TrainingStatus status,
      Function<Size, CompletableFuture<CommandAnswer>> scale,
      Executor thread,
      Consumer<String> news) {
    this.job = job;
    this.status = status;
    this.scale = scale;
    this.thread = thread;
    this.news = news;
  }

  /** Takes a request; a job that has not begun to train cannot change its size yet. */
  void add(UnaryOperator<Size> change, Consumer<Reply> reply) {
    if (closed.isPresent()) {
      reply.accept(new Reply.Refused(closed.get()));
    } else if (status.firstStep().isEmpty()) {
      early.add(new Early(change, reply));
    } else {
      send(change.apply(wanted()), reply);
    }
  }

  /** Sends the requests that have waited for the job's first step. */
  void begin() {
    List<Early> waiting = List.copyOf(early);
    early.clear();
    waiting.forEach(request -> add(request.change(), request.reply()));
  }

  /** Refuses all requests from now on. */
  void close(String why) {
    closed = Optional.of(why);
    refuseOpen(why);
    begin();
  }

  /** Answers requests after an event that the status knows already. */
  void happened(Event event) {
    switch (event) {
      case Event.Crashed _ -> open.forEach(request -> request.restarts = true);
      case Event.Running running -> restarted(running);
      case Event.Rescaled rescaled -> rescaled(rescaled);
      case Event.OfNode _,
          Event.Setting _,
          Event.Decided _,
          Event.Accepted _,
          Event.Ended _,
          Event.Progressed _,
          Event.Released _,
          Event.Unknown _ -> {}
    }
  }

  private Size wanted() {
    return open.isEmpty() ? status.wanted() : open.getLast().to;
  }

  private void send(Size to, Consumer<Reply> reply) {
    Optional<String> refusal = SizeCheck.refusal(job, to);
    if (refusal.isPresent()) {
      reply.accept(new Reply.Refused(refusal.get()));
    } else if (open.isEmpty() && status.has(to)) {
      reply.accept(resized(to, to, 0));
    } else {
      refuseOpen("overtaken by a later request for %s".formatted(to));
      var request = new Open(status.size(), to, status.pausedMillis(), !status.isUp(), reply);
      open.add(request);
      news.accept("%s requested".formatted(JobText.words(to.workers(), to.servers())));
      var _ = scale.apply(to).thenAcceptAsync(answer -> answered(request, answer), thread);
    }
  }

  private void answered(Open request, CommandAnswer answer) {
    if (answer instanceof CommandAnswer.Refused(String why, boolean _) && open.remove(request)) {
      request.reply.accept(new Reply.Refused(why));
    }
  }

  /** A start reports no change of size, so a restarted job is asked for its size. */
  private void restarted(Event.Running event) {
    for (Open request : List.copyOf(open)) {
      if (request.restarts && isAboutLastOrder(event) && status.has(request.to)) {
        answer(request, status.pausedMillis() - request.pausedMillis);
      }
    }
  }

  private void rescaled(Event.Rescaled event) {
    for (Open request : List.copyOf(open)) {
      if (isAboutLastOrder(event) && event.to().equals(request.to)) {
        answer(request, event.pause().toNanos() / 1e6);
      }
    }
  }

  private boolean isAboutLastOrder(Event.Report report) {
    return report.revision() >= status.scheduled().map(Job::revision).orElse(0L);
  }

  private void answer(Open request, double pauseMillis) {
    open.remove(request);
    request.reply.accept(resized(request.from, request.to, pauseMillis));
  }

  private Reply resized(Size from, Size to, double pauseMillis) {
    return new Reply.Resized(job.name(), from.toString(), to.toString(), pauseMillis);
  }

  private void refuseOpen(String why) {
    open.forEach(request -> request.reply.accept(new Reply.Refused(why)));
    open.clear();
  }
}
