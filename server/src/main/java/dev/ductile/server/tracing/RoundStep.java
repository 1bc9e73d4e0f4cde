package dev.ductile.server.tracing;

/** The steps of a round of the scheduler, in their usual order. */
enum RoundStep {
  /** The engine reports its events. */
  POLL("poll"),

  /** Commands are checked, and events change the ledger. */
  FOLD("fold"),

  /** Events are written to the journal. */
  JOURNAL("journal"),

  /** Readers of events see them, and the view of the cluster is renewed. */
  PUBLISH("publish"),

  /** The picture is made and divided among queues; held and unsteady jobs are set aside. */
  PICTURE("picture"),

  /** The policy decides. */
  POLICY("policy"),

  /** Illegal grants are dropped, and the decision is recorded. */
  CHECK("check"),

  /** The engine takes its orders. */
  APPLY("apply");

  private final String span;

  RoundStep(String span) {
    this.span = span;
  }

  /** The name of its span. */
  String span() {
    return span;
  }
}
