package dev.ductile.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Cluster;
import dev.ductile.api.Command;
import dev.ductile.api.Demand;
import dev.ductile.api.Event;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.Reason;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Violation;
import dev.ductile.api.Work;
import dev.ductile.contracts.GivenSpeed;
import dev.ductile.laws.ReasonNames;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A scheduler over a fake engine, and the events and decisions that tests check. */
class SchedulerRig {
  static final NodeId NODE = new NodeId("node-0");
  static final Instant START = Instant.EPOCH;

  final FakeEngine engine = new FakeEngine();
  final Inbox inbox = new Inbox(10, () -> {});
  final List<Cluster> asked = new ArrayList<>();
  final List<String> rejected = new ArrayList<>();
  final List<Event> happened = new ArrayList<>();
  final List<Cluster> decidedOn = new ArrayList<>();
  final List<Plan> applied = new ArrayList<>();
  final List<String> droppedEstimates = new ArrayList<>();
  final List<String> made = new ArrayList<>();

  Scheduler scheduler(Policy policy) {
    return scheduler(policy, DecisionTimes.ON_EVENTS);
  }

  Scheduler scheduler(Policy policy, DecisionTimes pace) {
    return scheduler(policy, pace, new Ledger(GivenSpeed.SPEEDS));
  }

  Scheduler scheduler(Policy policy, DecisionTimes pace, Ledger ledger) {
    return scheduler(policy, pace, ledger, Journal.NONE);
  }

  Scheduler scheduler(Policy policy, DecisionTimes pace, Ledger ledger, Journal journal) {
    Policy watched =
        cluster -> {
          asked.add(cluster);
          return policy.decide(cluster);
        };
    var observer =
        new SchedulerObserver() {
          @Override
          public void happened(Event event) {
            happened.add(event);
          }

          @Override
          public void decided(Cluster cluster, Plan plan) {
            cluster
                .jobs()
                .forEach(job ->
                    assertThat(ReasonNames.wrong(plan.reasons().why(job), "job"::equals))
                        .as("the named values of the reason of %s", job.id())
                        .isEmpty());
            decidedOn.add(cluster);
            applied.add(plan);
          }

          @Override
          public void estimateDropped(Instant at, JobId job, String why) {
            droppedEstimates.add(job + ": " + why);
          }

          @Override
          public void rejected(Cluster cluster, Plan plan, List<Violation> violations) {
            violations.forEach(violation -> rejected.add(violation.text()));
          }
        };
    return new Scheduler(
        SchedulerParts.of(watched, engine, engine, ledger)
            .withPace(pace)
            .withObserver(observer)
            .withJournal(journal)
            .withControls(new Controls(inbox, this::named)));
  }

  <E extends Event> List<E> heard(Class<E> kind) {
    return happened.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  void arriveWithFeedback(String name, double feedbackSteps) {
    engine.report(new Event.NodeUp(START, new Node(NODE, Resources.gpus(4))));
    submit(spec(name).withWork(new Work(100, feedbackSteps, "steps")));
  }

  void arrive(String name) {
    engine.report(new Event.NodeUp(START, new Node(NODE, Resources.gpus(4))));
    submit(spec(name));
  }

  void submit(JobSpec spec) {
    var _ =
        inbox.send(
            new Command.Submit(spec, GivenSpeed.of(where -> where.workers()), Duration.ZERO));
  }

  Event submitted(JobSpec spec) {
    return new Event.Submitted(
        engine.instant(), spec, GivenSpeed.of(where -> where.workers()), Duration.ZERO);
  }

  static JobSpec spec(String name) {
    return JobSpec.of(
        new JobId(name),
        Demand.perWorker(Resources.gpus(1)),
        Bounds.workers(1, 4),
        Work.steps(100));
  }

  Plan oneWorkerEach(Cluster cluster) {
    return grants(cluster, Allocation.on(NODE, Size.workers(1)));
  }

  static Plan grants(Cluster cluster, Allocation each) {
    return Plan.of(
        cluster.jobs().stream().map(job -> new Grant(job, each)).toList(), SchedulerRig::because);
  }

  /** The policies that commands may choose. */
  Policy named(String line) {
    made.add(line);
    if (line.equals("nothing")) {
      return cluster -> {
        asked.add(cluster);
        return Plan.of(List.of(), SchedulerRig::because);
      };
    }
    throw new IllegalArgumentException("unknown policy \"%s\"; known: nothing".formatted(line));
  }

  static Plan only(Cluster cluster, String name) {
    return Plan.of(
        cluster.jobs().stream()
            .filter(job -> job.id().name().equals(name))
            .map(job -> new Grant(job, Allocation.on(NODE, Size.workers(4))))
            .toList(),
        SchedulerRig::because);
  }

  static Job job(Scheduler scheduler, String name) {
    return scheduler.ledger().find(new JobId(name)).orElseThrow();
  }

  static Reason because(Job job) {
    return Reason.of(Reason.Kind.KEPT, "because {job}", job.id());
  }
}
