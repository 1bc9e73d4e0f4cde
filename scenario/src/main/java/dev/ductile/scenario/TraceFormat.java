package dev.ductile.scenario;

import dev.ductile.api.Nodes;
import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import java.util.Map;
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

  /** Whether the first jobs are read without the others; else all are read and sorted first. */
  default boolean isLazy() {
    return false;
  }

  /**
   * The format for tables with these columns; only {@code csv} has one.
   *
   * @param columns the name of a column for each meaning
   */
  default TraceFormat with(Map<String, String> columns) {
    throw new IllegalArgumentException(
        "format %s has columns of its own; leave out the format or the columns %s"
            .formatted(name(), columns));
  }

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

    /** An assumption about the jobs that the trace states: it holds for all that read them. */
    default void assumed(String sentence) {}
  }
}
