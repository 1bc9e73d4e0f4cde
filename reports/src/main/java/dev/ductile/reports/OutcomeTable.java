package dev.ductile.reports;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.api.Event;
import dev.ductile.api.Progress;
import dev.ductile.history.Outcome;
import dev.ductile.history.RecordedRun;
import dev.ductile.history.Run;
import dev.ductile.text.PlainValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The outcomes of a recorded run, one line for each job in the order of submission, and the reasons
 * of jobs that did not finish.
 *
 * @param run the figures of the recorded run
 */
public record OutcomeTable(RecordedRun recorded, Run run) {
  /** The columns of {@link #rows}. */
  public static final List<String> COLUMNS =
      List.of(
          "run",
          "policy",
          "job",
          "ending",
          "submitted",
          "started",
          "completion",
          "waiting",
          "changes");

  /** As a table for a terminal, with the reasons below it. */
  public String text() {
    return text(TextTable.UNLIMITED);
  }

  /** The same in a terminal of this width. */
  public String text(int width) {
    var table =
        new TextTable(
            List.of("Job", "Ending", "Submitted", "Started", "Completion", "Waiting", "Changes"));
    for (Outcome outcome : outcomes()) {
      table.add(
          List.of(
              outcome.job(),
              PlainValue.word(outcome.ending()),
              Unit.SECONDS.text(outcome.submitted()),
              Unit.SECONDS.text(outcome.started()),
              Unit.SECONDS.text(outcome.completion()),
              Unit.SECONDS.text(outcome.waiting()),
              Integer.toString(outcome.rescales())));
    }
    var text = new StringBuilder(table.in(width));
    remarks().forEach(remark -> text.append(Wrapped.text(remark, "", width)));
    return text.toString();
  }

  private List<Outcome> outcomes() {
    return inOrder(run);
  }

  /** The outcomes of a run in the order of submission. */
  static List<Outcome> inOrder(Run run) {
    return run.outcomes().stream()
        .sorted(Comparator.comparingDouble(Outcome::submitted).thenComparing(Outcome::job))
        .toList();
  }

  private List<String> remarks() {
    var remarks = new ArrayList<String>();
    recorded.policyChanges().forEach(change -> remarks.add(remark(change)));
    recorded.setbacks().forEach(setback -> remarks.add(remark(setback)));
    if (run.outcomes().isEmpty() && recorded.setbacks().isEmpty()) {
      remarks.add("no job was submitted yet");
    }
    if (unfinished() > 0) {
      String jobs = unfinished() == 1 ? "1 job is" : unfinished() + " jobs are";
      remarks.add("%s unfinished: %s".formatted(jobs, whyUnfinished()));
    }
    return remarks;
  }

  private String remark(Event.PolicySet change) {
    double seconds = Progress.seconds(recorded.events().getFirst().at(), change.at());
    String sentence =
        "%s decides from %s on".formatted(change.policy(), Unit.SECONDS.text(seconds));
    return change.why().isEmpty() ? sentence : sentence + ": " + change.why();
  }

  private static String remark(RecordedRun.Setback setback) {
    String verb =
        switch (setback.kind()) {
          case REFUSED -> "was refused";
          case FAILED -> "failed";
          case CANCELLED -> "was cancelled";
        };
    return "%s %s: %s".formatted(setback.job(), verb, setback.why());
  }

  private String whyUnfinished() {
    return recorded
        .limit()
        .orElseGet(() ->
            "the journal ends at %s, so the run is in progress or its command was killed"
                .formatted(recorded.events().getLast().at()));
  }

  private long unfinished() {
    return run.outcomes().stream().filter(OutcomeTable::isUnfinished).count();
  }

  private static boolean isUnfinished(Outcome outcome) {
    return outcome.ending() == Outcome.Ending.UNFINISHED;
  }

  /**
   * The outcomes of a run for a spreadsheet, times in seconds.
   *
   * @param kind the first cell of each row
   */
  public static List<List<String>> rows(String kind, Run run) {
    return inOrder(run).stream()
        .map(job ->
            List.of(
                kind,
                run.policy(),
                job.job(),
                PlainValue.word(job.ending()),
                PlainValue.text(job.submitted()),
                PlainValue.text(job.started()),
                PlainValue.text(job.completion()),
                PlainValue.text(job.waiting()),
                Integer.toString(job.rescales())))
        .toList();
  }

  /** The same for programs. */
  public ObjectNode tree() {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("unfinished", unfinished());
    ArrayNode jobs = root.putArray("jobs");
    for (Outcome outcome : outcomes()) {
      ObjectNode job = jobs.addObject().put("job", outcome.job());
      job.put("ending", PlainValue.word(outcome.ending()));
      job.set("submitted", PlainValue.node(outcome.submitted()));
      job.set("started", PlainValue.node(outcome.started()));
      job.set("completion", PlainValue.node(outcome.completion()));
      job.set("waiting", PlainValue.node(outcome.waiting()));
      job.put("changes", outcome.rescales());
    }
    ArrayNode remarks = root.putArray("remarks");
    remarks().forEach(remarks::add);
    return root;
  }
}
