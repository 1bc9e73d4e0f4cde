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
   * Whether a trace has this format.
   *
   * @param start the first characters of the trace; empty if it is a folder
   */
  boolean recognises(InputFile trace, String start);

  /** The jobs of a trace in order of arrival; the caller closes the stream. */
  Stream<Submission> read(InputFile trace, Reading reading);

  /**
   * The context of a reader, and the receiver of its findings.
   *
   * @param nodes the cluster for which the jobs are read; empty if it is not known
   */
  record Reading(Catalog catalog, Nodes nodes, Findings findings) {}

  /** Receives the findings of a reader. */
  interface Findings {
    /** A mistake in the trace; the job is left out, unless this method throws. */
    void wrong(InputException problem);

    /** A job that is valid but left out, and the reason. */
    void skipped(String reason);
  }
}
