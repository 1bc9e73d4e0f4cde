package dev.ductile.server.cluster;

import dev.ductile.api.Event;

/** Events in words, as the cause of a decision. */
final class TriggerText {
  private TriggerText() {}

  /** The text of an event; empty for an event that is no cause. */
  static String of(Event event) {
    return switch (event) {
      case Event.NodeUp up -> "node %s is up".formatted(up.node().id());
      case Event.NodeDown down -> "node %s is down: %s".formatted(down.node(), down.why());
      case Event.NodeDrained drained -> "node %s is drained".formatted(drained.node());
      case Event.NodeUndrained undrained -> "node %s takes jobs again".formatted(undrained.node());
      case Event.QueueSet set -> "queue %s was changed".formatted(set.queue().name());
      case Event.QueueRemoved gone -> "queue %s was removed".formatted(gone.queue());
      case Event.PolicySet set -> "the policy is now " + set.policy();
      case Event.Submitted submitted -> "job %s was submitted".formatted(submitted.job());
      case Event.Held held -> "job %s is held".formatted(held.job());
      case Event.Resumed resumed -> "job %s is resumed".formatted(resumed.job());
      case Event.Amended amended -> "job %s was amended".formatted(amended.job());
      case Event.Scaled scaled -> "job %s was scaled by hand".formatted(scaled.job());
      case Event.Unscaled unscaled -> "the size of job %s is free again".formatted(unscaled.job());
      case Event.Crashed crashed -> "job %s crashed".formatted(crashed.job());
      case Event.SpeedLearned learned -> "the speed of job %s was learned".formatted(learned.job());
      case Event.PhaseChanged changed -> "job %s is in another phase".formatted(changed.job());
      case Event.Finished finished -> "job %s finished".formatted(finished.job());
      case Event.Failed failed -> "job %s failed".formatted(failed.job());
      case Event.Cancelled cancelled -> "job %s was cancelled".formatted(cancelled.job());
      case Event.Refused _,
          Event.Allocated _,
          Event.Noted _,
          Event.Running _,
          Event.Progressed _,
          Event.Rescaled _,
          Event.Released _,
          Event.Unknown _ ->
          "";
    };
  }
}
