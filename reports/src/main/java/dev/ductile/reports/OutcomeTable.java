package dev.ductile.reports;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.history.Outcome;
import dev.ductile.text.PlainValue;
import java.util.Comparator;
import java.util.List;

/** The outcomes of a run, one line for each job, in the order of submission. */
public record OutcomeTable(List<Outcome> outcomes) {
  public OutcomeTable {
    outcomes =
        outcomes.stream()
            .sorted(Comparator.comparingDouble(Outcome::submitted).thenComparing(Outcome::job))
            .toList();
  }

  /** As a table for a terminal. */
  public String text() {
    var table =
        new TextTable(
            List.of("Job", "Ending", "Submitted", "Started", "Completion", "Waiting", "Changes"));
    for (Outcome outcome : outcomes) {
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
    return table.toString();
  }

  /** The same for programs. */
  public String json() {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("schemaVersion", ResultsDocument.SCHEMA_VERSION);
    ArrayNode jobs = root.putArray("jobs");
    for (Outcome outcome : outcomes) {
      ObjectNode job = jobs.addObject().put("job", outcome.job());
      job.put("ending", PlainValue.word(outcome.ending()));
      job.set("submitted", PlainValue.node(outcome.submitted()));
      job.set("started", PlainValue.node(outcome.started()));
      job.set("completion", PlainValue.node(outcome.completion()));
      job.set("waiting", PlainValue.node(outcome.waiting()));
      job.put("changes", outcome.rescales());
    }
    return Documents.json(root);
  }
}
