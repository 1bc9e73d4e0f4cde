package dev.ductile.cli.train;

import dev.ductile.api.Bounds;
import dev.ductile.api.Command;
import dev.ductile.api.Demand;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Program;
import dev.ductile.api.Range;
import dev.ductile.api.RescaleMode;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.SpeedSpec;
import dev.ductile.api.Work;
import dev.ductile.runtime.Trainer;
import dev.ductile.runtime.job.TrainingJob;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A training job as a scheduler knows it, and the one node that it has.
 *
 * @param arguments of each of its processes: the file and the settings that replace the file's
 */
record ForegroundJob(TrainingJob job, List<String> arguments, RescaleMode rescaleMode) {
  static final Duration GRACE = Duration.ofSeconds(30);
  private static final String CPU = "cpu";
  private static final Duration STALL = Duration.ofMinutes(10);
  private static final int RESTARTS = 3;

  /** The assumed pause of a change of size before one is measured. */
  private static final Duration PAUSE = Duration.ofMillis(10);

  static Node node() {
    Resources room = Resources.of(Map.of(CPU, (double) SizeCheck.MOST_TASKS));
    return new Node(new NodeId("this-machine"), room);
  }

  JobId id() {
    return new JobId(job.name());
  }

  Command submission() {
    return new Command.Submit(spec(), SpeedSpec.UNKNOWN, PAUSE);
  }

  private JobSpec spec() {
    Resources one = Resources.of(Map.of(CPU, 1.0));
    boolean servers = !job.size().isAllReduce();
    var bounds =
        new Bounds(
            Range.between(1, SizeCheck.MOST_TASKS),
            servers ? Range.between(1, SizeCheck.MOST_TASKS) : Range.ZERO);
    Work work = job.stop().steps().map(steps -> Work.steps(steps)).orElse(Work.UNKNOWN);
    return JobSpec.of(id(), new Demand(one, one, Resources.NONE), bounds, work)
        .withRequest(new Size(job.size().workers(), job.size().servers()))
        .withRescaleMode(rescaleMode)
        .withProgram(program());
  }

  private Program program() {
    Stream<String> words = Stream.concat(Stream.of(Trainer.WORD), arguments.stream());
    List<String> command = Trainer.command(words.toList());
    return new Program(command, Map.of(), "", "", GRACE, STALL, RESTARTS);
  }
}
