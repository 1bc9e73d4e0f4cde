package dev.ductile.bench.service;

import dev.ductile.api.Clock;
import dev.ductile.api.Engine;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.Order;
import dev.ductile.engines.supervision.SteadyTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An engine without processes: a job runs as soon as it is ordered to, at one step a second, and
 * never ends. Each job reports its progress once in a turn of all of them.
 */
final class InstantEngine implements Engine, Clock {
  /** Jobs that report their progress in one second. */
  private static final int REPORTS = 100;

  private static final Duration BETWEEN = Duration.ofSeconds(1);

  private final SteadyTime time = new SteadyTime();
  private final Map<JobId, RunningJob> running = new LinkedHashMap<>();
  private final List<Event> events = new ArrayList<>();
  private Instant nextReports = time.instant();
  private boolean awake;

  private record RunningJob(JobId id, long revision, Instant since) {
    Event progress(Instant now) {
      return new Event.Progressed(now, id, revision, steps(now), 1);
    }

    double steps(Instant now) {
      return Duration.between(since, now).toMillis() / 1e3;
    }
  }

  @Override
  public synchronized void apply(Order order) {
    Instant now = instant();
    RunningJob before = running.remove(order.job());
    Instant since = before == null ? now : before.since();
    var job = new RunningJob(order.job(), order.revision(), since);
    if (!order.target().isNone()) {
      running.put(order.job(), job);
      events.add(new Event.Running(now, order.job(), order.revision(), order.target(), 1));
    } else if (!order.isLast()) {
      events.add(new Event.Released(now, order.job(), order.revision(), job.steps(now)));
    }
    wake();
  }

  @Override
  public void adopt(Collection<Order> lastOrders) {
    lastOrders.forEach(this::apply);
  }

  @Override
  public synchronized List<Event> poll() {
    Instant now = instant();
    if (!now.isBefore(nextReports)) {
      nextReports = now.plus(BETWEEN);
      report(now);
    }
    List<Event> polled = List.copyOf(events);
    events.clear();
    return polled;
  }

  /** The jobs that reported the longest time ago. */
  private void report(Instant now) {
    var reporting = new ArrayList<RunningJob>();
    Iterator<RunningJob> oldest = running.values().iterator();
    while (oldest.hasNext() && reporting.size() < REPORTS) {
      reporting.add(oldest.next());
      oldest.remove();
    }
    for (RunningJob job : reporting) {
      events.add(job.progress(now));
      running.put(job.id(), job);
    }
  }

  @Override
  public Instant instant() {
    return time.instant();
  }

  @Override
  public synchronized void sleepUntil(Instant deadline) {
    Instant until = deadline.isBefore(nextReports) ? deadline : nextReports;
    try {
      while (!awake && instant().isBefore(until)) {
        wait(Math.max(1, Duration.between(instant(), until).toMillis()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    awake = false;
  }

  @Override
  public synchronized void wake() {
    awake = true;
    notifyAll();
  }

  @Override
  public void close() {}
}
