package dev.ductile.server.cluster;

import dev.ductile.api.Aggregation;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.rest.JobDetails;
import dev.ductile.scenario.job.JobRequest;
import dev.ductile.scenario.job.ProfileChoice;
import dev.ductile.text.PlainValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds the speed that a new job starts with: that of an earlier job, by its measurements.
 *
 * @param table the speeds of jobs that are over
 */
record EarlierSpeeds(ClusterService service, PastJobs past, SpeedTable table) {
  /**
   * The speeds for the jobs of a file, in its order.
   *
   * @param jobs the jobs, with the programs that an engine starts
   * @throws IllegalArgumentException if the file names a job whose speed they cannot have
   */
  List<Optional<MeasuredSpeed>> of(JobRequest request, String owner, List<JobSpec> jobs) {
    return switch (request.profile()) {
      case ProfileChoice.None() -> jobs.stream().map(_ -> Optional.<MeasuredSpeed>empty()).toList();
      case ProfileChoice.From(JobId earlier) ->
          jobs.stream().map(job -> Optional.of(named(earlier, job))).toList();
      case ProfileChoice.Newest() -> newest(owner, request.name(), jobs);
    };
  }

  private List<Optional<MeasuredSpeed>> newest(String owner, String name, List<JobSpec> jobs) {
    if (service.names().find(name).isEmpty()) {
      return jobs.stream().map(_ -> Optional.<MeasuredSpeed>empty()).toList();
    }
    Map<String, Optional<MeasuredSpeed>> known = new HashMap<>();
    var speeds = new ArrayList<Optional<MeasuredSpeed>>();
    for (JobSpec job : jobs) {
      speeds.add(
          known.computeIfAbsent(SpeedIdentity.of(job), program -> newest(owner, name, program)));
    }
    return speeds;
  }

  private Optional<MeasuredSpeed> newest(String owner, String name, String program) {
    Stream<MeasuredSpeed> recent =
        service
            .tracks()
            .measured(name)
            .filter(track ->
                track.spec().owner().equals(owner)
                    && SpeedIdentity.of(track.spec()).equals(program))
            .flatMap(track -> MeasuredSpeed.of(track).stream());
    return Stream.concat(recent, table.newest(owner, name, program).stream())
        .max(MeasuredSpeed.BY_AGE);
  }

  private MeasuredSpeed named(JobId earlier, JobSpec job) {
    Optional<JobTrack> recent =
        service.tracks().find(earlier).or(() -> service.tracks().findEnded(earlier));
    requireEqual(
        recent
            .map(track -> PlainValue.word(track.spec().aggregation()))
            .or(() -> past.find(earlier).map(JobDetails::aggregation))
            .orElseThrow(() -> unknown(earlier)),
        earlier,
        job.aggregation());
    return recent
        .flatMap(MeasuredSpeed::of)
        .or(() -> table.find(earlier))
        .orElseThrow(() ->
            new IllegalArgumentException(
                "profile: job %s has no measured speeds: it reported fewer than three rates at one size, or no other rates than its job file expects. Name another job, or remove the key profile"
                    .formatted(earlier)));
  }

  private static void requireEqual(String measured, JobId earlier, Aggregation wanted) {
    String word = PlainValue.word(wanted);
    if (!measured.equals(word)) {
      throw new IllegalArgumentException(
          "profile: job %s is %s and the new job is %s, so its speeds do not fit; name another job, or remove the key profile"
              .formatted(earlier, measured, word));
    }
  }

  private static IllegalArgumentException unknown(JobId earlier) {
    return new IllegalArgumentException(
        "profile: there is no job %s; 'ductile jobs --all' lists all jobs".formatted(earlier));
  }
}
