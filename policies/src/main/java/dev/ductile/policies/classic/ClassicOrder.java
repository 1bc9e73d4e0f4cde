package dev.ductile.policies.classic;

import dev.ductile.api.Job;
import dev.ductile.api.Progress;
import dev.ductile.policies.queueing.QueueOrder;
import java.time.Instant;

/** The orders of the textbooks. */
enum ClassicOrder implements QueueOrder {
  ARRIVAL("arrival") {
    @Override
    public double key(Job job, Instant now) {
      return 0;
    }

    @Override
    public String value(Job job, Instant now) {
      return "came " + QueueOrder.span(Progress.seconds(job.submitted(), now)) + " ago";
    }
  },

  TOTAL_TIME("total time") {
    @Override
    public double key(Job job, Instant now) {
      return job.totalSeconds();
    }

    @Override
    public String value(Job job, Instant now) {
      return QueueOrder.span(key(job, now)) + " in all";
    }
  },

  REMAINING_TIME("remaining time") {
    @Override
    public double key(Job job, Instant now) {
      return job.remainingSeconds(now);
    }

    @Override
    public String value(Job job, Instant now) {
      return QueueOrder.span(key(job, now)) + " left";
    }
  },

  REMAINING_SERVICE("remaining device time") {
    @Override
    public double key(Job job, Instant now) {
      return job.remainingSeconds(now) * job.spec().demand().devices(job.spec().asked());
    }

    @Override
    public String value(Job job, Instant now) {
      return QueueOrder.span(key(job, now)) + " of one device left";
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
