package dev.ductile.answers;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.reports.OutcomeTable;
import dev.ductile.reports.ReplayTable;
import java.util.ArrayList;
import java.util.List;

/**
 * A recorded run and simulations of it.
 *
 * @param simulations none if the run was only read
 */
public record ReplayAnswer(OutcomeTable recorded, List<ReplayTable> simulations) {
  /** The answer in one of the forms. */
  public String in(Response.Form form) {
    return form == Response.Form.table
        ? text()
        : new Response(tree(), OutcomeTable.COLUMNS, rows()).in(form);
  }

  private String text() {
    var text = new StringBuilder(recorded.text());
    simulations.forEach(table -> text.append('\n').append(table.text()));
    return text.toString();
  }

  private ObjectNode tree() {
    ObjectNode root = recorded.tree();
    ArrayNode tables = root.putArray("simulations");
    simulations.forEach(table -> tables.add(table.tree()));
    return root;
  }

  /** A line for each job of each run. */
  private List<List<String>> rows() {
    var rows = new ArrayList<>(OutcomeTable.rows("recorded", recorded.run()));
    simulations.forEach(
        table -> rows.addAll(OutcomeTable.rows("simulated", table.both().simulated())));
    return rows;
  }
}
