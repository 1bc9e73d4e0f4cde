package dev.ductile.scenario;

import dev.ductile.api.Nodes;
import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import java.util.stream.Stream;

/** A way of writing down the jobs of a cluster; found by {@link java.util.ServiceLoader}. */
public interface TraceFormat {
  String name();

  /** One line for people. */
  String summary();

  /**
   * Whether this trace is written so.
   *
   * @param start its first characters; empty where the trace is a folder
   */
  boolean recognises(InputFile trace, String start);

  /** The jobs of a trace in order of arrival; the caller closes the stream. */
  Stream<Submission> read(InputFile trace, Reading reading);

  /**
   * What a reader may need, and whom it tells what it finds.
   *
   * @param nodes the cluster that the jobs are for; none where it is not known
   */
  record Reading(Catalog catalog, Nodes nodes, Findings findings) {}

  /** Whoever wants to know what happens while a trace is read. */
  interface Findings {
    /** A place in a trace is wrong; the job there is left out, unless this throws. */
    void wrong(InputException problem);

    /** A job that is well written but cannot run, and why. */
    void skipped(String reason);
  }
}
