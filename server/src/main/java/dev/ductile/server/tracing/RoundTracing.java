package dev.ductile.server.tracing;

import dev.ductile.api.Policy;
import dev.ductile.scheduler.SchedulerParts;

/** Decorates the parts of a scheduler, so that the steps of its rounds are timed. */
public interface RoundTracing {
  /** Leaves all parts as they are. */
  RoundTracing NONE =
      new RoundTracing() {
        @Override
        public Policy policy(Policy policy) {
          return policy;
        }

        @Override
        public SchedulerParts parts(SchedulerParts parts) {
          return parts;
        }
      };

  /** A policy whose decisions are timed. */
  Policy policy(Policy policy);

  /** The parts with a timed engine, clock, observer and journal; their policy is timed already. */
  SchedulerParts parts(SchedulerParts parts);
}
