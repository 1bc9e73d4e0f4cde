package dev.ductile.history;

import dev.ductile.api.Command;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.SpeedSpec;
import dev.ductile.scenario.Constant;
import dev.ductile.scenario.Submission;
import dev.ductile.scheduler.TimedCommand;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The accepted commands of a run, made from the events that they led to. */
final class RecordedCommands {
  private RecordedCommands() {}

  /**
   * In order of time. The cancellations of jobs at the end of the run are left out. A job that
   * failed is cancelled at that time, because no simulation knows that its program fails.
   */
  static List<TimedCommand> of(List<Event> events) {
    return events.stream()
        .flatMap(event -> command(event).map(sent -> new TimedCommand(event.at(), sent)).stream())
        .sorted(Comparator.comparing(TimedCommand::due))
        .toList();
  }

  /**
   * The submitted jobs in order of time. The true speed is the one that the run learned last. A job
   * that finished without a known end has the speed at which it takes as long as in the run.
   */
  static List<Submission> submissions(List<Event> events) {
    Map<JobId, SpeedSpec> learned = new HashMap<>();
    Map<JobId, Double> lengths = lengths(events);
    var jobs = new ArrayList<Submission>();
    for (Event event : events.reversed()) {
      if (event instanceof Event.SpeedLearned(_, JobId job, SpeedSpec speed)) {
        learned.putIfAbsent(job, speed);
      } else if (event instanceof Event.Submitted job) {
        SpeedSpec known = Optional.ofNullable(learned.remove(job.job())).orElse(job.speed());
        SpeedSpec actual =
            Optional.ofNullable(lengths.get(job.job()))
                .filter(_ -> known.isUnknown() || job.spec().work().isUnknown())
                .map(seconds -> new Constant(job.spec().work().steps() / seconds).spec())
                .orElse(known);
        jobs.add(new Submission(job.at(), job.spec(), actual, job.speed()));
      }
    }
    return jobs.reversed().stream().sorted(Comparator.comparing(Submission::at)).toList();
  }

  /** The seconds of each job that finished. */
  private static Map<JobId, Double> lengths(List<Event> events) {
    Map<JobId, Double> lengths = new HashMap<>(RunTimes.of(events));
    Set<JobId> finished = new HashSet<>();
    for (Event event : events) {
      if (event instanceof Event.Finished job) {
        finished.add(job.job());
      }
    }
    lengths.keySet().retainAll(finished);
    return lengths;
  }

  private static Optional<Command> command(Event event) {
    return switch (event) {
      case Event.Accepted accepted -> Optional.of(ofUser(accepted));
      case Event.Setting setting -> Optional.of(ofOperator(setting));
      case Event.NodeDrained drained ->
          Optional.of(new Command.Drain(drained.node(), drained.why()));
      case Event.NodeUndrained undrained -> Optional.of(new Command.Undrain(undrained.node()));
      case Event.Cancelled cancelled ->
          RunEnd.of(cancelled).isPresent()
              ? Optional.empty()
              : Optional.of(new Command.Cancel(cancelled.job(), cancelled.why(), cancelled.by()));
      case Event.Failed failed -> Optional.of(new Command.Cancel(failed.job(), failed.why()));
      case Event.NodeUp _, Event.NodeDown _, Event.Decided _, Event.Report _, Event.Finished _ ->
          Optional.empty();
    };
  }

  private static Command ofUser(Event.Accepted event) {
    return switch (event) {
      case Event.Submitted job ->
          new Command.Submit(job.spec(), job.speed(), job.pause(), job.origin());
      case Event.Held held -> new Command.Hold(held.job(), held.why(), held.by());
      case Event.Resumed resumed -> new Command.Resume(resumed.job(), resumed.by());
      case Event.Amended amended -> new Command.Amend(amended.spec(), amended.by());
      case Event.Scaled scaled -> new Command.Scale(scaled.job(), scaled.size(), scaled.by());
      case Event.Unscaled unscaled -> new Command.Unscale(unscaled.job(), unscaled.by());
    };
  }

  private static Command ofOperator(Event.Setting event) {
    return switch (event) {
      case Event.QueueSet set -> new Command.SetQueue(set.queue());
      case Event.QueueRemoved gone -> new Command.RemoveQueue(gone.queue());
      case Event.PolicySet set -> new Command.SetPolicy(set.policy(), set.why());
    };
  }
}
