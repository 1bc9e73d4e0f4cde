package dev.ductile.scheduler;

import dev.ductile.api.Bounds;
import dev.ductile.api.Cluster;
import dev.ductile.api.Command;
import dev.ductile.api.Dependency;
import dev.ductile.api.Event;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Policy;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** Accepts or refuses commands by the present state of the cluster. */
record CommandValidation(Ledger ledger, Function<String, Policy> policies) {
  /** The result for one command. */
  sealed interface CommandResult {
    /** The command is accepted and becomes this event. */
    record Accept(Event event) implements CommandResult {}

    /** The command is accepted, and this policy makes the decisions from now on. */
    record Replace(Event.PolicySet event, Policy policy) implements CommandResult {}

    record Refuse(String why) implements CommandResult {}
  }

  CommandResult check(Command command, Instant now) {
    return switch (command) {
      case Command.Submit submit -> submit(submit, now);
      case Command.Drain drain -> drain(drain, now);
      case Command.Undrain undrain ->
          ledger.isDrained(undrain.node())
              ? accept(new Event.NodeUndrained(now, undrain.node()))
              : refuse("node %s is not drained", undrain.node());
      case Command.SetPolicy set -> setPolicy(set, now);
      case Command.SetQueue set -> accept(new Event.QueueSet(now, set.queue()));
      case Command.RemoveQueue remove -> removeQueue(remove.queue(), now);
      case Command.OfJob ofJob ->
          ledger
              .find(ofJob.job())
              .map(job -> check(ofJob, job, now))
              .orElseGet(() -> refuse("no job named %s waits or runs", ofJob.job()));
    };
  }

  private CommandResult submit(Command.Submit submit, Instant now) {
    JobId name = submit.job();
    Optional<Job> other = ledger.find(name);
    if (other.isPresent()) {
      return refuse("%s", nameIsTaken(other.get()));
    }
    // Tasks of the earlier job may still run, and its folder has its checkpoints and logs.
    if (ledger.isUsed(name)) {
      return refuse(
          "a job named %s was submitted before and is over; submit this one under another name",
          name);
    }
    Optional<String> mistake = whyNoSpeed(submit).or(() -> whyNeverAfter(submit.spec()));
    return mistake.isPresent()
        ? refuse("%s", mistake.get())
        : accept(
            new Event.Submitted(
                now, submit.spec(), submit.speed(), submit.pause(), submit.origin()));
  }

  /** Speed models are plug-ins: a speed is refused if its model throws any exception. */
  private Optional<String> whyNoSpeed(Command.Submit submit) {
    try {
      ledger.check(submit.speed());
      return Optional.empty();
    } catch (RuntimeException broken) {
      return Optional.of(
          "the speed of job %s cannot be made: %s".formatted(submit.job(), broken.getMessage()));
    }
  }

  /** Why a job can never start after the jobs that it names; empty if it can. */
  private Optional<String> whyNeverAfter(JobSpec spec) {
    return spec.after().stream()
        .filter(each -> ledger.find(each.job()).isEmpty())
        .flatMap(each -> whyNever(spec.id(), each).stream())
        .findFirst();
  }

  private Optional<String> whyNever(JobId id, Dependency dependency) {
    JobId other = dependency.job();
    if (!ledger.isUsed(other)) {
      return Optional.of(
          "job %s is to start after job %s, which was not submitted before it"
              .formatted(id, other));
    }
    return dependency.condition() == Dependency.Condition.SUCCEEDED
            && ledger.dependencies().hasFailed(other)
        ? Optional.of(
            "job %s is to start after the success of job %s, which has ended without it"
                .formatted(id, other))
        : Optional.empty();
  }

  /** Why no job of this name may be submitted; empty if one may. */
  private static String nameIsTaken(Job other) {
    return "a job named %s was submitted at %s and is %s; submit this one under another name"
        .formatted(other.id(), other.submitted(), other.state().name().toLowerCase(Locale.ROOT));
  }

  /** Policies are plug-ins: a policy is refused if its provider throws any exception. */
  private CommandResult setPolicy(Command.SetPolicy set, Instant now) {
    try {
      Policy made = policies.apply(set.policy());
      return new CommandResult.Replace(new Event.PolicySet(now, set.policy(), set.why()), made);
    } catch (RuntimeException broken) {
      return refuse("%s", String.valueOf(broken.getMessage()));
    }
  }

  private CommandResult drain(Command.Drain drain, Instant now) {
    if (ledger.isDrained(drain.node())) {
      return refuse("node %s is drained already", drain.node());
    }
    return ledger.nodes().find(drain.node()).isPresent()
        ? accept(new Event.NodeDrained(now, drain.node(), drain.why()))
        : refuse("there is no node named %s", drain.node());
  }

  private CommandResult removeQueue(String queue, Instant now) {
    Cluster cluster = ledger.picture(now);
    if (cluster.settings().queues().stream().noneMatch(one -> one.name().equals(queue))) {
      return refuse("queue %s has no settings to remove", queue);
    }
    long jobs = cluster.jobs().stream().filter(job -> job.spec().queue().equals(queue)).count();
    return jobs > 0
        ? refuse(
            "queue %s has %d %s; cancel them or move them to another queue first",
            queue, jobs, jobs == 1 ? "job" : "jobs")
        : accept(new Event.QueueRemoved(now, queue));
  }

  private static CommandResult check(Command.OfJob command, Job job, Instant now) {
    JobId id = job.id();
    return switch (command) {
      case Command.Submit _ -> refuse("%s", nameIsTaken(job));
      case Command.Cancel cancel -> accept(new Event.Cancelled(now, id, cancel.why(), cancel.by()));
      case Command.Hold hold ->
          job.manualOverride().held()
              ? refuse("job %s is held already", id)
              : accept(new Event.Held(now, id, hold.why(), hold.by()));
      case Command.Resume resume ->
          job.manualOverride().held()
              ? accept(new Event.Resumed(now, id, resume.by()))
              : refuse("job %s is not held", id);
      case Command.Amend amend -> amend(amend, job, now);
      case Command.Scale scale -> scale(scale, job, now);
      case Command.Unscale unscale ->
          job.manualOverride().unscaled().isPresent()
              ? accept(new Event.Unscaled(now, id, unscale.by()))
              : refuse("the size of job %s is not fixed by hand", id);
    };
  }

  private static CommandResult amend(Command.Amend amend, Job job, Instant now) {
    JobSpec spec = amend.spec();
    return whatCannotChange(spec, job)
        .<CommandResult>map(what ->
            refuse(
                "the %s of job %s cannot be changed; cancel it and submit another", what, job.id()))
        .or(() -> fixedOutside(spec.bounds(), job))
        .orElseGet(() -> accept(new Event.Amended(now, spec, amend.by())));
  }

  private static Optional<String> whatCannotChange(JobSpec spec, Job job) {
    JobSpec now = job.spec();
    if (spec.aggregation() != now.aggregation()) {
      return Optional.of("aggregation");
    }
    if (!spec.demand().equals(now.demand())) {
      return Optional.of("demand");
    }
    if (!spec.gang().equals(now.gang())) {
      return Optional.of("gang");
    }
    if (!spec.after().equals(now.after())) {
      return Optional.of("dependencies");
    }
    if (!spec.program().equals(now.program())) {
      return Optional.of("program");
    }
    return spec.work().unit().equals(now.work().unit())
        ? Optional.empty()
        : Optional.of("unit of work");
  }

  /** Refuses bounds that exclude the size at which a user has fixed the job. */
  private static Optional<CommandResult> fixedOutside(Bounds bounds, Job job) {
    return job.manualOverride()
        .unscaled()
        .map(_ -> job.spec().bounds().least())
        .filter(size -> !bounds.allows(size))
        .map(size ->
            refuse(
                "the size of job %s is fixed at %s by hand, which bounds of %s do not allow;"
                    + " unscale it first",
                job.id(), size, bounds.text()));
  }

  private static CommandResult scale(Command.Scale scale, Job job, Instant now) {
    Bounds bounds = job.manualOverride().unscaled().orElse(job.spec()).bounds();
    return bounds.allows(scale.size())
        ? accept(new Event.Scaled(now, job.id(), scale.size(), scale.by()))
        : refuse("job %s cannot have %s; its bounds are %s", job.id(), scale.size(), bounds.text());
  }

  private static CommandResult accept(Event event) {
    return new CommandResult.Accept(event);
  }

  private static CommandResult refuse(String template, Object... values) {
    return new CommandResult.Refuse(template.formatted(values));
  }
}
