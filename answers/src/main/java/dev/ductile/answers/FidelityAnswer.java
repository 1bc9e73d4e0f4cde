package dev.ductile.answers;

import dev.ductile.reports.Fidelity;

/** A real run beside the simulation of the same scenario. */
public record FidelityAnswer(Fidelity fidelity) {
  /** The answer in one of the forms. */
  public String in(Response.Form form) {
    return form == Response.Form.table
        ? fidelity.text()
        : new Response(fidelity.tree(), Fidelity.COLUMNS, fidelity.rows()).in(form);
  }
}
