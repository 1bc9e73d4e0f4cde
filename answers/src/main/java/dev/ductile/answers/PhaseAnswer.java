package dev.ductile.answers;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.models.capture.Capture;
import dev.ductile.models.profile.MeasurementSummary;
import dev.ductile.models.profile.PhaseTimes;
import dev.ductile.models.profile.WorkerClass;
import dev.ductile.models.queueing.Solver;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The four phases of a step, and a model of asynchronous training made of them. */
public final class PhaseAnswer {
  private static final List<String> COLUMNS =
      List.of("worker", "phase", "steps", "mean", "median", "quarter", "three quarters");

  private final ObjectNode tree = JsonNodeFactory.instance.objectNode();
  private final List<List<String>> rows = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  private PhaseAnswer() {}

  public static ModelAnswer of(PhaseLog log) {
    var phases = new PhaseAnswer();
    List<WorkerClass> classes = WorkerClass.of(log.steps());
    var list = phases.tree.putArray("classes");
    for (WorkerClass workers : classes) {
      ObjectNode entry = list.addObject();
      workers.workers().forEach(entry.putArray("workers")::add);
      phases.add(name(workers), workers.times(), entry);
    }
    if (log.workers() > 1) {
      phases.notes.add(
          "note: measured with %d workers at once, so the times include waiting for each other;"
                  .formatted(log.workers())
              + " the model needs the times of one worker alone");
    }
    return phases.answer(model(classes));
  }

  public static ModelAnswer of(Capture capture) {
    var phases = new PhaseAnswer();
    phases.tree.put("server", capture.server()).put("worker", capture.worker());
    phases.add(capture.worker(), capture.times(), phases.tree);
    phases.link("down", capture.downlinkBytes(), capture.downlinkBandwidth());
    phases.link("up", capture.uplinkBytes(), capture.uplinkBandwidth());
    if (capture.isCut()) {
      phases.notes.add(
          "note: the capture ends in the middle of a packet; the packets before it were used");
    }
    if (capture.isLong()) {
      phases.notes.add("note: the capture is longer than the limit; its beginning was used");
    }
    ObjectNode model = JsonNodeFactory.instance.objectNode().put("model", "async-ps");
    times(model, capture.times());
    return phases.answer(model.put("error", RoundedNumber.exact(error(capture.times()))));
  }

  private void add(String worker, PhaseTimes times, ObjectNode entry) {
    entry.put("steps", times.steps());
    entry.put("secondsPerStep", times.seconds());
    entry.put("error", times.error());
    ObjectNode phases = entry.putObject("phases");
    spreads(times)
        .forEach((phase, spread) -> {
          phases
              .putObject(phase)
              .put("mean", spread.mean())
              .put("median", spread.median())
              .put("quarter", spread.quarter())
              .put("threeQuarters", spread.threeQuarters());
          rows.add(
              List.of(
                  worker,
                  phase,
                  Integer.toString(spread.count()),
                  RoundedNumber.seconds(spread.mean()),
                  RoundedNumber.seconds(spread.median()),
                  RoundedNumber.seconds(spread.quarter()),
                  RoundedNumber.seconds(spread.threeQuarters())));
        });
    notes.add(
        "a step of %s takes %s, give or take %s"
            .formatted(
                worker,
                RoundedNumber.seconds(times.seconds()),
                RoundedNumber.percent(times.error())));
  }

  private void link(String direction, MeasurementSummary bytes, double bandwidth) {
    ObjectNode entry = tree.putObject(direction).put("bytes", bytes.mean());
    String speed = "";
    if (Double.isFinite(bandwidth)) {
      entry.put("bytesPerSecond", bandwidth);
      speed = ", at " + RoundedNumber.bandwidth(bandwidth);
    }
    notes.add("%s %s a step%s".formatted(direction, RoundedNumber.bytes(bytes.mean()), speed));
  }

  private ModelAnswer answer(ObjectNode model) {
    tree.set("model", model);
    return new ModelAnswer(new Response(tree, COLUMNS, rows), model, notes);
  }

  private static ObjectNode model(List<WorkerClass> classes) {
    ObjectNode model = JsonNodeFactory.instance.objectNode().put("model", "async-ps");
    if (classes.size() == 1) {
      times(model, classes.getFirst().times());
    } else {
      var list = model.putArray("classes");
      for (WorkerClass workers : classes) {
        times(list.addObject().put("count", workers.workers().size()), workers.times());
      }
    }
    double error =
        classes.stream().mapToDouble(workers -> error(workers.times())).max().orElseThrow();
    return model.put("error", RoundedNumber.exact(error));
  }

  private static void times(ObjectNode model, PhaseTimes times) {
    spreads(times).forEach((phase, spread) -> model.put(phase, RoundedNumber.exact(spread.mean())));
  }

  /** Errors of the times and of the model are combined as independent errors. */
  private static double error(PhaseTimes times) {
    double model = Solver.HYBRID.error();
    return StrictMath.sqrt(model * model + times.error() * times.error());
  }

  private static Map<String, MeasurementSummary> spreads(PhaseTimes times) {
    var spreads = new LinkedHashMap<String, MeasurementSummary>();
    spreads.put("downlink", times.downlink());
    spreads.put("worker", times.worker());
    spreads.put("uplink", times.uplink());
    spreads.put("server", times.server());
    return spreads;
  }

  private static String name(WorkerClass workers) {
    String first = workers.workers().getFirst();
    return workers.workers().size() == 1
        ? first
        : "%s and %d more".formatted(first, workers.workers().size() - 1);
  }
}
