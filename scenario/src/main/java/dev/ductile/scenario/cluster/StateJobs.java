package dev.ductile.scenario.cluster;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.api.Aggregation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.Device;
import dev.ductile.api.Gang;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Nodes;
import dev.ductile.api.Program;
import dev.ductile.api.Protection;
import dev.ductile.api.Range;
import dev.ductile.api.Reason;
import dev.ductile.api.RescaleMode;
import dev.ductile.api.Size;
import dev.ductile.api.SpeedSpec;
import dev.ductile.api.Utility;
import dev.ductile.api.Work;
import dev.ductile.scenario.Constant;
import dev.ductile.scenario.ElasticJobs;
import dev.ductile.scenario.Submission;
import dev.ductile.scenario.file.JobWriter;
import dev.ductile.text.Quantity;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Writes the jobs of a snapshot. One step of a job is one second at the size that it asks for. */
final class StateJobs {
  private static final SpeedSpec REAL_TIME = new Constant(1).spec();
  private static final String SECONDS = "seconds";

  /** A job that has used up its time limit is about to end. */
  private static final Duration LEAST_LEFT = Duration.ofMinutes(1);

  private final Snapshot snapshot;
  private final ImportSettings settings;
  private final String device;
  private final Optional<ElasticJobs> elastic;
  private final Map<String, Integer> gangs = new HashMap<>();

  StateJobs(Snapshot snapshot, ImportSettings settings, Nodes nodes, String device) {
    this.snapshot = snapshot;
    this.settings = settings;
    this.device = device;
    this.elastic = settings.elastic().map(rule -> new ElasticJobs(rule, settings.catalog(), nodes));
    snapshot.jobs().forEach(job -> gangs.merge(job.gang(), 1, Integer::sum));
  }

  /** The jobs in order of arrival. */
  List<ObjectNode> trees() {
    List<ObjectNode> trees =
        snapshot.jobs().stream()
            .sorted(Comparator.comparing(job -> job.times().arrived()))
            .map(this::tree)
            .toList();
    snapshot
        .remarks()
        .add(
            "the cost of a change of size is not known, so changes cost nothing; the key rescale sets it");
    elastic.ifPresent(jobs -> jobs.notes().forEach(snapshot.remarks()::add));
    return trees;
  }

  private ObjectNode tree(SourceJob job) {
    double done = job.times().ran().toMillis() / 1000.0;
    double total = done + left(job).toMillis() / 1000.0;
    Submission rigid = submission(job, total);
    Submission sized = elastic.map(all -> all.of(rigid)).orElse(rigid);
    ObjectNode written = JobWriter.tree(sized);
    if (written.path("bounds").path("servers").path("max").asInt() == 0) {
      ((ObjectNode) written.get("bounds")).remove("servers");
    }
    if (done > 0) {
      double steps = sized.spec().work().steps() * done / total;
      ((ObjectNode) written.get("work")).put("done", Math.min(steps, sized.spec().work().steps()));
      written.put("attained", Quantity.text(Duration.ofSeconds(Math.round(done * devices(job)))));
    }
    switch (job.phase()) {
      case WAITING -> {}
      case HELD -> written.put("held", true);
      case STOPPED -> written.put("hasRun", true);
      case STARTING, RUNNING -> written.set("running", running(written, job));
    }
    return written;
  }

  private double devices(SourceJob job) {
    Size held = job.on().values().stream().reduce(Size.NONE, Size::plus);
    return job.demand()
        .withDevice(new Device(device, ""))
        .devices(held.isNone() ? job.asked() : held);
  }

  private Duration left(SourceJob job) {
    if (job.times().length().isEmpty()) {
      remark(
          "the job has no time limit, so it is assumed to need %s more (--time-left)"
              .formatted(Reason.text(settings.timeLeft())),
          job);
      return settings.timeLeft();
    }
    Duration left = job.times().length().get().minus(job.times().ran());
    if (left.compareTo(LEAST_LEFT) < 0) {
      remark(
          "the time limit has passed, so the job is assumed to need %s more"
              .formatted(Reason.text(LEAST_LEFT)),
          job);
      return LEAST_LEFT;
    }
    remark(
        "the job is assumed to take its whole time limit, because its real length is not known",
        job);
    return left;
  }

  private void remark(String sentence, SourceJob job) {
    snapshot.remarks().job(sentence, job.id());
  }

  private Submission submission(SourceJob job, double seconds) {
    Size asked = job.asked();
    Demand demand = job.demand().withDevice(new Device(device, job.demand().device().type()));
    var spec =
        new JobSpec(
            new JobId(job.id()),
            job.label().owner(),
            job.label().queue(),
            job.label().priority(),
            asked.servers() > 0 ? Aggregation.PARAMETER_SERVER : Aggregation.ALL_REDUCE,
            demand,
            new Bounds(job.workers(), Range.exactly(asked.servers())),
            Optional.of(asked),
            new Work(seconds, 0, SECONDS),
            Utility.NONE,
            RescaleMode.CHECKPOINT,
            Protection.NONE,
            Program.NONE,
            gang(job),
            List.of());
    return new Submission(job.times().arrived(), spec, REAL_TIME);
  }

  private Gang gang(SourceJob job) {
    int members = gangs.getOrDefault(job.gang(), 1);
    if (job.gang().isEmpty() || members < 2) {
      return Gang.NONE;
    }
    if (members > Gang.MOST) {
      snapshot
          .remarks()
          .job(
              "the gang is left out, because it has more than %d jobs".formatted(Gang.MOST),
              job.id());
      return Gang.NONE;
    }
    return new Gang(job.gang(), members);
  }

  private static ObjectNode running(ObjectNode owner, SourceJob job) {
    ObjectNode running = owner.objectNode();
    if (job.phase() == SourceJob.Phase.STARTING) {
      running.put("state", "starting");
    }
    job.times().started().ifPresent(start -> running.put("started", start.toString()));
    ArrayNode on = running.putArray("on");
    new TreeMap<>(job.on())
        .forEach((node, size) -> {
          ObjectNode share = on.addObject().put("node", node).put("workers", size.workers());
          if (size.servers() > 0) {
            share.put("servers", size.servers());
          }
        });
    return running;
  }
}
