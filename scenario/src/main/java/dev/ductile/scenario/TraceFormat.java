package dev.ductile.scenario;

import dev.ductile.api.Nodes;
import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import java.util.stream.Stream;

/** A format of traces; found by {@link java.util.ServiceLoader}. */
public interface TraceFormat {
  String name();

  /** One line for people. */
  String summary();

  /**
   * Whether this trace has this format.
   *
   * @param start its first characters; empty where the trace is a folder
   */
  boolean recognises(InputFile trace, String start);

  /** The jobs of a trace in order of arrival; the caller closes the stream. */
  Stream<Submission> read(InputFile trace, Reading reading);

  /**
   * The context of a reader, and the receiver of its findings.
   *
   * @param nodes the cluster that the jobs are for; none where it is not known
   */
  record Reading(Catalog catalog, Nodes nodes, Findings findings) {}

  /** Receives the findings of a reader. */
  interface Findings {
    /** A mistake in a trace; the job is left out, unless this throws. */
    void wrong(InputException problem);

    /** A job that is valid but left out, and the reason. */
    void skipped(String reason);
  }
}
