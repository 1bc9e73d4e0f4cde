package dev.ductile.policies.classic;

import dev.ductile.api.Job;
import dev.ductile.api.Phrase;
import dev.ductile.api.Progress;
import dev.ductile.policies.queueing.QueueOrder;
import java.time.Instant;

/** The orders of textbook policies. */
enum ClassicOrder implements QueueOrder {
  ARRIVAL("arrival") {
    @Override
    public double key(Job job, Instant now) {
      return 0;
    }

    @Override
    public Phrase value(Job job, Instant now) {
      return Phrase.of(
          "submitted {submittedAgo} ago", QueueOrder.span(Progress.seconds(job.submitted(), now)));
    }
  },

  TOTAL_TIME("total time") {
    @Override
    public double key(Job job, Instant now) {
      return job.totalSeconds();
    }

    @Override
    public Phrase value(Job job, Instant now) {
      return Phrase.of("{totalTime} in total", QueueOrder.span(key(job, now)));
    }
  },

  REMAINING_TIME("remaining time") {
    @Override
    public double key(Job job, Instant now) {
      return job.remainingSeconds(now);
    }

    @Override
    public Phrase value(Job job, Instant now) {
      return Phrase.of("{remaining} left", QueueOrder.span(key(job, now)));
    }
  },

  REMAINING_SERVICE("remaining device time") {
    @Override
    public double key(Job job, Instant now) {
      return job.remainingSeconds(now) * job.spec().demand().devices(job.spec().asked());
    }

    @Override
    public Phrase value(Job job, Instant now) {
      return Phrase.of("{remainingService} of device time left", QueueOrder.span(key(job, now)));
    }
  };

  private final String criterion;

  ClassicOrder(String criterion) {
    this.criterion = criterion;
  }

  @Override
  public String criterion() {
    return criterion;
  }
}
