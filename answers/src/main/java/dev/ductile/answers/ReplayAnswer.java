package dev.ductile.answers;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.reports.OutcomeTable;
import dev.ductile.reports.ReplayTable;
import dev.ductile.reports.TextTable;
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
    return in(form, TextTable.UNLIMITED);
  }

  /** The answer; a table fits a terminal of this width. */
  public String in(Response.Form form, int width) {
    return form == Response.Form.table
        ? text(width)
        : new Response(tree(), OutcomeTable.COLUMNS, rows()).in(form);
  }

  private String text(int width) {
    var text = new StringBuilder(recorded.text(width));
    simulations.forEach(table -> text.append('\n').append(table.text(width)));
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
