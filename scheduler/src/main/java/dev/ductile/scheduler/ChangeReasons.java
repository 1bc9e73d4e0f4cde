package dev.ductile.scheduler;

import dev.ductile.api.Allocation;
import dev.ductile.api.ChangeReason;
import dev.ductile.api.Job;
import dev.ductile.api.Plan;
import dev.ductile.api.Reason;
import java.util.Optional;
import java.util.function.Supplier;

/** Gives the reasons that the events of changes carry into the journal. */
@FunctionalInterface
public interface ChangeReasons {
  /** Events carry no reasons: for simulations, which would spend time on them. */
  ChangeReasons NONE = (_, _, _) -> Optional.empty();

  Optional<ChangeReason> of(Plan plan, Job job, Allocation target);

  /**
   * The reasons of the plan.
   *
   * @param policy the name of the acting policy
   */
  static ChangeReasons ofPlans(Supplier<String> policy) {
    return (plan, job, target) -> {
      Reason reason = plan.reasons().why(job);
      return Optional.of(
          new ChangeReason(
              policy.get(),
              reason.kind(),
              reason.sentence(),
              target.isNone() ? 0 : job.speed().stepsPerSecond(target)));
    };
  }
}
