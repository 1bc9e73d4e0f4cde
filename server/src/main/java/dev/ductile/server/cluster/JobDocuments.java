package dev.ductile.server.cluster;

import dev.ductile.api.Demand;
import dev.ductile.api.Job;
import dev.ductile.api.JobSpec;
import dev.ductile.api.JobState;
import dev.ductile.api.Reason;
import dev.ductile.api.Size;
import dev.ductile.rest.JobAccount;
import dev.ductile.rest.JobDetails;
import dev.ductile.rest.JobSummary;
import dev.ductile.rest.LogName;
import dev.ductile.server.use.DeviceUse;
import dev.ductile.text.PlainValue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Documents about one job, from its state in the picture and its track. */
final class JobDocuments {
  private JobDocuments() {}

  /** A job that is not over. */
  static JobSummary summary(
      Job job, JobTrack track, Optional<Reason> reason, boolean isIdle, Instant now) {
    JobSpec spec = job.manualOverride().unscaled().orElse(job.spec());
    double left = job.remainingSteps(now);
    double speed = job.progress().stepsPerSecond();
    return new JobSummary(
        job.id().name(),
        track.name(),
        spec.owner(),
        spec.queue(),
        spec.priority(),
        state(job.state()),
        flags(job, track, isIdle),
        reason.map(Words::reason),
        job.submitted(),
        track.started(),
        Optional.empty(),
        Words.size(job.allocation().size()),
        Words.size(spec.bounds().least()),
        Words.size(spec.bounds().most()),
        job.stepsAt(now),
        totalSteps(spec),
        speed,
        speed > 0 && !spec.work().isUnknown() ? Optional.of(left / speed) : Optional.empty());
  }

  /** A job that is over. */
  static JobSummary summary(JobTrack track) {
    JobSpec spec = track.spec();
    JobTrack.Ending ending = track.ended().orElseThrow();
    return new JobSummary(
        spec.id().name(),
        track.name(),
        spec.owner(),
        spec.queue(),
        spec.priority(),
        state(ending.state()),
        List.of(),
        Optional.empty(),
        track.submitted(),
        track.started(),
        Optional.of(ending.at()),
        Words.size(track.holds().size()),
        Words.size(spec.bounds().least()),
        Words.size(spec.bounds().most()),
        track.steps(),
        totalSteps(spec),
        0,
        Optional.empty());
  }

  private static Optional<Double> totalSteps(JobSpec spec) {
    return spec.work().isUnknown() ? Optional.empty() : Optional.of(spec.work().steps());
  }

  /** The record of a job that is over, without its logs, which are read from the disk. */
  static JobDetails finalRecord(JobTrack track, Optional<DeviceUse> use) {
    JobAccount account = account(track, track.ended().orElseThrow().at(), use);
    return details(summary(track), track, Optional.empty(), account, List.of());
  }

  /** The details of a job with this summary. */
  static JobDetails details(
      JobSummary summary,
      JobTrack track,
      Optional<Size> fixed,
      JobAccount account,
      List<LogName> logs) {
    JobSpec spec = track.spec();
    Demand demand = spec.demand();
    return new JobDetails(
        summary,
        PlainValue.word(spec.aggregation()),
        PlainValue.word(spec.rescaleMode()),
        spec.work().unit(),
        Words.size(spec.asked()),
        fixed.map(Words::size),
        spec.bounds().text(),
        Words.amounts(demand.worker()),
        Words.amounts(demand.server()),
        track.isOver() ? List.of() : Words.nodes(track.holds()),
        spec.program().command(),
        spec.program().directory(),
        spec.after().stream().map(each -> each.job().name()).toList(),
        Map.of(),
        account,
        SpeedSource.of(track),
        Optional.of(track.message()).filter(text -> !text.isEmpty()),
        logs,
        track.origin().file());
  }

  static JobAccount account(JobTrack track, Instant now, Optional<DeviceUse> use) {
    JobCounts counts = track.counts();
    return new JobAccount(
        track.deviceSecondsAt(now),
        use.map(DeviceUse::used),
        use.map(DeviceUse::measured),
        counts.waitedSeconds(),
        counts.pausedSeconds(),
        counts.lostSteps(),
        counts.rescales(),
        counts.preemptions(),
        counts.moves(),
        counts.restarts());
  }

  /** A job that changes its size, or of which nothing is known, still counts as running. */
  static String state(JobState state) {
    return switch (state) {
      case QUEUED -> "pending";
      case STARTING -> "starting";
      case RUNNING, RESCALING, UNKNOWN -> "running";
      case SUCCEEDED -> "succeeded";
      case FAILED -> "failed";
      case CANCELLED -> "cancelled";
    };
  }

  private static List<String> flags(Job job, JobTrack track, boolean isIdle) {
    var flags = new ArrayList<String>();
    if (job.state() == JobState.RESCALING) {
      flags.add("rescaling");
    }
    if (job.state() == JobState.UNKNOWN) {
      flags.add("unknown");
    }
    if (job.manualOverride().held()) {
      flags.add("held");
    }
    if (job.manualOverride().unscaled().isPresent()) {
      flags.add("fixed");
    }
    if (job.state() == JobState.QUEUED && track.counts().preemptions() > 0) {
      flags.add("preempted");
    }
    if (isIdle && job.state() == JobState.RUNNING) {
      flags.add("idle");
    }
    return List.copyOf(flags);
  }
}
