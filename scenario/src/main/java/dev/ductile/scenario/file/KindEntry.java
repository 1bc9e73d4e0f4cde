package dev.ductile.scenario.file;

import dev.ductile.api.Aggregation;
import dev.ductile.api.Labels;
import dev.ductile.api.Program;
import dev.ductile.api.RescaleMode;
import dev.ductile.api.Resources;
import dev.ductile.api.Speed;
import dev.ductile.text.ReadAs;
import dev.ductile.text.Written;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The keys that many jobs may share: all but name, arrival and work.
 *
 * @param owner the user who submitted the job
 * @param queue the queue that the job waits in; default if it is absent
 * @param priority a larger number is more urgent; 0 if it is absent
 * @param shape how workers exchange gradients; parameter-server if there are servers, else
 *     all-reduce
 * @param worker the resources of one worker
 * @param server the resources of one parameter server
 * @param limit the most that the whole job may hold under every policy, and is charged for; what it
 *     uses if it is absent
 * @param nodeLabels labels that each node of the job must have; any node will do if it is absent
 * @param deviceType the type of accelerators that each node of the job must have, such as a100; any
 *     type will do if it is absent
 * @param bounds the sizes that the job may have
 * @param request the size that it gets from policies that do not size jobs; the smallest if it is
 *     absent
 * @param gang the jobs with which it starts together or not at all
 * @param speed how fast the job trains at each size; unknown if it is absent
 * @param expectedSpeed the speed that the scheduler is given, if it is not the true one
 * @param utility the value of completing the job, as a function of its completion time
 * @param mechanism how it changes its size: checkpoint (the default) stops and starts it, hot adds
 *     and removes tasks while it runs
 * @param cooldown after a change of its size, no policy changes it again for this time
 * @param minimumRun after a start, no policy changes it for this time
 * @param program the program that ductile run starts for each task
 * @param retry the reaction to a failed task, by its exit code
 * @param secrets environment variables whose values are stored secrets
 */
record KindEntry(
    Optional<String> owner,
    Optional<String> queue,
    OptionalInt priority,
    Optional<Aggregation> shape,
    Resources worker,
    Optional<Resources> server,
    Optional<Resources> limit,
    Optional<Labels> nodeLabels,
    Optional<String> deviceType,
    Optional<BoundsEntry> bounds,
    Optional<SizeEntry> request,
    Optional<GangEntry> gang,
    Optional<@ReadAs(Speed.class) Written> speed,
    Optional<@ReadAs(Speed.class) Written> expectedSpeed,
    Optional<UtilityEntry> utility,
    Optional<RescaleMode> mechanism,
    Optional<Duration> cooldown,
    Optional<Duration> minimumRun,
    Optional<ProgramEntry> program,
    Optional<RetryEntry> retry,
    Optional<List<SecretEntry>> secrets) {
  KindEntry {
    if (program.isEmpty() && (retry.isPresent() || secrets.isPresent())) {
      throw new IllegalArgumentException(
          "%s needs the key program".formatted(retry.isPresent() ? "retry" : "secrets"));
    }
    if (program.stream().anyMatch(each -> each.restarts().isPresent())
        && retry.stream().anyMatch(each -> each.restarts().isPresent())) {
      throw new IllegalArgumentException(
          "retry has the key restarts, and so has program; keep one of them");
    }
  }

  /** The program of its tasks, with the reaction to failures and the secrets. */
  Program started() {
    return program
        .map(each -> each.program(retry.orElse(RetryEntry.NONE), secrets.orElse(List.of())))
        .orElse(Program.NONE);
  }
}
