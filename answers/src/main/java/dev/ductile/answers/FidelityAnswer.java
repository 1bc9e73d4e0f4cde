package dev.ductile.answers;

import dev.ductile.reports.Fidelity;
import dev.ductile.reports.TextTable;

/** A real run beside the simulation of the same scenario. */
public record FidelityAnswer(Fidelity fidelity) {
  /** The answer in one of the forms. */
  public String in(Response.Form form) {
    return in(form, TextTable.UNLIMITED);
  }

  /** The answer; a table fits a terminal of this width. */
  public String in(Response.Form form, int width) {
    return form == Response.Form.table
        ? fidelity.text(width)
        : new Response(fidelity.tree(), Fidelity.COLUMNS, fidelity.rows()).in(form);
  }
}
