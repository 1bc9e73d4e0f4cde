package dev.ductile.answers.forecast;

import dev.ductile.api.Command;
import dev.ductile.api.Event;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.scheduler.Inbox;
import dev.ductile.scheduler.Observer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Resumes the held jobs of a simulated cluster when the jobs that they wait for have ended. */
final class DependencyRelease implements Observer {
  private final Inbox inbox;
  private final Map<JobId, Set<JobId>> awaited = new HashMap<>();

  DependencyRelease(LiveState state, Inbox inbox) {
    this.inbox = inbox;
    var present = new HashSet<JobId>();
    state.cluster().jobs().forEach(job -> present.add(job.id()));
    for (Job job : state.cluster().jobs()) {
      if (job.manualOverride().held() && !job.spec().after().isEmpty()) {
        var after = new HashSet<JobId>();
        job.spec().after().forEach(other -> after.add(other.job()));
        after.retainAll(present);
        awaited.put(job.id(), after);
      }
    }
  }

  @Override
  public void happened(Event event) {
    if (event instanceof Event.Ended ended) {
      awaited
          .entrySet()
          .removeIf(waiting -> {
            boolean isFree = waiting.getValue().remove(ended.job()) && waiting.getValue().isEmpty();
            if (isFree) {
              var _ = inbox.send(new Command.Resume(waiting.getKey()));
            }
            return isFree;
          });
    }
  }
}
