package dev.ductile.reports;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.text.PlainValue;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A recorded run beside a simulation of the same commands, one line for each job.
 *
 * @param both the recorded and the simulated run
 * @param isOwnPolicy whether the simulation has the policy of the run, so that the differences are
 *     errors of the simulator
 */
public record ReplayTable(Fidelity both, boolean isOwnPolicy) {

  /** As a table for a terminal, with the means and a verdict below it. */
  public String text() {
    return text(TextTable.UNLIMITED);
  }

  /** The same in a terminal of this width. */
  public String text(int width) {
    var table =
        new TextTable(
            List.of(
                "Job",
                "Recorded",
                "Simulated",
                "Difference",
                isOwnPolicy ? "Error" : "Relative",
                "Changes recorded",
                "Changes simulated"));
    for (Fidelity.Line line : both.lines()) {
      table.add(
          row(
              line.job(),
              line.live(),
              line.simulated(),
              Integer.toString(line.liveChanges()),
              Integer.toString(line.simulatedChanges())));
    }
    if (both.comparable() > 1) {
      table.rule();
      table.add(row("mean", recordedMean(), simulatedMean(), "", ""));
    }
    return heading() + table.in(width) + Wrapped.text(verdict(), "", width);
  }

  private static List<String> row(
      String name, double recorded, double simulated, String changes, String simulatedChanges) {
    return List.of(
        name,
        Unit.SECONDS.text(recorded),
        Unit.SECONDS.text(simulated),
        Unit.SECONDS.text(simulated - recorded),
        Unit.SHARE.text((simulated - recorded) / recorded),
        changes,
        simulatedChanges);
  }

  private String heading() {
    return "Simulated under %s%s:\n"
        .formatted(both.simulated().policy(), isOwnPolicy ? ", the policy of the run" : "");
  }

  private String verdict() {
    if (both.comparable() == 0) {
      return "no job finished both in the run and in the simulation";
    }
    return isOwnPolicy
        ? both.verdict()
        : "under %s the mean completion is %s instead of %s%s"
            .formatted(
                both.simulated().policy(),
                Unit.SECONDS.text(simulatedMean()),
                Unit.SECONDS.text(recordedMean()),
                both.left());
  }

  /** The mean over the jobs that finished in both. */
  private double recordedMean() {
    return mean(Fidelity.Line::live);
  }

  private double simulatedMean() {
    return mean(Fidelity.Line::simulated);
  }

  private double mean(ToDoubleFunction<Fidelity.Line> time) {
    return both.lines().stream()
        .filter(Fidelity.Line::isComparable)
        .mapToDouble(time)
        .average()
        .orElse(Double.NaN);
  }

  /** The same for programs. */
  public ObjectNode tree() {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("policy", both.simulated().policy());
    root.put("isOwnPolicy", isOwnPolicy);
    root.set("recordedMean", PlainValue.node(recordedMean()));
    root.set("simulatedMean", PlainValue.node(simulatedMean()));
    root.set("meanError", PlainValue.node(both.meanError()));
    root.set("maxError", PlainValue.node(both.maxError()));
    root.put("incomparable", both.incomparable());
    ArrayNode jobs = root.putArray("jobs");
    for (Fidelity.Line line : both.lines()) {
      ObjectNode job = jobs.addObject().put("job", line.job());
      job.set("recordedCompletion", PlainValue.node(line.live()));
      job.set("simulatedCompletion", PlainValue.node(line.simulated()));
      job.set("difference", PlainValue.node(line.simulated() - line.live()));
      job.set("error", PlainValue.node(line.error()));
      job.put("recordedChanges", line.liveChanges());
      job.put("simulatedChanges", line.simulatedChanges());
    }
    return root;
  }
}
