package dev.ductile.reports;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.history.Outcome;
import dev.ductile.history.Run;
import dev.ductile.text.PlainValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;

/** The error of the simulator: the same scenario live and simulated. */
public record Fidelity(Run live, Run simulated) {
  /** The columns of {@link #rows}. */
  public static final List<String> COLUMNS =
      List.of("job", "live", "simulated", "error", "live changes", "simulated changes");

  /**
   * One job in both worlds; times in seconds, NaN if the job did not finish.
   *
   * @param liveChanges the number of changes of its size
   */
  public record Line(
      String job, double live, double simulated, int liveChanges, int simulatedChanges) {
    /** The relative error of the simulator; positive if the job ended later in the simulation. */
    public double error() {
      return (simulated - live) / live;
    }

    boolean isComparable() {
      return Double.isFinite(error());
    }
  }

  /** Every job of the live run, in the order of submission. */
  public List<Line> lines() {
    Map<String, Outcome> predicted = new HashMap<>();
    simulated.outcomes().forEach(outcome -> predicted.put(outcome.job(), outcome));
    return OutcomeTable.inOrder(live).stream()
        .map(outcome -> line(outcome, Optional.ofNullable(predicted.get(outcome.job()))))
        .toList();
  }

  private static Line line(Outcome live, Optional<Outcome> simulated) {
    return new Line(
        live.job(),
        completion(live),
        simulated.map(Fidelity::completion).orElse(Double.NaN),
        live.rescales(),
        simulated.map(Outcome::rescales).orElse(0));
  }

  private static double completion(Outcome outcome) {
    return outcome.isFinished() ? outcome.completion() : Double.NaN;
  }

  /** The mean size of the errors of the jobs that finished in both worlds. */
  public double meanError() {
    return errors().average().orElse(Double.NaN);
  }

  public double maxError() {
    return errors().max().orElse(Double.NaN);
  }

  /** Jobs that did not finish in one of the worlds, and so have no error. */
  public long incomparable() {
    return lines().stream().filter(line -> !line.isComparable()).count();
  }

  long comparable() {
    return lines().size() - incomparable();
  }

  private DoubleStream errors() {
    return lines().stream().filter(Line::isComparable).mapToDouble(line -> Math.abs(line.error()));
  }

  /** As a table for a terminal. */
  public String text() {
    return text(TextTable.UNLIMITED);
  }

  /** The same in a terminal of this width. */
  public String text(int width) {
    if (!isSimulated()) {
      return liveText(width);
    }
    var table =
        new TextTable(
            List.of("Job", "Live", "Simulated", "Error", "Changes live", "Changes simulated"));
    for (Line line : lines()) {
      table.add(
          List.of(
              line.job(),
              Unit.SECONDS.text(line.live()),
              Unit.SECONDS.text(line.simulated()),
              Unit.SHARE.text(line.error()),
              Integer.toString(line.liveChanges()),
              Integer.toString(line.simulatedChanges())));
    }
    return table.in(width) + Wrapped.text(verdict(), "", width);
  }

  /** Without times of the simulation, its columns would be empty. */
  private boolean isSimulated() {
    return lines().stream().anyMatch(line -> Double.isFinite(line.simulated()));
  }

  private String liveText(int width) {
    var table = new TextTable(List.of("Job", "Live", "Changes"));
    for (Line line : lines()) {
      table.add(
          List.of(
              line.job(), Unit.SECONDS.text(line.live()), Integer.toString(line.liveChanges())));
    }
    return table.in(width) + Wrapped.text(verdict(), "", width);
  }

  /** The same for a spreadsheet, times in seconds. */
  public List<List<String>> rows() {
    return lines().stream()
        .map(line ->
            List.of(
                line.job(),
                PlainValue.text(line.live()),
                PlainValue.text(line.simulated()),
                PlainValue.text(line.error()),
                Integer.toString(line.liveChanges()),
                Integer.toString(line.simulatedChanges())))
        .toList();
  }

  /** The errors in one sentence. */
  String verdict() {
    if (lines().stream().noneMatch(line -> Double.isFinite(line.live()))) {
      return "no job finished live, so no times are compared";
    }
    if (!isSimulated()) {
      return "no job finished in the simulation, so no times are compared; a job without a speed never ends in a simulation (ductile profile measures one)";
    }
    if (comparable() == 0) {
      return "no job finished both live and in the simulation, so no times are compared";
    }
    return "completion times differ by %s in the mean and %s at most%s; an error above 0 means that the job took longer in the simulation"
        .formatted(Unit.SHARE.text(meanError()), Unit.SHARE.text(maxError()), left());
  }

  /** The jobs that are left out of the means, as the end of a sentence. */
  String left() {
    return incomparable() == 0
        ? ""
        : ", without %d that did not finish in both worlds".formatted(incomparable());
  }

  /** The same for programs. */
  public String json() {
    return new OutputDocument(tree()).json();
  }

  /** The same as a tree. */
  public ObjectNode tree() {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("policy", live.policy());
    root.set("meanError", PlainValue.node(meanError()));
    root.set("maxError", PlainValue.node(maxError()));
    root.put("incomparable", incomparable());
    ArrayNode jobs = root.putArray("jobs");
    for (Line line : lines()) {
      ObjectNode job = jobs.addObject().put("job", line.job());
      job.set("liveCompletion", PlainValue.node(line.live()));
      job.set("simulatedCompletion", PlainValue.node(line.simulated()));
      job.set("error", PlainValue.node(line.error()));
      job.put("liveChanges", line.liveChanges());
      job.put("simulatedChanges", line.simulatedChanges());
    }
    return root;
  }
}
