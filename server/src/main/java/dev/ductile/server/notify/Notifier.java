package dev.ductile.server.notify;

import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.engines.supervision.Secrets;
import dev.ductile.scenario.job.Hook;
import dev.ductile.scenario.job.JobMoment;
import dev.ductile.scheduler.SchedulerObserver;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Posts the changes of jobs to the web servers that their users named. The scheduler never waits
 * for them: changes wait in a queue with a limit, and one thread posts them in order.
 */
public final class Notifier implements SchedulerObserver, AutoCloseable {
  private final BlockingQueue<Notice> waiting;
  private final Webhooks webhooks;
  private final DeliverySettings settings;
  private final Consumer<String> notes;
  private final Map<JobId, Watched> jobs = new HashMap<>();
  private final Set<JobId> started = new HashSet<>();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;

  private record Watched(String owner, List<Hook> hooks) {}

  /**
   * A notifier without jobs.
   *
   * @param secrets the keys of signatures
   * @param notes takes a line for operators when a change cannot be delivered
   */
  public Notifier(DeliverySettings settings, Secrets secrets, Consumer<String> notes) {
    this.settings = settings;
    this.waiting = new ArrayBlockingQueue<>(settings.mostWaiting());
    this.webhooks = new Webhooks(settings, secrets);
    this.notes = notes;
    this.thread = Thread.ofVirtual().name("webhooks").start(this::deliverAll);
  }

  /** From now on the changes of a job are posted; call it before the job is submitted. */
  public synchronized void watch(JobId job, String owner, List<Hook> hooks) {
    if (!hooks.isEmpty()) {
      jobs.put(job, new Watched(owner, List.copyOf(hooks)));
    }
  }

  /** A watched job has started already, and its next start is not posted. */
  public synchronized void started(JobId job) {
    if (jobs.containsKey(job)) {
      started.add(job);
    }
  }

  /** Takes an event that happened before this notifier began, and posts nothing. */
  public synchronized void past(Event event) {
    switch (event) {
      case Event.Ended ended -> forget(ended.job());
      case Event.Allocated allocated -> started(allocated.job());
      case Event.OfNode _, Event.Setting _, Event.Accepted _, Event.Decided _, Event.Report _ -> {}
    }
  }

  @Override
  public synchronized void happened(Event event) {
    if (!jobs.isEmpty() && event instanceof Event.OfJob ofJob && jobs.containsKey(ofJob.job())) {
      switch (ofJob) {
        case Event.Allocated allocated -> allocated(allocated);
        case Event.Rescaled rescaled ->
            tell(
                rescaled,
                JobMoment.RESCALED,
                "from %s to %s".formatted(rescaled.from(), rescaled.to()));
        case Event.Crashed crashed -> tell(crashed, JobMoment.RESTARTED, crashed.why());
        case Event.Finished finished -> end(finished, JobMoment.SUCCEEDED, "");
        case Event.Failed failed -> end(failed, JobMoment.FAILED, failed.why());
        case Event.Cancelled cancelled -> end(cancelled, JobMoment.CANCELLED, cancelled.why());
        case Event.Refused refused -> forget(refused.job());
        case Event.Accepted _,
            Event.Noted _,
            Event.PhaseChanged _,
            Event.SpeedLearned _,
            Event.Running _,
            Event.Progressed _,
            Event.Released _,
            Event.Unknown _ -> {}
      }
    }
  }

  private void allocated(Event.Allocated event) {
    if (event.to().isNone()) {
      tell(event, JobMoment.PREEMPTED, "");
    } else if (started.add(event.job())) {
      tell(event, JobMoment.STARTED, "with %s".formatted(event.to().size()));
    }
  }

  private void end(Event.OfJob event, JobMoment moment, String message) {
    tell(event, moment, message);
    forget(event.job());
  }

  private void forget(JobId job) {
    jobs.remove(job);
    started.remove(job);
  }

  private void tell(Event.OfJob event, JobMoment moment, String message) {
    Optional<Watched> job = Optional.ofNullable(jobs.get(event.job()));
    if (job.isEmpty()) {
      return;
    }
    for (Hook hook : job.get().hooks()) {
      if (hook.on().contains(moment)) {
        var notice =
            new Notice(hook, event.job().name(), job.get().owner(), moment, event.at(), message);
        if (!waiting.offer(notice)) {
          notes.accept(undelivered(notice, "%d others wait".formatted(settings.mostWaiting())));
        }
      }
    }
  }

  private void deliverAll() {
    try {
      while (!Thread.interrupted()) {
        deliver(waiting.take());
      }
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  private void deliver(Notice notice) throws InterruptedException {
    for (Duration pause : settings.pauses()) {
      switch (webhooks.post(notice)) {
        case Webhooks.Attempt.Delivered _ -> {
          return;
        }
        case Webhooks.Attempt.Refused(String why) -> {
          notes.accept(undelivered(notice, why));
          return;
        }
        case Webhooks.Attempt.Failed _ -> {
          if (closing.await(pause.toNanos(), TimeUnit.NANOSECONDS)) {
            return;
          }
        }
      }
    }
    switch (webhooks.post(notice)) {
      case Webhooks.Attempt.Delivered _ -> {}
      case Webhooks.Attempt.Refused(String why) -> notes.accept(undelivered(notice, why));
      case Webhooks.Attempt.Failed(String why) -> notes.accept(undelivered(notice, why));
    }
  }

  /** The address may have a token in its path, so only its host is named. */
  private static String undelivered(Notice notice, String why) {
    return "the webhook of job %s at %s was not told that it has %s: %s"
        .formatted(
            notice.job(),
            notice.hook().webhook().getHost(),
            notice.moment().name().toLowerCase(Locale.ROOT),
            why);
  }

  /** Changes that still wait are dropped. */
  @Override
  public void close() {
    closing.countDown();
    thread.interrupt();
    webhooks.close();
  }
}
