package dev.ductile.policies.classic;

import dev.ductile.api.Job;
import dev.ductile.api.Phrase;
import dev.ductile.policies.queueing.QueueOrder;
import java.time.Instant;

/** The order of attained service, counted in whole quanta of device-seconds. */
record LeastService(double quantum) implements QueueOrder {
  /** Service within this distance of a quantum has reached it. */
  private static final double ROUNDING = 1e-6;

  @Override
  public String criterion() {
    return "attained service";
  }

  @Override
  public double key(Job job, Instant now) {
    return Math.floor((job.serviceAt(now) + ROUNDING) / quantum);
  }

  @Override
  public Phrase value(Job job, Instant now) {
    return Phrase.of("{service} of device time so far", QueueOrder.span(job.serviceAt(now)));
  }

  @Override
  public boolean falls() {
    return true;
  }

  @Override
  public double secondsToFall(Job job, double devices, Instant now) {
    return ((key(job, now) + 1) * quantum - job.serviceAt(now)) / devices;
  }
}
